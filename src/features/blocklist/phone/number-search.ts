import { DEFAULT_COUNTRY, PHONE_NUMBER } from '../../../../contract/blocklist.ts'
import { writtenDigits } from './plain-number.ts'

/**
 * Returns a function that matches numbers by a text in any usual format, from the start of a
 * number. A text without a + also matches inside numbers, because people remember the last digits.
 *
 * @returns null for an empty search; a text that can't be part of a number matches nothing
 */
export function numberMatch(text: string): ((number: string) => boolean) | null {
  const parsed = parseSearch(text)
  if (parsed === 'nothing') return null
  if (parsed === 'no number') return () => false
  const { kind, digits, inside } = parsed
  if (kind === 'anyhow') return number => number.includes(digits)
  const full = kind === 'national' ? DEFAULT_COUNTRY.callingCode + digits.slice(1) : digits
  if (inside === null) return number => number.startsWith(full)
  return number => number.startsWith(full) || number.includes(inside)
}

/** Whether a text can only be a number, and is long enough to search for it everywhere. */
export function isNumberSearch(text: string): boolean {
  const parsed = parseSearch(text)
  if (typeof parsed === 'string') return false
  return parsed.kind === 'international' || parsed.digits.length >= 3
}

/** Whether a text can also be a part of a number, because it starts with neither +, 00 nor 0. */
export function mayBePart(text: string): boolean {
  const parsed = parseSearch(text)
  return typeof parsed !== 'string' && parsed.kind === 'anyhow'
}

/**
 * The complete numbers that a text can mean, most likely first. Without + or 00 it may include its
 * country code or be in the local format of the default country.
 */
export function numberInterpretations(text: string): string[] {
  const parsed = parseSearch(text)
  if (typeof parsed === 'string') return []
  const { kind, digits } = parsed
  const { callingCode } = DEFAULT_COUNTRY
  const interpretations = {
    international: [digits],
    national: [callingCode + digits.slice(1)],
    anyhow: digits.startsWith(callingCode)
      ? [digits]
      : digits.length <= DEFAULT_COUNTRY.digits
        ? [callingCode + digits, digits]
        : [digits],
  }
  return interpretations[kind].filter(number => PHONE_NUMBER.test(number))
}

/** Whether a number is complete. A number of the default country has a fixed length. */
export function isWhole(number: string): boolean {
  const { callingCode, digits } = DEFAULT_COUNTRY
  return !number.startsWith(callingCode) || number.length === callingCode.length + digits
}

type ParsedSearch =
  | 'nothing'
  | 'no number'
  | {
      kind: 'international' | 'national' | 'anyhow'
      digits: string
      /** The digits that may match inside a number; null if the text starts with a +. */
      inside: string | null
    }

function parseSearch(text: string): ParsedSearch {
  const bare = writtenDigits(text)
  if (bare === '' || bare === '+') return 'nothing'
  if (!/^\+?\d+$/.test(bare)) return 'no number'
  if (/^\+\d/.test(bare)) {
    return { kind: 'international', digits: withoutTrunkZero(bare.slice(1)), inside: null }
  }
  if (/^00[1-9]/.test(bare)) {
    return { kind: 'international', digits: withoutTrunkZero(bare.slice(2)), inside: bare }
  }
  const digits = withoutTrunkZero(bare)
  return { kind: bare.startsWith('0') ? 'national' : 'anyhow', digits, inside: digits }
}

/** "27 0 82 123 0001": the 0 is dialled only inside the country. */
function withoutTrunkZero(digits: string): string {
  const { callingCode, digits: length } = DEFAULT_COUNTRY
  const isWhole = digits.length === callingCode.length + 1 + length
  return isWhole && digits.startsWith(`${callingCode}0`)
    ? callingCode + digits.slice(callingCode.length + 1)
    : digits
}
