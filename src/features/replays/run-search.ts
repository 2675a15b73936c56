import * as z from 'zod/mini'
import { ReplayItemFilter } from '../../../contract/replay.ts'
import { PageSearch } from '../../ui/table/page-search.ts'

/** The URL parameters of a replay: the page of its events and their state, and its tables' orders. */
export const RunSearch = z.extend(PageSearch, {
  receivers_sort: PageSearch.shape.sort,
  causes_sort: PageSearch.shape.sort,
  state: z.catch(z.optional(ReplayItemFilter), undefined),
  /** Only events with this one of the run's causes. */
  cause: z.catch(z.optional(z.string()), undefined),
  /** The name of the receiver that is open. */
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
})
export type RunSearch = z.output<typeof RunSearch>
