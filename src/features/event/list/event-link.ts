import { addDays } from '../../../../contract/time/calendar-date.ts'
import { stringifySearch } from '../../../ui/search-string.ts'
import { PAGE_SEARCH_DEFAULTS } from '../../../ui/table/page-search.ts'
import type { DateRange, ListSearch } from './list-search.ts'
import type { ReplayTarget } from './replay-target.ts'

type Place = DateRange &
  Pick<ListSearch, 'page' | 'size'> &
  Pick<Partial<ListSearch>, 'cursor' | 'event'>

/** The URL parameters of an event: dates, page and event, without others. */
export function eventSearch({ from, to, page, cursor, size, event }: Place): string {
  return stringifySearch({
    from,
    to,
    page: page === PAGE_SEARCH_DEFAULTS.page ? undefined : page,
    cursor,
    size: size === PAGE_SEARCH_DEFAULTS.size ? undefined : size,
    event,
  })
}

/** A link to an event for a colleague. */
export function targetLink({ key, target }: { key: string; target: ReplayTarget }): string {
  const { from_date: from, to_date, page, cursor, page_size: size } = target
  const place = { from, to: addDays(to_date, -1), page, cursor, size, event: key }
  return `${window.location.origin}${window.location.pathname}${eventSearch(place)}`
}
