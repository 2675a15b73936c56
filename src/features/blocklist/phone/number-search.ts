import { DEFAULT_COUNTRY, PHONE_NUMBER, withCountryCode } from '../../../../contract/blocklist.ts'
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
  const typed = typedDigits(text)
  if (typed === null) return () => false
  if (typed === '') return null
  const isPart = mayBePart(text) && typed.length < MIN_FOREIGN
  const starts = isPart ? [] : writings(typed)
  const isInside = !typed.startsWith('+')
  return number =>
    starts.some(start => withCountryCode(number).startsWith(start)) ||
    (isInside && number.includes(typed))
}

/** Whether a text can only be a number, and is long enough to search for it everywhere. */
export function isNumberSearch(text: string): boolean {
  return /^(?:\+|00[1-9]|\d{3})/.test(typedDigits(text) ?? '')
}

/** As many digits without a number among them are rarely a name. */
const MIN_MISTYPED = 7

/** Whether a text is probably a number with a typing mistake, such as "083 222 21x1". */
export function isMistyped(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0
  return digits >= MIN_MISTYPED && /\p{L}/u.test(text) && typedDigits(text) === null
}

/** Whether a text can also be a part of a number, because it starts with neither +, 00 nor 0. */
export function mayBePart(text: string): boolean {
  return /^[1-9]/.test(typedDigits(text) ?? '')
}

/**
 * The complete numbers that a text can mean, most likely first. Without + or 00 it may include its
 * country code or be in the local format of the default country.
 */
export function numberInterpretations(text: string): string[] {
  const typed = typedDigits(text) ?? ''
  const isWithoutCode =
    mayBePart(text) && !typed.startsWith(callingCode) && typed.length <= DEFAULT_COUNTRY.digits
  const numbers = [...(isWithoutCode ? [callingCode + typed] : []), ...writings(typed)]
  return numbers.filter(number => PHONE_NUMBER.test(number))
}

/** Whether a number is complete. A number of the default country has a fixed length. */
export function isWhole(number: string): boolean {
  const { digits } = DEFAULT_COUNTRY
  return !number.startsWith(callingCode) || number.length === callingCode.length + digits
}

/** "+2782", "0027…", "082…", "82…"; '' if there are no digits, and null for a text that is no number. */
function typedDigits(text: string): string | null {
  const format = parseFormat(text)
  if (format === null) return null
  const { prefix, digits } = format
  if (prefix === '+') return digits && `+${digits}`
  return prefix === '00' ? prefix + digits : digits
}

/** With its country code, most likely first. "+27 082 …": that 0 is dialled only inside the country. */
function writings(typed: string): string[] {
  const digits = typed.replace(/^(?:\+|00(?=[1-9]))/, '')
  if (digits === typed && typed.startsWith('0')) return [callingCode + typed.slice(1)]
  const code = callingCodeOf(digits)
  if (!digits.startsWith(`${code}0`)) return [digits]
  const withoutZero = code + digits.slice(code.length + 1)
  // Some countries, such as Italy, have numbers that start with 0.
  return code === callingCode ? [withoutZero, digits] : [digits, withoutZero]
}
