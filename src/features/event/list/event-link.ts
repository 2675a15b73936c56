import { addDays } from '../../../../contract/time/calendar-date.ts'
import { stringifySearch } from '../../../ui/search-string.ts'
import { PAGE_SEARCH_DEFAULTS } from '../../../ui/table/page-search.ts'
import type { DateRange, ListSearch } from './list-search.ts'
import type { ReplayTarget } from './replay-target.ts'

type Place = DateRange &
  Pick<ListSearch, 'page' | 'size'> &
  Pick<Partial<ListSearch>, 'cursor' | 'event'>

/** A link to an event for a colleague: the list, dates, page and event, without other URL parameters. */
export function eventLink(place: Place): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}${eventSearch(place)}`
}

/** The search part of the same link. */
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

export function targetLink({ key, target }: { key: string; target: ReplayTarget }): string {
  const { from_date, to_date, page, cursor, page_size } = target
  const to = addDays(to_date, -1)
  return eventLink({ from: from_date, to, page, cursor, size: page_size, event: key })
}
