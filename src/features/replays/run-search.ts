import * as z from 'zod/mini'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { ReplayItemFilter } from '../../../contract/replay.ts'
import { PAGE_SIZES } from '../../ui/table/page-sizes.ts'

const PageSize = z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))

/** What the address of the list of replays says. */
export const RunsSearch = z.object({
  page: z._default(z.catch(z.coerce.number().check(z.int(), z.positive()), 1), 1),
  size: z._default(z.catch(PageSize, DEFAULT_PAGE_SIZE), DEFAULT_PAGE_SIZE),
})
export type RunsSearch = z.output<typeof RunsSearch>

/** What the address of a replay says: which page of its events, and of which state. */
export const RunSearch = z.extend(RunsSearch, {
  state: z.catch(z.optional(ReplayItemFilter), undefined),
  /** The receiver that is open, by its name. */
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
})
export type RunSearch = z.output<typeof RunSearch>

/** What need not stand in the address. */
export const RUNS_SEARCH_DEFAULTS = { page: 1, size: DEFAULT_PAGE_SIZE } as const
