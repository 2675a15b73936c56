import { failureSummary, type Outcome } from '../../../contract/event/failure-cause.ts'
import { receiverOf } from '../../../contract/event/receiver-of.ts'
import {
  callTime,
  type ShownCall,
  type ShownEvent,
  UNKNOWN_COMPANY,
} from '../../../contract/event-page.ts'
import type { EventState } from '../../../contract/event-state.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import type { Times } from '../../../contract/time/times-in.ts'
import { eventKey, hasContentId } from './event-identity.ts'
import type { ReplayTarget } from './list/replay-target.ts'
import { failedAgainAt, knownFailure } from './newest-evidence.ts'

/** What a replay of an event lacks: a receiver or a number that can have one, or something to send. */
export type ReplayObstacle = 'receiver' | 'payload'

/** A failed event with everything that its row and its drawer show. */
export type EventRow = {
  key: string
  /** The URL of the event on the list's page. */
  href: string
  event: ShownEvent
  call: ShownCall
  /** How its newest attempt failed, which may be a replay; null if the service lists no attempts. */
  outcome: Outcome | null
  /** The cause of that failure, in a few words. */
  why: string
  /** When a replay failed for that cause; null if it is the cause of the failure that is listed. */
  failedAgainAt: string | null
  /** "Acme Cars, call from +27820000001" */
  name: string
  /** "call from +27820000001", "event 12" */
  about: string
  receiver: { host: string; path: string } | null
  obstacle: ReplayObstacle | null
  target: ReplayTarget
  replay: ReplayItem | null
  /** null if it is still missing, or its state is unknown. */
  state: EventState | null
}

/**
 * @param place where it is listed
 * @param pageSearch the search of the URL of its page
 */
export function eventRow(
  event: ShownEvent,
  place: Omit<ReplayTarget, 'id'>,
  pageSearch: string,
): EventRow {
  const key = eventKey(event)
  const { call, outcome } = event
  const about = aboutCall(call, event)
  const receiver = receiverOf(event.callback_url)
  return {
    key,
    href: `${pageSearch}&event=${encodeURIComponent(key.toWellFormed())}`,
    event,
    call,
    outcome,
    why: failureSummary(outcome),
    failedAgainAt: null,
    name: `${companyName(call)}, ${about}`,
    about,
    receiver,
    obstacle: event.lacks_payload
      ? 'payload'
      : receiver !== null || call.tracking_number
        ? null
        : 'receiver',
    target: { ...place, id: event.id },
    replay: null,
    state: null,
  }
}

/** Rows without a known state and replay stay the same objects, so that they are not rendered again. */
export function withStates(
  rows: EventRow[],
  states: ReadonlyMap<string, EventState | null> | undefined,
  replays?: ReadonlyMap<string, ReplayItem>,
): EventRow[] {
  const isKnown = ({ event: { id } }: EventRow) => Boolean(states?.get(id) ?? replays?.get(id))
  if (!rows.some(isKnown)) return rows
  return rows.map(row => {
    if (!isKnown(row)) return row
    const state = states?.get(row.event.id) ?? null
    const replay = replays?.get(row.event.id) ?? null
    const outcome = knownFailure(row.event, state)
    const newest = { outcome, why: failureSummary(outcome), failedAgainAt: failedAgainAt(state) }
    return { ...row, state, replay, ...newest }
  })
}

export function companyName(call: ShownCall): string {
  return call.company?.name ?? UNKNOWN_COMPANY
}

function aboutCall(call: ShownCall, event: ShownEvent): string {
  if (call.caller_number) return `call from ${formatPhoneNumber(call.caller_number)}`
  if (call.call_id) return `call ${call.call_id}`
  // An id that was made from content means nothing to people. An item without `request_json` is such a payload as a
  // whole, and may have an id.
  const id = hasContentId(event) ? event.payload_id : event.id
  return id == null ? 'event' : shownText(`event ${id}`)
}

export function openLinkId(key: string): string {
  return `open-${key}`
}

/**
 * The name of a row's event for screen readers, which read its buttons one after the other:
 * "call from +27 84 555 6689 to Acme Cars, 22 Nov, 07:42:10".
 */
export function spokenName({ about, call, event }: EventRow, times: Pick<Times, 'moment'>): string {
  return [`${about} to ${companyName(call)}`, ...momentOf(event, call, times)].join(', ')
}

export function momentOf(
  { failed_at }: EventRow['event'],
  call: EventRow['call'],
  times: Pick<Times, 'moment'>,
): string[] {
  const stamp = failed_at ?? callTime(call)
  return stamp === null ? [] : [times.moment(stamp)]
}
