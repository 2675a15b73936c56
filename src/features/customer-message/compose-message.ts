import { shownUrl } from '../../../contract/text/shown-text.ts'
import { formatCount, plural } from '../../format/numbers.ts'
import type { Times } from '../../format/times-in.ts'
import {
  describeCauses,
  listEvents,
  type MessageEvent,
  type MessageOptions,
  shownEvents,
  technicalDetails,
} from './message-sections.ts'

type Noun = { one: string; many: string }

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
  const { length } = events
  const shown = shownEvents(events, options)
  const sections = [
    'Hello,',
    introduction(shown, noun, times),
    facts(shown),
    ...describeCauses(shown, length),
    `What happens next\n${nextSteps(length)}`,
    `The ${plural(length, noun.one, noun.many)}\n${listEvents(shown, length, times, options)}`,
    options.audience === 'operator' ? technicalDetails(shown, options) : null,
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

function nextSteps(count: number): string {
  return count === 1
    ? 'We have kept it and will send it again once your system is ready. Please reply when it is.'
    : 'We have kept them and will send them again once your system is ready. Please reply when it is.'
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter(value => value !== null))]
}
