import * as z from 'zod/mini'
import { trackingNumberKey } from '../../../../contract/receiver.ts'
import type { ErrorPlace, ServerErrorPath } from '../../../forms/server-errors.ts'

/** The values of the form. The server checks whether the URL can be a receiver's. */
export const ReceiverValues = z.object({
  tracking_number: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter the tracking number.'),
    z.maxLength(100, 'This is too long for a tracking number.'),
    z.refine(text => trackingNumberKey(text) !== '', 'Enter the tracking number.'),
  ),
  url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the URL.'),
      z.maxLength(2_000, 'This URL is too long: 2,000 characters at most.'),
    ),
})
export type ReceiverValues = z.infer<typeof ReceiverValues>

/** The field that an error of the server refers to. */
export function placesOf([field]: ServerErrorPath): ErrorPlace<ReceiverValues>[] {
  return field === 'tracking_number' || field === 'url' ? [field] : []
}
