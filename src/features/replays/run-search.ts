import * as z from 'zod/mini'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../contract/pages/page.ts'
import { ReplayItemFilter } from '../../../contract/replay.ts'

const PageSize = z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))

const Sort = z.catch(z.optional(z.string()), undefined)

/** The URL parameters of the list of replays. */
export const RunsSearch = z.object({
  page: z._default(z.catch(z.coerce.number().check(z.int(), z.positive()), 1), 1),
  size: z._default(z.catch(PageSize, DEFAULT_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  /** Such as "-at". */
  sort: Sort,
})
export type RunsSearch = z.output<typeof RunsSearch>

/** The URL parameters of a replay: the page of its events and their state, and its tables' orders. */
export const RunSearch = z.extend(RunsSearch, {
  receivers_sort: Sort,
  causes_sort: Sort,
  state: z.catch(z.optional(ReplayItemFilter), undefined),
  /** The name of a cause: only events with it. */
  cause: z.catch(z.optional(z.string()), undefined),
  /** The name of the receiver that is open. */
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
})
export type RunSearch = z.output<typeof RunSearch>

/** The URL parameters of a replay, for the parts of its page. */
export type RunSearchProps = {
  search: RunSearch
  /** `replace` if Back should not return here. */
  onSearch: (search: RunSearch, options?: { replace?: boolean }) => void
}

/** Defaults that are omitted from the URL. */
export const RUNS_SEARCH_DEFAULTS = { page: 1, size: DEFAULT_PAGE_SIZE } as const
