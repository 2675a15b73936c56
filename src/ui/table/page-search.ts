import * as z from 'zod/mini'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../contract/pages/page.ts'

export const PageSize = z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))

export const PageSearch = z.object({
  page: z._default(z.catch(z.coerce.number().check(z.int(), z.positive()), 1), 1),
  size: z._default(z.catch(PageSize, DEFAULT_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  /** Such as "-created_at". */
  sort: z.catch(z.optional(z.string()), undefined),
})
export type PageSearch = z.output<typeof PageSearch>

/** Defaults that are omitted from the URL. */
export const PAGE_SEARCH_DEFAULTS = { page: 1, size: DEFAULT_PAGE_SIZE } as const
