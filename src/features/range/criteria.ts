import {
  FILTERS,
  isNarrowed,
  type ListSearch,
  type StateFilter,
} from '../event/list/list-search.ts'
import type { Criteria } from './event-index.ts'
import { readEventSort } from './event-sort.ts'

/** A search in at most this many events starts with the missing ones. */
export const MAX_EVENTS_MISSING_FIRST = 500

/**
 * The criteria in the URL, with the text in the field (`searchText`). The order of groups does not apply.
 *
 * @param count of all events of the range, if it is known
 */
export function criteriaOf(search: ListSearch, searchText: string, count: number): Criteria {
  const { view, sort } = search
  return {
    searchText,
    state: stateFilterOf(search, searchText, count),
    isStateChosen: search.state !== undefined,
    sort: readEventSort(view === 'groups' ? undefined : sort),
    ...Object.fromEntries(FILTERS.map(filter => [filter, search[filter]])),
  }
}

/**
 * The states that a loaded range lists. Groups say how many of all their events are missing, and a
 * list that was only sorted still has all of its events. An opened group is a filter like any other.
 */
export function stateFilterOf(search: ListSearch, searchText: string, count: number): StateFilter {
  const { state, view } = search
  if (state !== undefined) return state
  const isWhole =
    view === 'groups' || (view === 'all' && !isNarrowed(search) && searchText.trim() === '')
  return !isWhole && count <= MAX_EVENTS_MISSING_FIRST ? 'missing' : 'all'
}
