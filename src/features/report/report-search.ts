import * as z from 'zod/mini'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { ListSearch } from '../event/list/list-search.ts'

const Report = z.object({
  /** A replay, instead of days. */
  run: z.catch(z.optional(z.uuid()), undefined),
  /** The events of this list that are selected. */
  selected: z.catch(z.optional(FailedEventList), undefined),
})

/** The URL parameters of a report: a replay, or the days, the search and the filters of a list. */
export const ReportSearch = z.pipe(
  z.custom<z.input<typeof ListSearch> & z.input<typeof Report>>(),
  z.transform(search => {
    const { from, to, from_time, to_time, q, cause, receiver, company, kind, status } =
      ListSearch.parse(search)
    const filters = { from_time, to_time, q, cause, receiver, company, kind, status }
    return { from, to, ...filters, ...Report.parse(search) }
  }),
)
export type ReportSearch = z.output<typeof ReportSearch>
