import * as z from 'zod/mini'
import { PHONE_NUMBER } from './blocklist.ts'

/** Extensions and service numbers, such as `2010` and `112`: they have no country code. */
export const SHORT_NUMBER = /^\d{2,6}$/

/** Words of switches for a caller whose number is withheld or unknown to the network. */
const WITHHELD = /^(anonymous|private|restricted|unavailable|unknown|withheld)?$/i

/**
 * The caller's number in the reports of the telephone switch: E.164 digits without a +, or a short
 * number. A withheld number is null, whatever word the switch uses.
 */
export const CallerNumber = z.pipe(
  z.pipe(
    z.nullable(z.string()),
    z.transform(caller => (caller !== null && WITHHELD.test(caller.trim()) ? null : caller)),
  ),
  z.nullable(
    z
      .string()
      .check(
        z.refine(
          number => PHONE_NUMBER.test(number) || SHORT_NUMBER.test(number),
          'Enter a phone number of 7 to 15 digits, country code first and no +, such as 27821234567; a short number of 2 to 6 digits, such as 2010; or null for a withheld number.',
        ),
      ),
  ),
)
