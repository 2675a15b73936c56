import type { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount } from '../../format/numbers.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import type { Times } from '../../format/times-in.ts'
import { explainFailure } from '../event/cause/explain-failure.ts'
import { failureSummary, type Outcome } from '../event/cause/failure-cause.ts'
import { receiverOf } from '../event/event-row.ts'
import { curlCommand } from './curl-command.ts'
import { maskCaller, maskCallers } from './mask-callers.ts'

/** What customers call the events. They know nothing of lists of failures. */
export const MESSAGE_NOUNS: Record<FailedEventList, { one: string; many: string }> = {
  call_events_fail: { one: 'call', many: 'calls' },
  transcription_events_fail: { one: 'AI result', many: 'AI results' },
}

/** A failed event, as far as a message needs it. */
export type MessageEvent = {
  company: string | null
  /** The receiver's URL. */
  url: string | null
  /** How its newest attempt failed; null if no attempt is known. */
  outcome: Outcome | null
  /** When it failed, or null if that is unknown. */
  at: string | null
  caller: string | null
  callId: string | null
  /** undefined if it is unknown. */
  payload: unknown
}

export type MessageOptions = {
  /** Who reads it: the customer, or the people who run the receiver and need technical details. */
  audience: 'customer' | 'operator'
  /** Callers are personal data of the customer's customers, so they are masked by default. */
  showsCallers: boolean
}

/** As many events as a person reads in a message. */
export const MAX_LISTED = 10
const MAX_CAUSES = 5

/** In the order in which they failed, and with masked callers unless a person asked for them. */
export function shownEvents(events: MessageEvent[], { showsCallers }: MessageOptions) {
  const shown = showsCallers ? events : events.map(withMaskedCaller)
  return shown.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
}

/** A receiver's error, its URL or an id may contain the caller's number, too. */
function withMaskedCaller(event: MessageEvent): MessageEvent {
  const mask = (text: string | null) => (text === null ? null : maskCaller(text, event.caller))
  const { url, callId, outcome } = event
  return {
    ...event,
    url: mask(url),
    callId: mask(callId),
    outcome: outcome && { ...outcome, error: mask(outcome.error) },
  }
}

/**
 * Each cause, the most frequent first, and what to change.
 *
 * @param total the number of failed events. The share of each cause is known only if these are all
 */
export function describeCauses(events: MessageEvent[], total: number): string[] {
  const byCause = Map.groupBy(events, ({ outcome }) => failureSummary(outcome))
  const frequent = [...byCause.values()].toSorted((one, other) => other.length - one.length)
  const hasShares = frequent.length > 1 && events.length === total
  const described = frequent.slice(0, MAX_CAUSES).map(([sample, ...others]) => {
    if (sample === undefined) return ''
    const { happened, meaning, fixer, fix } = explainFailure(sample.outcome, {
      company: sample.company,
      host: receiverOf(sample.url)?.host ?? null,
    })
    const share = hasShares ? ` (${others.length + 1} of ${total})` : ''
    return `What happened${share}\n${happened} ${meaning}\n\nWhat to change\n${fixer}: ${fix}`
  })
  const more = frequent.length - MAX_CAUSES
  return more > 0
    ? [...described, `There are ${formatCount(more, 'other cause', 'other causes')}.`]
    : described
}

/** The first events, one in a line, and how many more there are. */
export function listEvents(
  events: MessageEvent[],
  total: number,
  times: Times,
  { showsCallers }: MessageOptions,
): string {
  const lines = events.slice(0, MAX_LISTED).map(({ at, caller, callId }) => {
    const number = caller === null ? null : formatPhoneNumber(caller)
    const parts = [
      at === null ? 'Time unknown' : times.moment(at),
      number === null ? null : `caller ${showsCallers ? number : maskNumber(number)}`,
      callId === null ? null : `call ${callId}`,
    ]
    return `- ${parts.filter(part => part !== null).join(', ')}`
  })
  const more = total - lines.length
  return [...lines, more > 0 && `- and ${more} more`].filter(line => line !== false).join('\n')
}

/** What a developer asks for: the request, the last answer, and a command that sends the same. */
export function technicalDetails(
  events: MessageEvent[],
  { showsCallers }: MessageOptions,
): string | null {
  const known = events.filter(({ payload }) => payload !== undefined)
  const sample = known.findLast(({ url }) => url !== null) ?? known.at(-1) ?? events.at(-1)
  if (sample === undefined) return null
  const { url, outcome, caller, payload } = sample
  const lines = [
    'Technical details',
    'Request: POST, Content-Type: application/json, signed as Standard Webhooks describes (webhook-id, webhook-timestamp, webhook-signature).',
    'Expected: status 200 within 10 seconds. Any other answer counts as a failure.',
    outcome === null
      ? 'Last answer: unknown'
      : outcome.status === null
        ? `Last answer: none (${outcome.error ?? 'unknown reason'})`
        : `Last answer: HTTP status ${outcome.status}`,
    url === null || payload === undefined
      ? null
      : `To try it:\n${curlCommand(url, showsCallers ? payload : maskCallers(payload, caller))}`,
  ]
  return lines.filter(line => line !== null).join('\n')
}

/** Replaces all digits but the first four and the last two: "+2782*****89" */
export function maskNumber(number: string): string {
  const digits = number.replaceAll(/\D/g, '').length
  let seen = 0
  return number.replaceAll(/\d/g, digit => {
    seen++
    return seen <= 4 || seen > digits - 2 ? digit : '*'
  })
}
