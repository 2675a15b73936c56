import parsePhoneNumber, {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { formatCountry } from './countries.ts'
import * as messages from './messages.ts'
import { isWhole } from './number-search.ts'
import { withoutExtension } from './phone-extension.ts'
import { parseFormat } from './plain-number.ts'
import { isRange, isWildcard } from './several-numbers.ts'

/** A parsed entry. `problem` is the error message. */
export type ParsedEntry =
  | { kind: 'empty' }
  /** `number` is what is sent: E.164 digits without the +. */
  | {
      kind: 'number'
      number: string
      written: string
      country: string
      note: string | null
      /** Whether it looks like the numbers of its country. */
      isUsual: boolean
      /**
       * Whether it is parsed as a number of another country although it starts with neither + nor
       * 00.
       */
      isForeign: boolean
    }
  /** It is ambiguous; these two texts are unambiguous replacements. */
  | { kind: 'unclear'; problem: string; asNational: string; asInternational: string }
  | { kind: 'wrong'; problem: string }

const MIN_DIGITS = 7
const MAX_DIGITS = 15

/**
 * Parses a phone number in any usual format. A number that starts with 0 belongs to
 * `defaultCountry`. A number without 0, + or 00 either starts with its country code or has lost its
 * 0 in a spreadsheet. If both are possible, a person has to decide.
 */
export function readPhoneEntry(text: string, defaultCountry: CountryCode): ParsedEntry {
  if (text.trim() === '') return { kind: 'empty' }
  if (standsForMany(text, defaultCountry)) return wrong(messages.severalNumbers)
  const written = parseFormat(text)
  if (written === null || written.digits === '') return wrong(noNumberMessage(text, defaultCountry))
  const { prefix, digits } = written
  if (prefix === '+' || prefix === '00') return readInternational(digits)
  if (prefix === '0') return readNational(digits, defaultCountry)
  const international = readInternational(digits)
  const national = readNational(digits, defaultCountry)
  // A national number without its 0, which most national numbers start with.
  const isNational = isNationalNumber(digits, defaultCountry) && national.kind === 'number'
  if (!isNational) return asForeign(international, defaultCountry)
  // In countries that dial no 0, grouped digits are a complete local number.
  const isWhole = IN_GROUPS.test(text) && !lacksTrunkZero(digits, defaultCountry)
  if (international.kind !== 'number' || isWhole) return national
  return {
    kind: 'unclear',
    problem: messages.ambiguous(
      messages.numberOfCountry(national.written, national.country),
      messages.numberOfCountry(international.written, international.country),
    ),
    asNational: `+${national.number}`,
    asInternational: `+${international.number}`,
  }
}

/** Whether a text is a range or a wildcard, and so more than one number. */
export function standsForMany(text: string, defaultCountry: CountryCode): boolean {
  return isWildcard(text) || isRange(text, part => isUsualNumber(part, defaultCountry))
}

function isUsualNumber(text: string, defaultCountry: CountryCode): boolean {
  const written = parseFormat(text)
  if (written === null) return false
  const parsed = parsePhoneNumber(
    written.prefix === '+' || written.prefix === '00' ? `+${written.digits}` : written.digits,
    defaultCountry,
  )
  return parsed?.isValid() ?? false
}

/** Whether numbers of `defaultCountry` start with a 0 that `digits` lack. */
export function lacksTrunkZero(digits: string, defaultCountry: CountryCode): boolean {
  return /^\(?0/.test(parsePhoneNumber(digits, defaultCountry)?.formatNational() ?? '')
}

function asForeign(parsed: ParsedEntry, defaultCountry: CountryCode): ParsedEntry {
  if (parsed.kind !== 'number' || parsed.number.startsWith(getCountryCallingCode(defaultCountry))) {
    return parsed
  }
  return { ...parsed, isForeign: true }
}

const IN_GROUPS = /\p{Nd}\P{Nd}+\p{Nd}/u

function noNumberMessage(text: string, defaultCountry: CountryCode): string {
  if (/^\s*\d+([.,]\d+)?e\+?\d+\s*$/i.test(text)) {
    return messages.shortenedBySpreadsheet
  }
  const { whole, extension } = withoutExtension(text)
  if (extension === null || readPhoneEntry(whole, defaultCountry).kind === 'wrong') {
    return messages.notANumber
  }
  return messages.hasExtension(extension)
}

function readInternational(digits: string): ParsedEntry {
  const length = lengthProblem(digits, true)
  if (length) return wrong(length)
  const parsed = parsePhoneNumber(`+${digits}`)
  if (!parsed) return wrong(messages.noCountryCode(digits.slice(0, 3)))
  const country = countryName(parsed)
  if (!parsed.isPossible()) return wrong(lengthMessage(`+${digits}`, undefined, country))
  if (parsed.number === `+${digits}`) return number(parsed, null)
  const code = parsed.countryCallingCode
  const hasTrunkZero = digits === `${code}0${parsed.nationalNumber}`
  if (hasTrunkZero && parsed.isValid() && digits.length > MIN_DIGITS) {
    return number(parsed, messages.zeroRemoved)
  }
  // Formatting it differently would change the number, so it stays as it is.
  return {
    kind: 'number',
    number: digits,
    written: formatPhoneNumber(digits),
    country,
    note: null,
    isUsual: false,
    isForeign: false,
  }
}

function readNational(digits: string, defaultCountry: CountryCode): ParsedEntry {
  const length = lengthProblem(digits, false)
  if (length) return wrong(length)
  const country = formatCountry(defaultCountry)
  const parsed = parsePhoneNumber(digits, defaultCountry)
  if (!parsed) return wrong(messages.notANumberOf(country))
  if (!parsed.isPossible()) return wrong(lengthMessage(digits, defaultCountry, country))
  // People see which country they chose, so only another one is worth a note.
  const isOther = parsed.country !== undefined && parsed.country !== defaultCountry
  return number(parsed, isOther ? messages.readAsNumberOf(country) : null)
}

function isNationalNumber(digits: string, defaultCountry: CountryCode): boolean {
  const parsed = parsePhoneNumber(digits, defaultCountry)
  return parsed?.number === `+${getCountryCallingCode(defaultCountry)}${digits}` && parsed.isValid()
}

function number(parsed: PhoneNumber, note: string | null): ParsedEntry {
  return {
    kind: 'number',
    number: parsed.number.slice(1),
    written: formatPhoneNumber(parsed.number.slice(1)),
    country: countryName(parsed),
    note,
    isUsual: parsed.isValid() && isWhole(parsed.number.slice(1)),
    isForeign: false,
  }
}

function countryName({ country, countryCallingCode }: PhoneNumber): string {
  return country ? formatCountry(country) : messages.countryCode(countryCallingCode)
}

function lengthProblem(digits: string, withCountryCode: boolean): string | null {
  if (digits.length < MIN_DIGITS) return messages.tooFewDigits(MIN_DIGITS, withCountryCode)
  if (digits.length > MAX_DIGITS) return messages.tooManyDigits(MAX_DIGITS, withCountryCode)
  return null
}

function lengthMessage(
  text: string,
  defaultCountry: CountryCode | undefined,
  country: string,
): string {
  const isShort = validatePhoneNumberLength(text, defaultCountry) === 'TOO_SHORT'
  const isLong = validatePhoneNumberLength(text, defaultCountry) === 'TOO_LONG'
  return isShort
    ? messages.tooShortFor(country)
    : isLong
      ? messages.tooLongFor(country)
      : messages.noSuchLength(country)
}

function wrong(problem: string): ParsedEntry {
  return { kind: 'wrong', problem }
}
