import { formatNumber, plural } from '../text/count.ts'
import { capitalise } from '../text/names.ts'
import { shownUrl } from '../text/shown-text.ts'
import type { Times } from '../time/times-in.ts'
import { describeCauses, needsChange } from './describe-causes.ts'
import type { MessageEvent } from './message-event.ts'
import {
  formatKept,
  formatSent,
  listEvents,
  type MessageOptions,
  type Noun,
  periodOf,
  SYSTEM,
  shownEvents,
  technicalDetails,
} from './message-sections.ts'

/**
 * A message that a person can send to one customer or operator: what failed, since when, how often, why,
 * what to change, and what happens next; or that replays have delivered all of it, or that all of it was dealt
 * with in another way.
 *
 * @param evidence other events, which may show that a cause is gone
 * @param events at least one, in any order, all of the same reader (`readersOf`)
 */
export function composeMessage(
  events: MessageEvent[],
  noun: Noun,
  times: Times,
  options: MessageOptions,
  evidence: MessageEvent[] = [],
): string {
  const { audience } = options
  const total = events.length
  const shown = shownEvents(events, options)
  const all = [...shown, ...evidence]
  const deliveries = shown.flatMap(({ deliveredAt }) => deliveredAt ?? []).toSorted()
  const handled = shown.filter(({ deliveredAt, isHandled }) => !deliveredAt && isHandled).length
  const isSettled = deliveries.length + handled === total
  const delivered = isSettled ? deliveries.at(-1) : undefined
  const list = listEvents(shown, total, { noun, times, ...options })
  const failed = `We could not deliver ${formatSent(total, noun)} to ${SYSTEM[audience]}${formatPeriod(shown, times)}.`
  const sections =
    delivered !== undefined
      ? [
          `We delivered ${formatSent(deliveries.length, noun)} to ${SYSTEM[audience]} on ${times.full(delivered)}. ${formatOthers(handled)}Earlier attempts had failed${formatPeriod(shown, times)}.`,
          facts(shown),
          `What happens next\n${capitalise(SYSTEM[audience])} has confirmed ${plural(deliveries.length, 'it', 'them')}, so you do not need to do anything.`,
          list,
        ]
      : isSettled
        ? [
            `${failed} ${plural(total, 'It was', 'They were')} dealt with in another way since then.`,
            facts(shown),
            `What happens next\nWe will not send ${plural(total, 'it', 'them')} again. You do not need to do anything.`,
            list,
          ]
        : [
            failed,
            facts(shown),
            ...describeCauses(shown, { total, audience, times, evidence: all }),
            `What happens next\n${formatKept(needsChange(shown, all))}`,
            list,
            audience === 'operator' ? technicalDetails(shown, options) : '',
          ]
  return ['Hello,', ...sections, 'Kind regards'].filter(section => section).join('\n\n')
}

/** The events that no replay has delivered, because a person has dealt with them. */
function formatOthers(handled: number): string {
  if (handled === 0) return ''
  return `${formatNumber(handled)} ${plural(handled, 'other was', 'others were')} dealt with in another way. `
}

function formatPeriod(events: MessageEvent[], times: Times): string {
  const period = periodOf(events)
  if (period === null) return ''
  const { first, last } = period
  return first === last
    ? ` on ${times.full(first)}`
    : ` between ${times.full(first)} and ${times.full(last)}`
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

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter(value => value !== null))]
}
