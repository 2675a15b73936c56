import * as z from 'zod/mini'
import { RunsSearch } from '../replays/run-search.ts'

/** What of it can't be asked for is left out where it is asked for: this is on every first page. */
const Text = z.catch(z.optional(z.string()), undefined)

/** What the address of the activity log says: which page of it, and whose and which entries. */
export const ActivitySearch = z.extend(RunsSearch, {
  who: Text,
  /** A script or a command, where it isn't a person. */
  by: Text,
  kind: Text,
  /** Days, both included. */
  from: Text,
  to: Text,
})
export type ActivitySearch = z.output<typeof ActivitySearch>

/** What the page and its parts share: the address alone owns what is shown. */
export type ActivityProps = {
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}
