import { callFields } from '../event/call-fields.ts'
import type { Outcome } from '../event/failure-cause.ts'
import { receiverName } from '../receiver.ts'

/** A failed event, as far as a message needs it. */
export type MessageEvent = {
  company: string | null
  url: string | null
  /** How its newest attempt failed; null if no attempt is known. */
  outcome: Outcome | null
  /** When its call began, or null if that is unknown. */
  startedAt: string | null
  /** When it failed, or null if that is unknown. */
  at: string | null
  /** When its receiver last accepted a replay, if that was after this failure. */
  recoveredAt: string | null
  /** When a replay delivered it, if one did. */
  deliveredAt?: string | null
  /** Whether a person has marked it as dealt with in another way. Replays skip it. */
  isHandled?: boolean
  caller: string | null
  callId: string | null
  /** undefined if it is unknown. */
  payload: unknown
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

/**
 * The facts about an event that a message uses.
 *
 * @param failure how its newest attempt failed, which may be a replay's
 * @param url its receiver's, which may be set in Settings
 * @param deliveredAt when a replay delivered it, if one did
 * @param isHandled whether a person has marked it as handled
 */
export function messageEvent(
  event: { call: unknown; failed_at: string | null },
  {
    failure,
    url,
    deliveredAt = null,
    isHandled = false,
    payload,
  }: Pick<MessageEvent, 'url' | 'deliveredAt' | 'isHandled'> & {
    payload?: unknown
    failure: Outcome | null
  },
): MessageEvent {
  const call = callFields(event.call)
  return {
    company: call.company?.name ?? null,
    url,
    outcome: failure,
    startedAt: call.call_start_stamp ?? null,
    at: event.failed_at,
    recoveredAt: null,
    deliveredAt,
    isHandled,
    caller: call.caller_number ?? null,
    callId: call.call_id ?? null,
    payload,
  }
}

export function readersOf(events: MessageEvent[]): Readers {
  const of = (audience: Audience) =>
    Array.from(
      Map.groupBy(events, event => readerName(event, audience)),
      ([name, { length: count }]) => ({ name, count }),
    ).toSorted((one, other) => other.count - one.count)
  return { customer: of('customer'), operator: of('operator') }
}

export function readerName({ company, url }: MessageEvent, audience: Audience): string | null {
  if (audience === 'customer') return company
  return url === null ? null : receiverName(url)
}

export function receiverNames(events: MessageEvent[]): string[] {
  return [...new Set(events.flatMap(event => readerName(event, 'operator') ?? []))]
}
