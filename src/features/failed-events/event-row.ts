import type { FailedEvent, FailedEventList } from '../../../contract/failed-event.ts'
import { EventId, type ReplayItem } from '../../../contract/replay.ts'
import type { ReplayTarget } from '../replays/replay-target.ts'
import { type CallFields, callFields, phoneWords } from './call-fields.ts'
import { eventSearch } from './event-link.ts'
import { failureSummary, type Outcome } from './failure-cause.ts'
import { type ListPage, windowOf } from './list-search.ts'

/** A failed event with all that its row and its drawer say of it. */
export type EventRow = {
  /** What the address calls it: its id; where it has none, its place on the page. */
  key: string
  /** Where its link leads, on the list's page. */
  href: string
  event: FailedEvent
  call: CallFields
  /** How the last attempt came out; null where no attempts are told of. */
  outcome: Outcome | null
  /** Why it failed, in a few words. */
  why: string
  /** "Acme Cars, call from +27820000001" */
  name: string
  receiver: { host: string; path: string } | null
  /** null where it can't be replayed, for want of an id that it can be known by. */
  target: ReplayTarget | null
  replay: ReplayItem | null
}

export function eventRow(
  event: FailedEvent,
  index: number,
  { list, ...asked }: ListPage & { list: FailedEventList },
): EventRow {
  const key = eventKey(event, index)
  const call = callFields(event.payload)
  const outcome = event.attempts.at(-1) ?? null
  return {
    key,
    href: eventSearch({ ...asked, event: key }),
    event,
    call,
    outcome,
    why: failureSummary(outcome),
    name: eventName(call),
    receiver: receiverOf(event.callback_url),
    target:
      event.id === null || !EventId.safeParse(event.id).success
        ? null
        : { list, id: event.id, ...windowOf(asked), page: asked.page, page_size: asked.size },
    replay: null,
  }
}

/** Rows that no replay is known of stay the very same, so that they need not be drawn again. */
export function withReplays(rows: EventRow[], replays: ReplayItem[] | undefined): EventRow[] {
  const byEvent = new Map(replays?.map(item => [item.event_id, item]))
  if (!rows.some(({ event }) => event.id !== null && byEvent.has(event.id))) return rows
  return rows.map(row => {
    const replay = row.event.id === null ? undefined : byEvent.get(row.event.id)
    return replay === undefined ? row : { ...row, replay }
  })
}

/** What the address calls the event that is in this place of its page. */
export function eventKey(event: FailedEvent, index: number): string {
  return event.id ?? `row-${index + 1}`
}

export function companyName(call: CallFields): string {
  return call.company?.name ?? 'Company not told'
}

function eventName(call: CallFields): string {
  const about = call.caller_number
    ? `call from ${phoneWords(call.caller_number)}`
    : call.call_id
      ? `call ${call.call_id}`
      : 'event'
  return `${companyName(call)}, ${about}`
}

export function receiverOf(url: string | null): EventRow['receiver'] {
  if (url === null || url.trim() === '') return null
  const parsed = URL.parse(url)
  // Such as `javascript:…`, which has no host to name.
  if (!parsed?.host) return { host: url, path: '' }
  return { host: parsed.host, path: parsed.pathname + parsed.search }
}

/** The id of the link that opens a row's event. */
export function openLinkId(key: string): string {
  return `open-${key}`
}
