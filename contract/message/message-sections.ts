import type { Outcome } from '../event/failure-cause.ts'
import { FailedEventList } from '../failed-event.ts'
import type { Language } from '../follow-up.ts'
import { capitalise } from '../text/names.ts'
import { formatPhoneNumber } from '../text/phone-number.ts'
import type { Times } from '../time/times-in.ts'
import { maskCaller, maskCallers } from './mask-callers.ts'
import type { Audience, MessageEvent } from './message-event.ts'
import type { MessageTexts } from './message-texts.ts'

export type MessageOptions = {
  audience: Audience
  language: Language
  /** Callers are personal data of the customer's customers, so they are masked by default. */
  showsCallers: boolean
}

/** How a message is written. */
export type Writing = MessageOptions & {
  texts: MessageTexts
  isSigned: boolean
  /** Times in the language of the message. */
  clock: Pick<Times, 'moment' | 'full' | 'zone'>
}

/** "3 calls and 2 AI results" */
export function formatEvents(events: Pick<MessageEvent, 'list'>[], texts: MessageTexts): string {
  return byList(events)
    .map(([list, { length }]) => `${texts.number(length)} ${nounOf(list, length, texts)}`)
    .join(texts.and)
}

/** Calls first, whichever failed first. */
function byList<Event extends Pick<MessageEvent, 'list'>>(events: Event[]) {
  const groups = Map.groupBy(events, ({ list }) => list)
  return FailedEventList.options.flatMap(list => {
    const ofList = groups.get(list)
    return ofList === undefined ? [] : [[list, ofList] as const]
  })
}

function nounOf(list: MessageEvent['list'], count: number, { nouns }: MessageTexts): string {
  return nouns[list][count === 1 ? 0 : 1]
}

/** In the order in which they failed, and with masked callers unless a person asked for them. */
export function shownEvents(events: MessageEvent[], showsCallers: boolean): MessageEvent[] {
  return inOrder(showsCallers ? events : events.map(withMaskedCaller))
}

export function inOrder(events: MessageEvent[]): MessageEvent[] {
  return events.toSorted((one, other) => momentOf(one.failedAt) - momentOf(other.failedAt))
}

/** In ms since 1970; before everything else if it is unknown. */
export function momentOf(stamp: string | null): number {
  return stamp === null ? Number.NEGATIVE_INFINITY : Date.parse(stamp)
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

/** The first and the last of their times; null if none is known. */
export function periodOf(
  events: MessageEvent[],
  time: 'at' | 'failedAt' | 'deliveredAt' | 'recoveredAt',
): { first: string; last: string } | null {
  const stamps = events
    .flatMap(event => event[time] ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
  const [first, last] = [stamps.at(0), stamps.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}

/** @param what the end of the heading, such as " that are still missing" */
export function listEvents(
  events: MessageEvent[],
  what: string,
  writing: Writing,
  max: number,
): string {
  const { texts, clock } = writing
  const lists = byList(events)
  const hasBoth = lists.length > 1
  const lines = events.slice(0, max).map(event => {
    const label = hasBoth && event.list === 'transcription_events_fail'
    return `- ${label ? `${capitalise(nounOf(event.list, 1, texts))}: ${formatLine(event, writing)}` : capitalise(formatLine(event, writing))}`
  })
  const more = events.length - lines.length
  const names = lists
    .map(([list, { length }]) => nounOf(list, more > 0 ? events.length : length, texts))
    .join(texts.and)
  const nouns = more > 0 ? `${texts.number(events.length)} ${names}` : names
  const heading = texts.listed(`${nouns}${what}`, clock.zone, more > 0 ? lines.length : null)
  return [heading, ...lines, ...(more > 0 ? [texts.more(more)] : [])].join('\n')
}

/** "call started on 17 Nov at 18:07:21, delivery failed at 18:50:45, caller +27 82 *** **89, call 7001" */
function formatLine(event: MessageEvent, writing: Writing): string {
  const { texts, showsCallers } = writing
  const { caller, callId } = event
  const number = caller === null ? null : formatPhoneNumber(caller)
  const parts = [
    formatTimes(event, writing),
    number !== null && `${texts.caller} ${showsCallers ? number : maskNumber(number)}`,
    callId !== null && `${texts.call} ${callId}`,
  ]
  return parts.filter(part => part !== false).join(', ')
}

/** A day is named only where it changes. */
function formatTimes(event: MessageEvent, { texts, clock }: Writing): string {
  const { startedAt, failedAt, at, deliveredAt } = event
  const stamps: [string, string | null][] = [
    [texts.started, startedAt],
    [texts.deliveryFailed, failedAt],
    [texts.failedAgain, at === failedAt ? null : at],
    [texts.deliveredAt, deliveredAt],
  ]
  let last = ''
  const parts = stamps.flatMap(([what, stamp]) => {
    if (stamp === null) return []
    const [day = '', time = ''] = clock.moment(stamp).split(', ')
    const text = `${what}${texts.time(day === last ? null : day, time)}`
    last = day
    return [text]
  })
  return parts.join(', ') || texts.unknownTime
}

/** What a developer asks for: the request, the newest failure, and a command that sends the same. */
export function technicalDetails(
  events: MessageEvent[],
  { texts, showsCallers, isSigned, clock }: Writing,
): string | null {
  const withPayload = events.filter(({ payload }) => payload !== undefined)
  const sample =
    withPayload.findLast(({ url }) => url !== null) ?? withPayload.at(-1) ?? events.at(-1)
  if (sample === undefined) return null
  const { url, caller, payload } = sample
  const last = events
    .filter(({ outcome }) => outcome !== null)
    .toSorted((one, other) => momentOf(one.at) - momentOf(other.at))
    .at(-1)
  const lines = [
    texts.technical,
    texts.request(isSigned),
    texts.expected,
    texts.lastFailure(
      last?.outcome ? describeAnswer(last.outcome, texts) : null,
      last?.at ? clock.moment(last.at) : null,
    ),
    url === null || payload === undefined
      ? null
      : `${texts.toTry(!showsCallers)}\n${curlCommand(url, showsCallers ? payload : maskCallers(payload, caller))}`,
  ]
  return lines.filter(line => line !== null).join('\n')
}

function describeAnswer({ status, error }: Outcome, texts: MessageTexts): string {
  return status === null ? texts.noAnswer(error?.trim() ?? null) : texts.status(status)
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
