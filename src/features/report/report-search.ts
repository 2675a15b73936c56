import * as z from 'zod/mini'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { MatchingSearch } from '../event/list/list-search.ts'

const NO_RUN = '00000000-0000-0000-0000-000000000000'

/** The URL parameters of a report: a replay, or the days, the search and the filters of a list. */
export const ReportSearch = z.extend(MatchingSearch, {
  /** A replay, instead of days. An id of another form is that of no replay, so the page says that there is none. */
  run: z.catch(z.optional(z.uuid()), NO_RUN),
  /** The events of this list that are selected. */
  selected: z.catch(z.optional(FailedEventList), undefined),
})
export type ReportSearch = z.output<typeof ReportSearch>
