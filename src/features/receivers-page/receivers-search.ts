import * as z from 'zod/mini'
import { PageSearch } from '../../ui/table/page-search.ts'
import { SHOWN_STATES } from '../receivers/health/shown-state.ts'
import { SettingsSearch } from '../receivers/settings/settings-search.ts'

/** Without an order, receivers that are down come first. */
export const ReceiversSearch = z.extend(PageSearch, {
  q: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  state: z.catch(z.optional(z.enum(SHOWN_STATES)), undefined),
  receiver: SettingsSearch.shape.receiver,
})
export type ReceiversSearch = z.output<typeof ReceiversSearch>
