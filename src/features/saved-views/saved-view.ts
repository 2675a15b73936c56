import * as z from 'zod/mini'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { parseSearch, stringifySearch } from '../../ui/search-string.ts'
import { TableLayout } from '../../ui/table/table-layout.ts'
import { type DateRange, ListSearch } from '../event/list/list-search.ts'
import { rangeAt, relativeDays, ViewDays } from './view-days.ts'

/** A list's URL with a name that a person gave it. */
export const SavedView = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  list: FailedEventList,
  days: ViewDays,
  /** The other URL parameters, unchanged. */
  query: z.string(),
  /** How the table was arranged. */
  layout: z.optional(TableLayout),
})
export type SavedView = z.output<typeof SavedView>

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
export function updateView(
  view: SavedView,
  search: ListSearch & DateRange,
  today: CalendarDate,
): SavedView {
  const { from, to } = search
  const before = rangeAt(view.days, today)
  const isSame = before.from === from && before.to === to
  const moving = view.days.kind === 'relative' ? relativeDays(search, today) : null
  const days = moving ?? { kind: 'absolute', from, to }
  return { ...view, days: isSame ? view.days : days, query: queryOf(search) }
}

/** The URL parameters of the view when it is opened on the day `today`. */
export function searchOf({ days, query }: SavedView, today: CalendarDate): ListSearch {
  return ListSearch.parse({ ...parseSearch(query), ...rangeAt(days, today) })
}
