import * as z from 'zod/mini'
import { PageSearch } from '../../ui/table/page-search.ts'
import { SHOWN_STATES } from '../receivers/health/shown-state.ts'

const Text = z.catch(z.optional(z.string().check(z.minLength(1))), undefined)

/** Without an order, receivers that are down come first. */
export const ReceiversSearch = z.extend(PageSearch, {
  q: Text,
  state: z.catch(z.optional(z.enum(SHOWN_STATES)), undefined),
  receiver: Text,
})
export type ReceiversSearch = z.output<typeof ReceiversSearch>
