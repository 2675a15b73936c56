import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { SavedView, ViewDays } from '../../../contract/saved-view.ts'
import type { Session } from '../../../contract/session.ts'
import { addDays, type CalendarDate } from '../../../contract/time/calendar-date.ts'
import { formatDateRange } from '../../format/days.ts'
import { parseSearch, stringifySearch } from '../../ui/search-string.ts'
import { TableLayout } from '../../ui/table/table-layout.ts'
import { type DateRange, ListSearch, type TimedRange } from '../event/list/list-search.ts'

/** The current URL parameters without dates, page and open event. */
export function queryOf(search: ListSearch & DateRange): string {
  return stringifySearch({
    ...search,
    from: undefined,
    to: undefined,
    page: undefined,
    cursor: undefined,
    event: undefined,
    unread: undefined,
  })
}

/**
 * The view with the current dates and parameters. Dates that are still the same keep moving, or not. Fixed
 * dates stay fixed.
 */
export function updateView<View extends Pick<SavedView, 'days' | 'query'>>(
  view: View,
  search: ListSearch & DateRange,
  today: CalendarDate,
): View {
  const { from, to } = search
  const before = rangeAt(view.days, today)
  const isSame = before.from === from && before.to === to
  const moving = view.days.kind === 'relative' ? relativeDays(search, today) : null
  const days: ViewDays = moving ?? { kind: 'absolute', from, to }
  return { ...view, days: isSame ? view.days : days, query: queryOf(search) }
}

/** The URL parameters of the view when it is opened on the day `today`. */
export function searchOf(
  { days, query }: Pick<SavedView, 'days' | 'query'>,
  today: CalendarDate,
): ListSearch {
  return ListSearch.parse({ ...parseSearch(query), ...rangeAt(days, today) })
}

/** How the table is arranged when the view is opened; undefined if it was saved without that. */
export function layoutOf({ layout }: SavedView): TableLayout | undefined {
  return layout === null ? undefined : TableLayout.safeParse(layout).data
}

/** What a list opens with instead of today, if the person chose a view for that. */
export function defaultSearch(
  { default_views = {} }: Session,
  list: FailedEventList,
  today: CalendarDate,
): ListSearch | undefined {
  const view = default_views[list]
  return view && searchOf(view, today)
}

export function rangeAt(days: ViewDays, today: CalendarDate): DateRange {
  return days.kind === 'absolute'
    ? { from: days.from, to: days.to }
    : { from: addDays(today, -days.from_back), to: addDays(today, -days.to_back) }
}

/** `range` relative to today; null if it doesn't end recently enough to mean that. */
export function relativeDays({ from, to }: DateRange, today: CalendarDate): ViewDays | null {
  const isYesterday = from === to && to === addDays(today, -1)
  if (from > to || (to !== today && !isYesterday)) return null
  return { kind: 'relative', from_back: daysBetween(from, today), to_back: daysBetween(to, today) }
}

/** "always the last 7 days", "from 15 to 21 November 2026" */
export function formatViewDays(days: ViewDays): string {
  if (days.kind === 'absolute') return formatDateRange(days)
  const { from_back, to_back } = days
  if (from_back === 0) return 'always today'
  if (to_back === 0) return `always the last ${from_back + 1} days`
  if (from_back === 1) return 'always yesterday'
  return `always ${from_back === to_back ? '' : `from ${from_back} to `}${to_back} days ago`
}

/** ", from 09:00 until 17:00": on the first and on the last day */
export function formatViewTimes({ from_time, to_time }: Partial<TimedRange>): string {
  const times = [from_time && `from ${from_time}`, to_time && `until ${to_time}`].filter(Boolean)
  return times.length === 0 ? '' : `, ${times.join(' ')}`
}

function daysBetween(day: CalendarDate, later: CalendarDate): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000)
}
