import parsePhoneNumber, {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { emergencyNumber } from './emergency-numbers.ts'
import { isWhole, numberInterpretations } from './number-search.ts'
import { bareSpan, parseFormat, withPlainCharacters } from './plain-number.ts'

/** A parsed entry. `problem` is the error message. */
export type ParsedEntry =
  | { kind: 'empty' }
  | ParsedNumber
  /** It is ambiguous; these two texts are unambiguous replacements. */
  | { kind: 'unclear'; problem: string; asNational: string; asInternational: string }
  | { kind: 'wrong'; problem: string }

export type ParsedNumber = {
  kind: 'number'
  /** What is sent: E.164 digits without the +. */
  number: string
  country: string
  note: string | null
  /** Why it looks as if nobody meant it; null if it does not. */
  doubt: string | null
}

/** A phone number as it was entered or pasted, and what it means. */
export type ParsedText = { text: string; parsed: ParsedEntry }

export function parseText(text: string, defaultCountry: CountryCode): ParsedText {
  return { text, parsed: readPhoneEntry(text, defaultCountry) }
}

export const MIN_DIGITS = 7
export const MAX_DIGITS = 15

/**
 * Parses a phone number in any usual format. A number that starts with 0 belongs to
 * `defaultCountry`. A number without 0, + or 00 either starts with its country code or has lost its
 * 0 in a spreadsheet. If both are possible, a person has to decide.
 */
export function readPhoneEntry(text: string, defaultCountry: CountryCode): ParsedEntry {
  if (text.trim() === '') return { kind: 'empty' }
  if (standsForMany(withPlainCharacters(text), defaultCountry))
    return wrong('Ranges and wildcards can’t be blocked, only single numbers. Enter each number.')
  return readOneNumber(text, defaultCountry)
}

function readOneNumber(text: string, defaultCountry: CountryCode): ParsedEntry {
  const format = parseFormat(text)
  if (format === null || format.digits === '') {
    return wrong(
      SHORTENED.test(text)
        ? 'A spreadsheet has shortened this number. Format its column as text, and copy it again.'
        : 'Not a phone number.',
    )
  }
  const { prefix, digits } = format
  const emergency = /^(27)?\d{3,5}$/.test(digits) ? emergencyNumber(digits) : undefined
  if (emergency !== undefined) return wrong(`This is ${emergency}, which can’t be blocked.`)
  if (prefix === '+' || prefix === '00') return readDigits(digits)
  if (prefix === '0') return readDigits(digits, defaultCountry)
  // A national number without its 0, which most national numbers start with.
  const national = isNationalNumber(digits, defaultCountry)
    ? readDigits(digits, defaultCountry)
    : null
  const international = readDigits(digits)
  if (national?.kind !== 'number') return asForeign(international, defaultCountry)
  // In countries that dial no 0, grouped digits are a complete local number.
  const isWhole = IN_GROUPS.test(text) && !lacksTrunkZero(digits, defaultCountry)
  if (international.kind !== 'number' || isWhole) return national
  const [one, other] = [national, international].map(
    ({ number, country }) => `${formatPhoneNumber(number)} (${country})`,
  )
  return {
    kind: 'unclear',
    problem: `This could be ${one} or ${other}. Start it with 0 or +.`,
    asNational: `+${national.number}`,
    asInternational: `+${international.number}`,
  }
}

/** Whether a text is a range or a wildcard, and so more than one number. */
export function standsForMany(text: string, defaultCountry: CountryCode): boolean {
  return isWildcard(text) || isRange(text, defaultCountry)
}

/** Whether a text is certainly one number, although it may be unclear which. */
function isUsualNumber(text: string, defaultCountry: CountryCode): boolean {
  const parsed = readOneNumber(text, defaultCountry)
  return parsed.kind === 'unclear' || (parsed.kind === 'number' && parsed.doubt === null)
}

/** Whether numbers of `defaultCountry` start with a 0 that `digits` lack. */
export function lacksTrunkZero(digits: string, defaultCountry: CountryCode): boolean {
  return /^\(?0/.test(parsePhoneNumber(digits, defaultCountry)?.formatNational() ?? '')
}

/** A number with a country code may have been meant as another one if it starts with neither + nor 00. */
function asForeign(parsed: ParsedEntry, defaultCountry: CountryCode): ParsedEntry {
  if (parsed.kind !== 'number' || parsed.number.startsWith(getCountryCallingCode(defaultCountry))) {
    return parsed
  }
  const doubt = `Looks like a number of another country (${parsed.country}), but has no +.`
  return { ...parsed, doubt: parsed.doubt ?? doubt }
}

const IN_GROUPS = /\p{Nd}\P{Nd}+\p{Nd}/u

/** "2.7821E+10" */
export const SHORTENED = /^\s*\d+(?:[.,]\d+)?e\+?\d+\s*$/i

/** @param country undefined if the digits start with a country code */
function readDigits(digits: string, country?: CountryCode): ParsedEntry {
  const withCode = country ? '' : 'with its country code '
  if (digits.length < MIN_DIGITS) {
    return wrong(`Too short: ${withCode}a number has at least ${MIN_DIGITS} digits.`)
  }
  if (digits.length > MAX_DIGITS) {
    return wrong(`Too long: ${withCode}a number has at most ${MAX_DIGITS} digits.`)
  }
  return country ? readNational(digits, country) : readInternational(digits)
}

function readNational(digits: string, country: CountryCode): ParsedEntry {
  const name = formatCountry(country)
  const parsed = parsePhoneNumber(digits, country)
  if (!parsed) return wrong(`Not a phone number of ${name}.`)
  if (!parsed.isPossible()) return wrongLength(validatePhoneNumberLength(digits, country), name)
  // People see which country they chose, so only another one is worth a note.
  const isOther = parsed.country !== undefined && parsed.country !== country
  return number(parsed, isOther ? `Read as a number of ${name}.` : null)
}

function readInternational(digits: string): ParsedEntry {
  const text = `+${digits}`
  const parsed = parsePhoneNumber(text)
  if (!parsed) return wrong(`No country code starts with ${digits.slice(0, 3)}.`)
  if (!parsed.isPossible()) return wrongLength(validatePhoneNumberLength(text), countryName(parsed))
  if (parsed.number === text) return number(parsed, null)
  const hasTrunkZero = digits === `${parsed.countryCallingCode}0${parsed.nationalNumber}`
  if (hasTrunkZero && parsed.isValid() && digits.length > MIN_DIGITS) {
    return number(parsed, 'The 0 after the country code was removed.')
  }
  // Formatting it differently would change the number, so it stays as it is.
  return { ...number(parsed, null), number: digits, doubt: incomplete(countryName(parsed)) }
}

function wrongLength(length: string | undefined, country: string): ParsedEntry {
  if (length === 'TOO_SHORT') return wrong(`Too short for a number of ${country}.`)
  if (length === 'TOO_LONG') return wrong(`Too long for a number of ${country}.`)
  return wrong(`${country} has no numbers of this length.`)
}

function isNationalNumber(digits: string, defaultCountry: CountryCode): boolean {
  // The library throws an error for a shorter one, which takes long for thousands of them.
  if (digits.length < MIN_DIGITS) return false
  const parsed = parsePhoneNumber(digits, defaultCountry)
  return parsed?.number === `+${getCountryCallingCode(defaultCountry)}${digits}` && parsed.isValid()
}

function number(parsed: PhoneNumber, note: string | null): ParsedNumber {
  const number = parsed.number.slice(1)
  const country = countryName(parsed)
  const doubt = parsed.isValid() && isWhole(number) ? null : incomplete(country)
  return { kind: 'number', number, country, note, doubt }
}

function incomplete(country: string): string {
  return `Doesn’t look like a number of ${country}: is it complete?`
}

function countryName({ country, countryCallingCode }: PhoneNumber): string {
  return country ? formatCountry(country) : `country code +${countryCallingCode}`
}

function wrong(problem: string): ParsedEntry {
  return { kind: 'wrong', problem }
}

/** What stands between the first and the last number of a range. */
const BETWEEN =
  /[-=]>|[→⇒➔➜⟶↔⟷]|(?<=\d ?)[:>]|[-\p{Pd}~…]|\.{2,3}|(?<!\p{L})(?:(?:up ?)?to(?: and including)?|till?|until|thru|through(?: to)?|bis(?: zu)?|tot(?: en met| by)?|t\/?m|t\.?e\.?m\.?|al?|à|по|до|έως|إلى|から|至|到)(?!\p{L})/giu
/** "between 0821230010 and 0821230019". Without the first word, these are two numbers. */
const BOTH_ENDS = /(?<!\p{L})(?:between|tussen|zwischen|entre)\s{1,3}(?=[+(\d])/iu
const AND = /(?<!\p{L})(?:and|en|und|et|y|e)(?!\p{L})|&/giu
/** What is before the other ends of "0821230010/11". */
const SLASH = /\//g
/** Most texts have none of it, and are no range. */
const MAY_BE_RANGE = /[-\p{Pd}~….:>→⇒➔➜⟶↔⟷\p{L}/]/u
/** Nobody writes a longer one, and each place in it is tried. */
const MAX_LENGTH = 60
/** One number, possibly after a word such as "from". Nothing between its digits separates cells. */
const ONE_NUMBER = /^\D*\d(?:[^\d\p{L},;|\t]{0,3}\d)*[^\d\p{L}]*$/u
/** The digits in which the numbers of a range may differ. Others are two numbers. */
const LAST = 6
/** The digits of a number without its country code or first 0, which only one of the two may have. */
const LOCAL = 9

/** Where a range begins whose first number is at `from`: "between " belongs to it. */
export function beginOfRange(text: string, from: number): number {
  const begin = Math.max(0, from - 12)
  const word = BOTH_ENDS.exec(text.slice(begin, from + 1))
  return word === null ? from : begin + word.index
}

/** Whether a text stands for all numbers between two: "0821230010 - 0821230019", "0821230010-19". */
function isRange(text: string, defaultCountry: CountryCode): boolean {
  if (text.length > MAX_LENGTH || !MAY_BE_RANGE.test(text)) return false
  const both = BOTH_ENDS.test(text) ? text.matchAll(AND) : []
  return [...text.matchAll(BETWEEN), ...both, ...text.matchAll(SLASH)].some(
    ({ index, 0: between }) => {
      const start = text.slice(0, index).trimEnd()
      const after = text.slice(index + between.length)
      const { from, to } = bareSpan(after)
      const rest = after.slice(from, to)
      const isShort = /^\d{1,4}(?:\/\d{1,4}){0,9}$/.test(rest)
      if (!isShort && (between === '/' || !/^[+(]*\d[\d\s().-]*$/.test(rest))) return false
      const first = start.replace(/\D/g, '')
      const last = rest.replace(/\D/g, '')
      if (first.length < MIN_DIGITS || !ONE_NUMBER.test(start)) return false
      if (isShort) {
        const isNumber = (part: string) => isUsualNumber(part, defaultCountry)
        return last > first.slice(-last.length) && isNumber(start) && !isNumber(text)
      }
      if (last.length < MIN_DIGITS || !ONE_NUMBER.test(rest)) return false
      const length = Math.min(first.length, last.length, LOCAL)
      const [one, other] = [first.slice(-length), last.slice(-length)]
      return one.slice(0, -LAST) === other.slice(0, -LAST) && one < other
    },
  )
}

/** Whether a text stands for all numbers that it fits: "082123*", "082 123 xxxx", "08212300[0-9]". */
function isWildcard(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    /^[+(]{0,2}\d[\d\s().,\-*%x#?[\]{}]*$/i.test(text) &&
    /\d\D*\d\D*\d/.test(text) &&
    /[*%]|[x#?]{2}|[[({]\d-\d[\])}]|\[[\d,]+\]$/i.test(text)
  )
}

/**
 * The complete numbers that a text can mean, most likely first: as the form that blocks numbers reads
 * it, and as the digits are written, because a list of the service can have any.
 */
export function readNumbers(text: string): string[] {
  const parsed = readPhoneEntry(text, DEFAULT_COUNTRY.code)
  const asInForm =
    parsed.kind === 'number'
      ? [parsed.number]
      : parsed.kind === 'unclear'
        ? [parsed.asNational, parsed.asInternational].map(written => written.slice(1))
        : []
  return [...new Set([...asInForm, ...numberInterpretations(text)])]
}

/** The facts that follow from the country code of a number. */
type NumberCountry = {
  /** "South Africa"; null for a number without a country, such as a satellite phone's. */
  country: string | null
  /** Whether it looks like the numbers of its country. */
  isUsual: boolean
}

/** @param number E.164 digits without the +. @returns null if no country code matches */
export function countryOfNumber(number: string): NumberCountry | null {
  const parsed = parsePhoneNumber(`+${number}`)
  // A result with other digits would be another number.
  if (parsed?.number !== `+${number}`) return null
  return {
    country: parsed.country ? formatCountry(parsed.country) : null,
    isUsual: parsed.isValid(),
  }
}

const displayNames = new Intl.DisplayNames('en', { type: 'region' })
/** A look-up takes longer than parsing a number. */
const names = new Map<string, string>()

/** "South Africa" for ZA. */
export function formatCountry(code: string): string {
  const name = names.get(code) ?? displayNames.of(code) ?? code
  names.set(code, name)
  return name
}
