import * as z from 'zod/mini'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { parseSearch, stringifySearch } from '../../ui/search-string.ts'
import { TableLayout } from '../../ui/table/table-layout.ts'
import { type DateRange, ListSearch } from '../event/list/list-search.ts'
import { rangeAt, ViewDays } from './view-days.ts'

/** The address of a list under a name that a person gave it. */
export const SavedView = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  list: FailedEventList,
  days: ViewDays,
  /** The rest of what stands in the address, as it stands there. */
  query: z.string(),
  /** How the table was arranged; views of earlier versions have none. */
  layout: z.optional(TableLayout),
})
export type SavedView = z.output<typeof SavedView>

/** Where each list is looked at. */
export const LIST_PATHS = {
  call_events_fail: '/failed-calls',
  transcription_events_fail: '/failed-ai-events',
} as const satisfies Record<FailedEventList, string>

/** What is looked at, without its days, its page and the event that is open. */
export function queryOf(search: ListSearch & DateRange): string {
  return stringifySearch({
    ...search,
    from: undefined,
    to: undefined,
    page: undefined,
    turn: undefined,
    event: undefined,
    unread: undefined,
  })
}

/** What the address says when the view is gone to on the day that is `today`. */
export function searchOf({ days, query }: SavedView, today: CalendarDate): ListSearch {
  return ListSearch.parse({ ...parseSearch(query), ...rangeAt(days, today) })
}
