import * as z from 'zod/mini'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { DEFAULT_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import {
  Cursor,
  FIRST_PAGE,
  type PageAsked,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import { addDays, CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { PAGE_SIZES } from '../../../ui/table/page-sizes.ts'

const PageSize = z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))

/** The day after it must be a date too: the service is asked up to there. */
const LAST_DAY: CalendarDate = '9999-12-30'

const Day = z.pipe(
  CalendarDate,
  z.transform(day => (day > LAST_DAY ? LAST_DAY : day)),
)

const Words = z.catch(z.optional(z.string().check(z.minLength(1))), undefined)

const Fields = z.object({
  from: z.catch(z.optional(Day), undefined),
  to: z.catch(z.optional(Day), undefined),
  page: z._default(z.catch(z.coerce.number().check(z.int(), z.positive()), 1), 1),
  /** How the service is asked for the page, where its number is not enough. */
  cursor: z.catch(z.optional(Cursor), undefined),
  size: z._default(z.catch(PageSize, DEFAULT_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  event: Words,
  /**
   * "all" loads the whole range and lists it. Without a view, the list shows the service's pages.
   */
  view: z.catch(z.optional(z.enum(['groups', 'all'])), undefined),
  q: Words,
  cause: Words,
  receiver: Words,
  company: Words,
  kind: Words,
  status: Words,
  /** "all" even where only events that are still missing would be shown. */
  state: z.catch(z.optional(z.enum(['missing', 'delivered', 'handled', 'all'])), undefined),
  /** What the groups have in common. */
  by: z.catch(z.optional(z.enum(['receiver', 'company', 'cause'])), undefined),
  sort: Words,
  /** Whether the histogram is shown. Without it, the height of the window decides. */
  chart: z.catch(z.optional(z.enum(['on', 'off'])), undefined),
  /** The days of the link that led here could not be read, so these are others. */
  unread: z.catch(z.optional(z.literal('days')), undefined),
})

/**
 * What the address of a list of failed events says: which days, which page, which open event; and
 * for a loaded range, how it is searched, filtered and sorted.
 */
export const ListSearch = z.pipe(
  z.pipe(
    z.custom<z.input<typeof Fields> & { turn?: string }>(),
    z.transform(search => markUnread(readCursor(search))),
  ),
  z.pipe(
    Fields,
    // What is shown as page 1 is always the list's own first page.
    z.transform(search => (search.page === 1 ? { ...search, cursor: undefined } : search)),
  ),
)
export type ListSearch = z.output<typeof ListSearch>

/** What a loaded range is filtered by, apart from words and states. */
export const FILTERS = ['cause', 'receiver', 'company', 'kind', 'status'] as const
export type Filter = (typeof FILTERS)[number]

export const NO_FILTERS = {
  cause: undefined,
  receiver: undefined,
  company: undefined,
  kind: undefined,
  status: undefined,
} satisfies Record<Filter, undefined>

export type StateFilter = NonNullable<ListSearch['state']>

/**
 * Whether the list needs the whole range: the service can neither search, filter, sort nor group.
 */
export function needsRange(search: ListSearch): boolean {
  const { view, q, state } = search
  if (view !== undefined || q !== undefined) return true
  if (state !== undefined && state !== 'all') return true
  return FILTERS.some(filter => search[filter] !== undefined)
}

/** Marks a link whose days can't be read, because the page shows other days then. */
function markUnread(search: z.input<typeof Fields>): z.input<typeof Fields> {
  const isUnread = [search.from, search.to].some(
    day => day !== undefined && day !== '' && !Day.safeParse(day).success,
  )
  return isUnread ? { ...search, unread: 'days' } : search
}

/** Links of earlier versions call the cursor `turn`. */
function readCursor({
  turn,
  ...search
}: z.input<typeof Fields> & { turn?: string }): z.input<typeof Fields> {
  return turn === undefined ? search : { cursor: turn, ...search }
}

/** Defaults that are omitted from the URL. */
export const LIST_SEARCH_DEFAULTS = { page: 1, size: DEFAULT_PAGE_SIZE } as const

/** Days as a person means them: both included. */
export type DateRange = { from: CalendarDate; to: CalendarDate }

export type ListPage = DateRange & PageAsked & { size: number }

/** What each part of a list's page is about, and how it goes to another place. */
export type ListProps = {
  list: FailedEventList
  search: ListSearch & DateRange
  /** `replace` where Back should not lead here again. */
  onSearch: (search: ListSearch, options?: { replace?: boolean }) => void
}

/** The range that `search` names; what it leaves out is today, or the same day as the other end. */
export function rangeOf(search: Partial<DateRange>, today: CalendarDate): DateRange {
  return {
    from: search.from ?? search.to ?? today,
    to: search.to ?? search.from ?? today,
  }
}

/** The request's window: `to_date` is not included, so it is the day after the last one meant. */
export function requestedDates({ from, to }: DateRange) {
  return { from_date: from, to_date: addDays(to, 1) }
}

export function isInOrder({ from, to }: DateRange): boolean {
  return from <= to
}

/** Other days or another page size make another list: it is read from its first page. */
export function changeList(
  search: ListSearch,
  change: Partial<Pick<ListSearch, 'from' | 'to' | 'size'>>,
): ListSearch {
  return { ...search, ...change, ...FIRST_PAGE, event: undefined, unread: undefined }
}

/** Another page of the same list. What is open belongs to the page that it is on. */
export function changePage(search: ListSearch, place: PagePlace): ListSearch {
  return { ...search, ...place, event: undefined }
}

/** The same days in another view. Keeps the search and resets the order. */
export function changeView(search: ListSearch, view: ListSearch['view']): ListSearch {
  return { ...search, view, ...FIRST_PAGE, event: undefined, sort: undefined }
}

/** All events of the same days in another order, which only the browser can put them in. */
export function changeSort(search: ListSearch, sort: string): ListSearch {
  return { ...search, view: 'all', sort, ...FIRST_PAGE, event: undefined }
}
