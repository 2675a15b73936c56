import * as z from 'zod/mini'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../contract/pages/page.ts'
import { SHOWN_STATES } from '../receivers/health/shown-state.ts'
import { SettingsSearch } from '../receivers/settings/settings-search.ts'

const PageNumber = z.coerce.number().check(z.int(), z.positive())
const PageSize = z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))

export const ReceiversSearch = z.object({
  q: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  state: z.catch(z.optional(z.enum(SHOWN_STATES)), undefined),
  page: z._default(z.catch(PageNumber, 1), 1),
  size: z._default(z.catch(PageSize, DEFAULT_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  /** Such as "-last_failure". Without it, receivers that are down come first. */
  sort: z.catch(z.optional(z.string()), undefined),
  receiver: SettingsSearch.shape.receiver,
})
export type ReceiversSearch = z.output<typeof ReceiversSearch>

export const RECEIVERS_SEARCH_DEFAULTS = { page: 1, size: DEFAULT_PAGE_SIZE } as const
