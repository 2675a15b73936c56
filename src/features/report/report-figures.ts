import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import type { StateCounts } from '../../../contract/events.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { formatDateRange } from '../../format/days.ts'
import { hasContentId } from '../event/event-identity.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { TimedRange } from '../event/list/list-search.ts'

/** How many events a report names that took the longest from their failure to their delivery. */
const GAPS = 3

type ListFigures = StateCounts & { list: FailedEventList }

export type Figures = ReturnType<typeof figuresOf>

export function figuresOf(events: ReportedEvent[]) {
  const lists = FailedEventList.options.flatMap((list): ListFigures | [] => {
    const ofList = events.filter(event => event.list === list)
    const delivered = ofList.filter(event => outcomeOf(event) === 'delivered').length
    const handled = ofList.filter(event => outcomeOf(event) === 'handled').length
    const all = ofList.length
    return all === 0 ? [] : { list, all, delivered, handled, missing: all - delivered - handled }
  })
  const recovered = events
    .flatMap(event => {
      const at = deliveredAt(event)
      if (at === null || event.failed_at === null) return []
      return { event, seconds: Math.max(0, Date.parse(at) - Date.parse(event.failed_at)) / 1_000 }
    })
    .toSorted((one, other) => other.seconds - one.seconds)
  return {
    lists,
    missing: lists.reduce((sum, { missing }) => sum + missing, 0),
    /** How long the events took from their failure to their first delivery, as far as both times are known. */
    medianSeconds: recovered[Math.floor(recovered.length / 2)]?.seconds ?? null,
    /** How many events `medianSeconds` is based on. */
    timed: recovered.length,
    longest: recovered.slice(0, GAPS),
    /** Events that the service gives no id, and those whose time of failure it doesn't report. */
    withoutId: events.filter(hasContentId).length,
    withoutTime: events.filter(({ failed_at }) => failed_at === null).length,
  }
}

/** An event that is being sent is still missing. Once delivered, it stays delivered. */
export function outcomeOf({ state, delivery }: ReportedEvent): 'delivered' | 'handled' | 'missing' {
  if (delivery !== null || state === 'delivered') return 'delivered'
  return state === 'handled' ? 'handled' : 'missing'
}

/** When it first arrived. Of old replays, only the last time is known. */
export function deliveredAt({ state, state_at, delivery }: ReportedEvent): string | null {
  return delivery?.at ?? (state === 'delivered' ? state_at : null)
}

/**
 * "None of your 143 failed calls from 25 to 26 November 2026 is missing now."
 *
 * @param which such as "on 25 November 2026"
 * @param isOfOneCompany whether a person may send it to that customer
 * @param isWhole whether all of them are loaded
 */
export function summarise(
  { lists, missing }: Figures,
  which: string,
  isOfOneCompany: boolean,
  isWhole = true,
): string {
  if (lists.length === 0) {
    return isWhole ? `Nothing failed ${which}.` : `No events that failed ${which} are loaded.`
  }
  const whose = isOfOneCompany ? 'your' : 'the'
  const nounOf = ({ list, all }: ListFigures) =>
    formatCount(all, LIST_LABELS[list].one, LIST_LABELS[list].many)
  if (missing === 0) {
    const [first, second] = lists
    return first?.all === 1 && second === undefined
      ? capitalise(`${whose} ${LIST_LABELS[first.list].one} ${which} is not missing now.`)
      : `None of ${whose} ${lists.map(nounOf).join(' and ')} ${which} is missing now.`
  }
  const parts = lists.map(one => {
    if (one.missing < one.all) return `${formatNone(one.missing)} of ${whose} ${nounOf(one)}`
    if (one.all === 1) return `${whose} ${LIST_LABELS[one.list].one}`
    return `all ${isOfOneCompany ? 'your ' : ''}${nounOf(one)}`
  })
  const verb = lists.length === 1 && missing === 1 ? 'is' : 'are'
  return capitalise(`${parts.join(' and ')} ${which} ${verb} still missing.`)
}

function formatNone(count: number): string {
  return count === 0 ? 'none' : formatNumber(count)
}

/** "on 25 November 2026 (from 08:00 until 12:30)" */
export function formatDays({ from_time, to_time, ...days }: TimedRange): string {
  const times = [from_time && `from ${from_time}`, to_time && `until ${to_time}`].filter(Boolean)
  return `${formatDateRange(days)}${times.length === 0 ? '' : ` (${times.join(' ')})`}`
}
