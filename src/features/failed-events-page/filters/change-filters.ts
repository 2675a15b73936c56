import type { EventFilter } from '../../../../contract/events-filter.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { type ListSearch, NO_FILTERS, type StateFilter } from '../../event/list/list-search.ts'

/** "All" stays chosen when a filter follows, which would list the missing events otherwise. */
export function changeState(search: ListSearch, state: StateFilter): ListSearch {
  if (search.state === state) return search
  return { ...search, ...FIRST_PAGE, event: undefined, state }
}

export function changeFilter(
  search: ListSearch,
  filter: EventFilter,
  value: string | undefined,
): ListSearch {
  return { ...search, [filter]: value, ...FIRST_PAGE, event: undefined }
}

export function clearFilters(search: ListSearch): ListSearch {
  const { view } = search
  return {
    ...search,
    ...NO_FILTERS,
    ...FIRST_PAGE,
    q: undefined,
    state: undefined,
    view: view === 'groups' ? view : undefined,
    sort: view === 'groups' ? search.sort : undefined,
    event: undefined,
  }
}
