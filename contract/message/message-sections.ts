import type { FailedEventList } from '../failed-event.ts'
import { formatCount, formatNumber, plural } from '../text/count.ts'
import { capitalise } from '../text/names.ts'
import { formatPhoneNumber } from '../text/phone-number.ts'
import type { Times } from '../time/times-in.ts'
import { maskCaller, maskCallers } from './mask-callers.ts'
import type { Audience, MessageEvent } from './message-event.ts'

export type Noun = { one: string; many: string; prefix: string }

/** What customers call the events. They know nothing of lists of failures. */
export const MESSAGE_NOUNS: Record<FailedEventList, Noun> = {
  call_events_fail: { one: 'call', many: 'calls', prefix: 'the details of ' },
  transcription_events_fail: { one: 'AI result', many: 'AI results', prefix: '' },
}

/** "the details of 3 calls" */
export function formatSent(count: number, { one, many, prefix }: Noun): string {
  return `${prefix}${formatCount(count, one, many)}`
}

export type MessageOptions = {
  audience: Audience
  /** Callers are personal data of the customer's customers, so they are masked by default. */
  showsCallers: boolean
}

/** As many events as a person reads in a message. */
export const MAX_LISTED = 10

/** What the reader calls the receiver. */
export const SYSTEM: Record<Audience, string> = {
  customer: 'your system',
  operator: 'your receiver',
}

/** In the order in which they failed, and with masked callers unless a person asked for them. */
export function shownEvents(events: MessageEvent[], { showsCallers }: MessageOptions) {
  const shown = showsCallers ? events : events.map(withMaskedCaller)
  return shown.toSorted((one, other) => momentOf(one) - momentOf(other))
}

/** In ms since 1970; before everything else if it is unknown. */
export function momentOf({ at }: Pick<MessageEvent, 'at'>): number {
  return at === null ? Number.NEGATIVE_INFINITY : Date.parse(at)
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

/** The first and the last time of events; null if none is known. */
export function periodOf(events: MessageEvent[]): { first: string; last: string } | null {
  const stamps = events
    .flatMap(({ at }) => at ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
  const [first, last] = [stamps.at(0), stamps.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}

export function formatKept(hasToChange: boolean): string {
  return hasToChange
    ? 'We have kept the data and will send it again when you reply.'
    : 'We have kept the data and will send it again. You do not need to reply.'
}

export function listEvents(
  events: MessageEvent[],
  total: number,
  { noun, times, showsCallers, isAgain = false }: ListedEvents,
): string {
  const listed = events.slice(0, MAX_LISTED)
  const lines = listed.map(event => {
    const { caller, callId } = event
    const number = caller === null ? null : formatPhoneNumber(caller)
    const parts = [
      formatMoments(event, times, isAgain ? 'failed again' : 'delivery failed'),
      number === null ? null : `caller ${showsCallers ? number : maskNumber(number)}`,
      callId === null ? null : `call ${callId}`,
    ]
    return `- ${parts.filter(part => part !== null).join(', ')}`
  })
  const first = total > listed.length ? `first ${listed.length} of ` : ''
  const what =
    first === '' ? plural(total, noun.one, noun.many) : formatCount(total, noun.one, noun.many)
  const heading = `The ${first}${what}${isAgain ? ' that failed again' : ''} (times in ${times.zone})`
  const more = total - listed.length
  return [heading, ...lines, more > 0 && `- and ${formatNumber(more)} more`]
    .filter(line => line !== false)
    .join('\n')
}

type ListedEvents = Pick<MessageOptions, 'showsCallers'> & {
  noun: Noun
  times: Times
  /** Whether it was a replay that failed. */
  isAgain?: boolean
}

/** "Call started on 17 Nov at 18:07:21, delivery failed at 18:50:45" */
function formatMoments({ startedAt, at }: MessageEvent, times: Times, failed: string): string {
  const [startDay, start] = startedAt === null ? [] : times.moment(startedAt).split(', ')
  const [day, clock] = at === null ? [] : times.moment(at).split(', ')
  const parts = [
    start !== undefined && `call started on ${startDay} at ${start}`,
    clock !== undefined && `${failed} ${day === startDay ? '' : `on ${day} `}at ${clock}`,
  ].filter(part => part !== false)
  return parts.length === 0 ? 'Time unknown' : capitalise(parts.join(', '))
}

/** What a developer asks for: the request, the last answer, and a command that sends the same. */
export function technicalDetails(
  events: MessageEvent[],
  { showsCallers }: MessageOptions,
): string | null {
  const withPayload = events.filter(({ payload }) => payload !== undefined)
  const sample =
    withPayload.findLast(({ url }) => url !== null) ?? withPayload.at(-1) ?? events.at(-1)
  if (sample === undefined) return null
  const { url, outcome, caller, payload } = sample
  const lines = [
    'Technical details',
    'Request: POST, Content-Type: application/json, signed as Standard Webhooks describes (webhook-id, webhook-timestamp, webhook-signature).',
    'Expected: status 200 within 10 seconds. Any other answer counts as a failure.',
    outcome === null
      ? 'Last answer: unknown'
      : outcome.status === null
        ? `Last answer: none (${outcome.error?.trim() || 'unknown reason'})`
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
  let count = 0
  return number.replaceAll(/\d/g, digit => {
    count++
    return count <= 4 || count > digits - 2 ? digit : '*'
  })
}

/**
 * A command that sends a payload to a receiver. Whatever the payload contains, a shell reads it as
 * one argument.
 */
export function curlCommand(url: string, payload: unknown): string {
  const body = JSON.stringify(payload) ?? 'null'
  return [
    `curl -i -X POST ${quoted(url)}`,
    `  -H ${quoted('Content-Type: application/json')}`,
    `  --data ${quoted(body)}`,
  ].join(' \\\n')
}

/** Single quotes end before each quote of the text, which follows escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
