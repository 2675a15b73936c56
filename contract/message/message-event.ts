import type { Outcome } from '../event/failure-cause.ts'
import type { ShownCall } from '../event-page.ts'
import type { EventState } from '../event-state.ts'
import type { ListedEvent } from '../events.ts'
import type { FailedEventList } from '../failed-event.ts'
import { receiverName } from '../receiver.ts'

/** What a message needs of a failed event. */
export type MessageEvent = {
  list: FailedEventList
  company: string | null
  url: string | null
  /** How the attempt at `at` failed; null if no attempt is known. */
  outcome: Outcome | null
  /** When its call began, or null if that is unknown. */
  startedAt: string | null
  /** When it failed, or null if that is unknown. */
  failedAt: string | null
  /** When its newest attempt failed, which may be a replay's. */
  at: string | null
  /** When its receiver last accepted an event, if that was after this failure. */
  recoveredAt: string | null
  /** When a replay delivered it, if one did. */
  deliveredAt: string | null
  /** Whether a person has marked it as dealt with in another way. Replays skip it. */
  isHandled: boolean
  isSending: boolean
  /** Whether Redial sends it as soon as its receiver recovers. */
  isWaiting: boolean
  /** Whether the service doesn't list what was sent, so that Redial can't send it again. */
  lacksPayload: boolean
  caller: string | null
  callId: string | null
  /** undefined if it is unknown. */
  payload: unknown
  /** Where the service has the payload, if it is not known yet. */
  listed: ListedEvent | null
}

/** Who reads a message: the customer, or the people who run the receiver and need technical details. */
export type Audience = 'customer' | 'operator'

/** One reader of a message: a company, or whoever runs a receiver. */
export type Reader = {
  /** The name of the company or of the receiver (`receiverName`); null for events that name none. */
  name: string | null
  count: number
}

export type Readers = Record<Audience, Reader[]>

type Facts = Pick<MessageEvent, 'list' | 'url' | 'outcome'> & {
  event: Pick<ListedEvent, 'outcome' | 'failed_at' | 'lacks_payload'> & {
    call: Omit<ShownCall, 'contact'>
  }
  state: Pick<EventState, 'state' | 'at'> | null
  payload?: unknown
  waits?: boolean | undefined
}

/**
 * The facts about an event that a message uses.
 *
 * @param outcome how its newest attempt failed, which may be a replay's
 * @param url its receiver's, which may be set in Settings
 */
export function messageEvent({
  event,
  state,
  outcome,
  payload,
  waits = false,
  ...facts
}: Facts): MessageEvent {
  const { call } = event
  const settledAt = state?.at ?? event.failed_at
  // In other states, the time of the failed replay is unknown.
  const hasFailedAgain = state?.state === 'failed_again'
  return {
    ...facts,
    company: call.company?.name ?? null,
    startedAt: call.call_start_stamp ?? null,
    failedAt: event.failed_at,
    outcome: hasFailedAgain ? outcome : event.outcome,
    at: hasFailedAgain ? settledAt : event.failed_at,
    recoveredAt: null,
    deliveredAt: state?.state === 'delivered' ? settledAt : null,
    isHandled: state?.state === 'handled',
    isSending: state?.state === 'sending',
    isWaiting: waits,
    lacksPayload: event.lacks_payload === true,
    caller: call.caller_number ?? null,
    callId: call.call_id ?? null,
    payload,
    listed: null,
  }
}

export function listedMessageEvent(list: FailedEventList, event: ListedEvent): MessageEvent {
  const { outcome, receiver_url: url, state, waits } = event
  const newest = state?.failure ?? outcome
  return { ...messageEvent({ list, event, state, outcome: newest, url, waits }), listed: event }
}

/** Whether a replay still has to deliver it. */
export function isOpen({ deliveredAt, isHandled }: MessageEvent): boolean {
  return deliveredAt === null && !isHandled
}

export function readersOf(events: MessageEvent[]): Readers {
  const readers = (audience: Audience, among: MessageEvent[]) =>
    Array.from(
      Map.groupBy(among, event => readerName(event, audience)),
      ([name, { length: count }]) => ({ name, count }),
    ).toSorted((one, other) => other.count - one.count)
  const open = events.filter(isOpen)
  return {
    customer: readers('customer', events),
    // The operators of the others have nothing to do.
    operator: readers('operator', open.length > 0 ? open : events),
  }
}

export function readerName({ company, url }: MessageEvent, audience: Audience): string | null {
  if (audience === 'customer') return company
  return url === null ? null : receiverName(url)
}

export function receiverNames(events: MessageEvent[]): string[] {
  return [...new Set(events.flatMap(event => readerName(event, 'operator') ?? []))]
}
