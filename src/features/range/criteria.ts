import { FILTERS, type ListSearch, type StateFilter } from '../event/list/list-search.ts'
import type { Criteria } from './event-index.ts'
import { readEventSort } from './event-sort.ts'

/** A search in at most this many events shows first what is still missing. */
export const MAX_EVENTS_MISSING_FIRST = 500

/**
 * What the address asks for, with what is `typed` by now. The order of groups is theirs alone.
 *
 * @param count of all events of the range, as far as it is known
 */
export function criteriaOf(search: ListSearch, typed: string, count: number): Criteria {
  const { view, sort } = search
  return {
    typed,
    state: stateFilterOf(search, count),
    sort: readEventSort(view === 'groups' ? undefined : sort),
    ...Object.fromEntries(FILTERS.map(filter => [filter, search[filter]])),
  }
}

/**
 * Which states a loaded range lists. Groups say how many of all their events are missing, and a list
 * that was only sorted still has all of its events.
 */
export function stateFilterOf({ state, view }: ListSearch, count: number): StateFilter {
  if (state !== undefined) return state
  return view === undefined && count <= MAX_EVENTS_MISSING_FIRST ? 'missing' : 'all'
}
