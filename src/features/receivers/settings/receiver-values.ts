import * as z from 'zod/mini'
import { trackingNumberKey, trackingNumberKeys } from '../../../../contract/receiver.ts'
import { receiverTextCheck } from '../../../../contract/receiver-url.ts'
import type { ErrorPlace, ServerErrorPath } from '../../../forms/server-errors.ts'

/**
 * The values of the form. The server checks the rest of what a receiver's URL has to be.
 *
 * @param named the number that an event or a setting named when the form was opened: it stays in
 *   that form, because foreign services may use numbers without a country code
 */
export function receiverValues(named: string) {
  return z.object({
    tracking_number: z.pipe(
      z.string().check(
        z.trim(),
        z.minLength(1, 'Enter the tracking number.'),
        z.maxLength(100, 'This is too long for a tracking number.'),
        z.refine(text => trackingNumberKey(text) !== '', 'Enter the tracking number.'),
        z.refine(
          text => numberToSave(text, named) !== null,
          'Enter the number with its country code, such as +27 10 555 0142.',
        ),
      ),
      z.transform(text => numberToSave(text, named) ?? text),
    ),
    url: z.string().check(
      receiverTextCheck,
      z.trim(),
      z.minLength(1, 'Enter the URL.'),
      z.maxLength(2_000, 'This URL is too long: 2,000 characters at most.'),
      // The server says the same, but only once the number is right.
      z.refine(text => /^https:/i.test(text), 'The URL must begin with https://.'),
    ),
  })
}
export type ReceiverValues = z.infer<ReturnType<typeof receiverValues>>

/** A number with its country code; null if it lacks one and is not of the default country. */
export function numberToSave(text: string, named: string): string | null {
  // "+27 (0)10 …": that 0 is dialled only inside the country.
  const key = trackingNumberKey(text.replace(/^((?:\+|00).*)\(0\)/, '$1'))
  const isNational = /^0\d*$/.test(key) && key !== trackingNumberKey(named)
  return isNational ? (trackingNumberKeys(key)[1] ?? null) : key
}

export function getPlaces([field]: ServerErrorPath): ErrorPlace<ReceiverValues>[] {
  return field === 'tracking_number' || field === 'url' ? [field] : []
}
