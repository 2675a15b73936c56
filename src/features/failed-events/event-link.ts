import { addDays } from '../../../contract/calendar-date.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import type { ReplayTarget } from '../replays/replay-target.ts'
import { type DateRange, LIST_SEARCH_DEFAULTS, type ListSearch } from './list-search.ts'

type Place = DateRange & Pick<ListSearch, 'page' | 'size' | 'event'>

/**
 * A link to an event for a colleague: the list, its days, the page and the event, and nothing else
 * that the address of the list's page may say.
 */
export function eventLink({ from, to, page, size, event }: Place): string {
  const search = stringifySearch({
    from,
    to,
    page: page === LIST_SEARCH_DEFAULTS.page ? undefined : page,
    size: size === LIST_SEARCH_DEFAULTS.size ? undefined : size,
    event,
  })
  const { origin, pathname } = window.location
  return `${origin}${pathname}${search}`
}

export function targetLink({ from_date, to_date, page, page_size, id }: ReplayTarget): string {
  const to = addDays(to_date, -1)
  return eventLink({ from: from_date, to, page, size: page_size, event: id })
}
