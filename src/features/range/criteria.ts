import type { ListSearch } from '../event/list/list-search.ts'
import type { Criteria } from './event-index.ts'
import { readEventSort } from './event-sort.ts'

/** What the address asks for, with what is `typed` by now. The order of groups is theirs alone. */
export function criteriaOf(
  { cause, receiver, company, view, sort }: ListSearch,
  typed: string,
): Criteria {
  return { typed, cause, receiver, company, sort: readEventSort(view === 'all' ? sort : undefined) }
}
