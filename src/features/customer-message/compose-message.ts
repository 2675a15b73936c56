import { shownUrl } from '../../../contract/text/shown-text.ts'
import { formatCount, plural } from '../../format/numbers.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import type { Times } from '../../format/times.ts'
import { explainFailure } from '../event/cause/explain-failure.ts'
import { failureSummary, type Outcome } from '../event/cause/failure-cause.ts'
import { receiverOf } from '../event/event-row.ts'
import { curlCommand } from './curl-command.ts'
import { maskCaller, maskCallers } from './mask-callers.ts'

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
  payload: unknown
}

export type MessageOptions = {
  /** Who reads it: the customer, or the people who run the receiver and need technical details. */
  audience: 'customer' | 'operator'
  /** Callers are personal data of the customer's customers, so they are masked by default. */
  showsCallers: boolean
}

type Noun = { one: string; many: string }

/** As many events as a person reads in a message. */
const MAX_LISTED = 10
const MAX_CAUSES = 5

/**
 * A message that a person can send to a customer: what failed, since when, how often, why, what to
 * change, and what happens next.
 *
 * @param events at least one, in any order
 */
export function composeMessage(
  events: MessageEvent[],
  noun: Noun,
  times: Times,
  options: MessageOptions,
): string {
  const shown = options.showsCallers ? events : events.map(withMaskedCaller)
  const sorted = shown.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  const sections = [
    'Hello,',
    introduction(sorted, noun, times),
    facts(sorted),
    ...causes(sorted),
    `What happens next\n${nextSteps(events.length)}`,
    `The ${plural(events.length, noun.one, noun.many)}\n${listed(sorted, times, options)}`,
    options.audience === 'operator' ? technicalDetails(sorted, options) : null,
    'Kind regards',
  ]
  return sections.filter(section => section !== null).join('\n\n')
}

function introduction(events: MessageEvent[], { one, many }: Noun, times: Times): string {
  const count = formatCount(events.length, one, many)
  const stamps = events.flatMap(({ at }) => (at === null ? [] : [at]))
  const [first, last] = [stamps.at(0), stamps.at(-1)]
  const when =
    first === undefined || last === undefined
      ? ''
      : first === last
        ? ` on ${times.full(first)}`
        : ` between ${times.full(first)} and ${times.full(last)}`
  return `We could not deliver ${count} to your system${when}.`
}

function facts(events: MessageEvent[]): string {
  const companies = distinct(events.map(({ company }) => company))
  const urls = distinct(events.map(({ url }) => url)).map(shownUrl)
  return [
    companies.length > 0 &&
      `${plural(companies.length, 'Company', 'Companies')}: ${companies.join(', ')}`,
    urls.length > 0 &&
      `${plural(urls.length, 'Address', 'Addresses')}: ${urls.join('\n           ')}`,
  ]
    .filter(line => line !== false)
    .join('\n')
}

/** Each cause with its share, the most frequent first, and what to change. */
function causes(events: MessageEvent[]): string[] {
  const byCause = Map.groupBy(events, ({ outcome }) => failureSummary(outcome))
  const frequent = [...byCause.values()].toSorted((one, other) => other.length - one.length)
  const isOnly = frequent.length === 1
  const described = frequent.slice(0, MAX_CAUSES).map(([sample, ...others]) => {
    if (sample === undefined) return ''
    const { happened, meaning, fixer, fix } = explainFailure(sample.outcome, {
      company: sample.company,
      host: receiverOf(sample.url)?.host ?? null,
    })
    const share = isOnly ? '' : ` (${others.length + 1} of ${events.length})`
    return `What happened${share}\n${happened} ${meaning}\n\nWhat to change\n${fixer}: ${fix}`
  })
  const more = frequent.length - MAX_CAUSES
  return more > 0
    ? [...described, `There are ${formatCount(more, 'other cause', 'other causes')}.`]
    : described
}

function nextSteps(count: number): string {
  return count === 1
    ? 'We have kept it and will send it again once your system is ready. Please reply when it is.'
    : 'We have kept them and will send them again once your system is ready. Please reply when it is.'
}

function listed(events: MessageEvent[], times: Times, { showsCallers }: MessageOptions): string {
  const lines = events.slice(0, MAX_LISTED).map(({ at, caller, callId }) => {
    const number = caller === null ? null : formatPhoneNumber(caller)
    const parts = [
      at === null ? 'Time unknown' : times.moment(at),
      number === null ? null : `caller ${showsCallers ? number : maskNumber(number)}`,
      callId === null ? null : `call ${callId}`,
    ]
    return `- ${parts.filter(part => part !== null).join(', ')}`
  })
  const more = events.length - MAX_LISTED
  return [...lines, more > 0 && `- and ${more} more`].filter(line => line !== false).join('\n')
}

/** What a developer asks for: the request, the last answer, and a command that sends the same. */
function technicalDetails(events: MessageEvent[], { showsCallers }: MessageOptions): string {
  const sample = events.findLast(({ url }) => url !== null) ?? events.at(-1)
  if (sample === undefined) return 'Technical details'
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
    url === null
      ? null
      : `To try it:\n${curlCommand(url, showsCallers ? payload : maskCallers(payload, caller))}`,
  ]
  return lines.filter(line => line !== null).join('\n')
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

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter(value => value !== null))]
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
