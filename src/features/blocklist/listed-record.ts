import * as z from 'zod/mini'
import { BlocklistRecord } from '../../../contract/blocklist.ts'

/**
 * A record with its numbers looked at in one go: item by item, 100,000 of them take longer to check
 * than all the rest of the page.
 */
export const ListedRecord = z.extend(BlocklistRecord, {
  blocked_phone_number_list: z.custom<BlocklistRecord['blocked_phone_number_list']>(isNumberList),
})

function isNumberList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item: unknown) =>
        typeof item === 'object' &&
        item !== null &&
        'phone_number' in item &&
        typeof item.phone_number === 'string',
    )
  )
}
