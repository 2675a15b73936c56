import * as z from 'zod/mini'
import { PageSearch } from '../../ui/table/page-search.ts'

/** Invalid values are dropped when the request is made, because this code is in the first load. */
const Text = z.catch(z.optional(z.string()), undefined)

export const ActivitySearch = z.extend(PageSearch, {
  /** A phone number in any usual format. */
  number: Text,
  who: Text,
  /** A script or a command instead of a person. */
  by: Text,
  kind: Text,
  /** Dates, both included. */
  from: Text,
  to: Text,
})
export type ActivitySearch = z.output<typeof ActivitySearch>
