import { DEFAULT_COUNTRY, PHONE_NUMBER } from '../../../../contract/blocklist.ts'
import { callingCodeOf } from '../../../../contract/text/phone-number.ts'
import { parseFormat } from './plain-number.ts'

const { callingCode } = DEFAULT_COUNTRY
/** Fewer digits without + or 00 may be a part of a number, so a 0 among them may belong to it. */
const MIN_FOREIGN = 11

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
  const starts = kind === 'anyhow' && digits.length < MIN_FOREIGN ? [] : writings(parsed)
  return number =>
    starts.some(start => number.startsWith(start)) || (inside !== null && number.includes(inside))
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
  const isWithoutCode =
    kind === 'anyhow' && !digits.startsWith(callingCode) && digits.length <= DEFAULT_COUNTRY.digits
  const numbers = [...(isWithoutCode ? [callingCode + digits] : []), ...writings(parsed)]
  return numbers.filter(number => PHONE_NUMBER.test(number))
}

/** Whether a number is complete. A number of the default country has a fixed length. */
export function isWhole(number: string): boolean {
  const { digits } = DEFAULT_COUNTRY
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
  const format = parseFormat(text)
  if (format === null) return 'no number'
  const { prefix, digits } = format
  const inside = prefix === '00' ? prefix + digits : digits
  if (inside === '') return 'nothing'
  if (prefix === '+') return { kind: 'international', digits, inside: null }
  if (/^00[1-9]/.test(inside)) return { kind: 'international', digits, inside }
  return { kind: prefix === '' ? 'anyhow' : 'national', digits: inside, inside }
}

/** With its country code, most likely first. "+27 082 …": that 0 is dialled only inside the country. */
function writings({ kind, digits }: Exclude<ParsedSearch, string>): string[] {
  if (kind === 'national') return [callingCode + digits.slice(1)]
  const code = callingCodeOf(digits)
  if (!digits.startsWith(`${code}0`)) return [digits]
  const withoutZero = code + digits.slice(code.length + 1)
  // Some countries, such as Italy, have numbers that start with 0.
  return code === callingCode ? [withoutZero, digits] : [digits, withoutZero]
}
