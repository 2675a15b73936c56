import * as z from 'zod/mini'
import { ReceiverState } from '../../../contract/receiver.ts'
import { PageSearch } from '../../ui/table/page-search.ts'

const Text = z.catch(z.optional(z.string().check(z.minLength(1))), undefined)

/** Without an order, the receiver with the most failed events comes first. */
export const ReceiversSearch = z.extend(PageSearch, {
  q: Text,
  state: z.catch(z.optional(ReceiverState), undefined),
  receiver: Text,
})
export type ReceiversSearch = z.output<typeof ReceiversSearch>
