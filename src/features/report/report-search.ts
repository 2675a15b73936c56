import * as z from 'zod/mini'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { MatchingSearch } from '../event/list/list-search.ts'

/** The URL parameters of a report: a replay, or the days, the search and the filters of a list. */
export const ReportSearch = z.extend(MatchingSearch, {
  /** A replay, instead of days. */
  run: z.catch(z.optional(z.string()), undefined),
  /** The events of this list that are selected. */
  selected: z.catch(z.optional(FailedEventList), undefined),
})
export type ReportSearch = z.output<typeof ReportSearch>
