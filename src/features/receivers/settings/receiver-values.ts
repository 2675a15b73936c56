import * as z from 'zod/mini'
import { trackingNumberKey } from '../../../../contract/receiver.ts'
import type { ErrorPlace, ServerErrorPath } from '../../../forms/server-errors.ts'
import * as messages from './messages.ts'

/** The values of the form. The server checks whether the URL can be a receiver's. */
export const ReceiverValues = z.object({
  tracking_number: z.string().check(
    z.trim(),
    z.minLength(1, messages.enterTrackingNumber),
    z.maxLength(100, messages.trackingNumberTooLong),
    z.refine(text => trackingNumberKey(text) !== '', messages.enterTrackingNumber),
  ),
  url: z
    .string()
    .check(z.trim(), z.minLength(1, messages.enterUrl), z.maxLength(2_000, messages.urlTooLong)),
})
export type ReceiverValues = z.infer<typeof ReceiverValues>

/** The field that an error of the server refers to. */
export function getPlaces([field]: ServerErrorPath): ErrorPlace<ReceiverValues>[] {
  return field === 'tracking_number' || field === 'url' ? [field] : []
}
