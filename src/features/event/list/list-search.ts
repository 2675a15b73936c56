import * as z from 'zod/mini'
import {
  EVENT_FILTERS,
  type EventsFilter,
  StateFilter,
} from '../../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { FollowUpFilter } from '../../../../contract/follow-up.ts'
import {
  Cursor,
  FIRST_PAGE,
  type PagePlace,
  type PageRequest,
} from '../../../../contract/pages/page-place.ts'
import { addDays, CalendarDate, TimeOfDay } from '../../../../contract/time/calendar-date.ts'
import { PageSearch } from '../../../ui/table/page-search.ts'

/** The day after it has to be a valid date, too, because the request ends there. */
const LAST_DAY: CalendarDate = '9999-12-30'

const Day = z.pipe(
  CalendarDate,
  z.transform(day => (day > LAST_DAY ? LAST_DAY : day)),
)

const Words = z.catch(z.optional(z.string().check(z.minLength(1))), undefined)

export const MatchingSearch = z.object({
  from: z.catch(z.optional(Day), undefined),
  to: z.catch(z.optional(Day), undefined),
  /** From this time of the first day, and until the end of this minute of the last day. */
  from_time: z.catch(z.optional(TimeOfDay), undefined),
  to_time: z.catch(z.optional(TimeOfDay), undefined),
  q: Words,
  cause: Words,
  receiver: Words,
  company: Words,
  kind: Words,
  status: Words,
})

const Fields = z.extend(MatchingSearch, {
  page: PageSearch.shape.page,
  /** The request parameters for the page, if its number is not enough. */
  cursor: z.catch(z.optional(Cursor), undefined),
  size: PageSearch.shape.size,
  event: Words,
  /** "all" lists the gateway's copy of the range. Without a view, the list shows the service's pages. */
  view: z.catch(z.optional(z.enum(['groups', 'all'])), undefined),
  /** "all" overrides the default of showing only events that are still missing. */
  state: z.catch(z.optional(StateFilter), undefined),
  /** The common property of the events of a group. */
  by: z.catch(z.optional(z.enum(['receiver', 'company', 'cause'])), undefined),
  /** Only groups with this follow-up. */
  follow_up: z.catch(z.optional(FollowUpFilter), undefined),
  sort: Words,
  /** Whether the histogram is shown. If it is missing, the height of the window decides. */
  chart: z.catch(z.optional(z.enum(['on', 'off'])), undefined),
  /** What was malformed in the opened link. The page shows other days, or all follow-ups. */
  unread: z.catch(z.optional(z.enum(['days', 'follow_up'])), undefined),
})

/**
 * The URL parameters of a list of failed events: days, page and open event. For the gateway's copy, also
 * the search, the filters and the order.
 */
export const ListSearch = z.pipe(
  z.pipe(z.custom<z.input<typeof Fields>>(), z.transform(markUnread)),
  z.pipe(
    Fields,
    // Page 1 is always the first page of the list, without a cursor.
    z.transform(search => (search.page === 1 ? { ...search, cursor: undefined } : search)),
  ),
)
export type ListSearch = z.output<typeof ListSearch>

export const NO_FILTERS = {
  from_time: undefined,
  to_time: undefined,
  ...Object.fromEntries(EVENT_FILTERS.map(filter => [filter, undefined])),
}

/** Whether the list needs the gateway's copy, because the service cannot search, filter, sort or group. */
export function needsRange(search: ListSearch): boolean {
  return search.view !== undefined || isNarrowed(search)
}

/** Whether a search, a time of day, a state or another filter leaves events out. */
export function isNarrowed(search: ListSearch): boolean {
  const { q, state, from_time, to_time } = search
  if ((from_time ?? to_time ?? q) !== undefined) return true
  if (state !== undefined && state !== 'all') return true
  return EVENT_FILTERS.some(filter => search[filter] !== undefined)
}

/** Marks a link of which the page drops a part. */
function markUnread(search: z.input<typeof Fields>): z.input<typeof Fields> {
  const isUnread = (schema: z.ZodMiniType, value: unknown) =>
    value !== undefined && value !== '' && !schema.safeParse(value).success
  if (isUnread(Day, search.from) || isUnread(Day, search.to)) return { ...search, unread: 'days' }
  return isUnread(FollowUpFilter, search.follow_up) ? { ...search, unread: 'follow_up' } : search
}

export type DateRange = { from: CalendarDate; to: CalendarDate }

/** The days of a list, with a time on the first and the last one if a person chose one. */
export type TimedRange = DateRange & Pick<ListSearch, 'from_time' | 'to_time'>

export type ListPage = DateRange & PageRequest & { size: number }

export type ListProps = {
  list: FailedEventList
  search: ListSearch & DateRange
  /** `replace` if Back should not return here, `state` if the new history entry keeps the state of this one. */
  onSearch: (search: ListSearch | ChangeOfSearch, options?: ChangeOptions) => void
}

export type ChangeOptions = { replace?: boolean; state?: true }

/**
 * The next search of the address. Text is put into it a moment after it was typed, and the person may have changed
 * something else in that moment.
 *
 * @param shown what the page shows
 */
export function nextSearch(shown: ListSearch & DateRange, next: ListSearch | ChangeOfSearch) {
  if (typeof next !== 'function') return next
  return (newest: ListSearch) =>
    next({ ...newest, from: newest.from ?? shown.from, to: newest.to ?? shown.to })
}

/** A change of the newest search of the address. */
export type ChangeOfSearch = (newest: ListSearch) => ListSearch

/** The range in `search`. A missing end is the same day as the other end, or today. */
export function rangeOf(search: Partial<DateRange>, today: CalendarDate): DateRange {
  return {
    from: search.from ?? search.to ?? today,
    to: search.to ?? search.from ?? today,
  }
}

/** The range of the request. `to_date` is not included, so it is the day after the last day. */
export function requestedDates({ from, to }: DateRange) {
  return { from_date: from, to_date: addDays(to, 1) }
}

/** What the gateway's copy is asked for. */
export function filterOf({ list, search }: Pick<ListProps, 'list' | 'search'>): EventsFilter {
  return {
    list,
    ...requestedDates(search),
    q: search.q?.trim() || undefined,
    state: search.state,
    from_time: search.from_time,
    to_time: search.to_time,
    ...Object.fromEntries(EVENT_FILTERS.map(filter => [filter, search[filter]])),
  }
}

export function isInOrder({ from, to, from_time = '', to_time = '24' }: TimedRange): boolean {
  return from < to || (from === to && from_time <= to_time)
}

/** Changes which events the list has, or their order or number on a page, which leads to the first page. */
export function changeList(search: ListSearch, change: Partial<ListSearch>): ListSearch {
  return { ...search, ...change, ...FIRST_PAGE, event: undefined, unread: undefined }
}

/** Opens another page of the same list. The open event belongs to its page, so it closes. */
export function changePage(search: ListSearch, place: PagePlace): ListSearch {
  return { ...search, ...place, event: undefined }
}
