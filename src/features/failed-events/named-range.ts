import { redirect } from '@tanstack/react-router'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { type DateRange, type ListSearch, rangeOf } from '../event/list/list-search.ts'

/**
 * The days in the URL of a list.
 * @throws a redirect to a URL with these days, so that it means the same tomorrow
 */
export function namedRange(search: ListSearch, today: CalendarDate): DateRange {
  const range = rangeOf(search, today)
  if (search.from === undefined || search.to === undefined) {
    throw redirect({ to: '.', search: { ...search, ...range }, replace: true })
  }
  return range
}
