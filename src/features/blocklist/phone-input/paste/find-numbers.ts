import parsePhoneNumber, { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import { lacksTrunkZero, type ParsedEntry, readPhoneEntry } from '../../phone/phone-entry.ts'

export type Span = { from: number; to: number }

/** A part of a text that is a phone number or was meant as one. */
export type NumberInText = Span & { parsed: ParsedEntry }

/** Digits, and up to three signs between the groups of one number. */
const GROUP = /[+(]{0,2}\d+/g
const GAP = /^[\s().\-/\p{Pd}]{0,3}$/u
const WORD = /[\p{L}\p{Nd}_]/u
/** No number is written in more groups. */
const MAX_GROUPS = 9
const MIN_DIGITS = 7
const MAX_DIGITS = 15

/**
 * Finds phone numbers among names, dates, amounts and other text. It finds only numbers that are
 * certain: valid in their country, which is `defaultCountry` if they have no country code.
 */
export function findNumbers(text: string, defaultCountry: CountryCode): NumberInText[] {
  const bare = withoutTimes(text, defaultCountry)
  return runsOf(bare).flatMap(run => numbersOfRun(bare, run, defaultCountry))
}

/** Series of groups of digits that may be numbers. */
function runsOf(bare: string): Span[][] {
  const runs: Span[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { index, 0: group } of bare.matchAll(GROUP)) {
    const isNext = index - end <= 3 && GAP.test(bare.slice(end, index))
    if (!isNext) runs.push([])
    end = index + group.length
    runs.at(-1)?.push({ from: index, to: end })
  }
  return runs
}

function numbersOfRun(bare: string, run: Span[], defaultCountry: CountryCode): NumberInText[] {
  const numbers: NumberInText[] = []
  // "DE44 5001 0517 …" of a bank account has no number. "Flat B12 0821230001" has one in one group.
  const isAfterWord = WORD.test(bare[(run[0]?.from ?? 0) - 1] ?? '')
  const maxGroups = isAfterWord ? 1 : MAX_GROUPS
  // "082 555 0201 2nd warning"
  const end = WORD.test(bare[run.at(-1)?.to ?? 0] ?? '') ? run.length - 1 : run.length
  let begin = isAfterWord ? 1 : 0
  while (begin < end) {
    const groups = run.slice(begin, Math.min(begin + maxGroups, end))
    const number = longestNumber(bare, groups, defaultCountry)
    if (number) numbers.push(number)
    begin += number?.groups ?? 1
  }
  return numbers
}

/** The longest number that starts with the first group: only "072 555 0209" of "072 555 0209 072". */
function longestNumber(
  bare: string,
  [first, ...others]: Span[],
  defaultCountry: CountryCode,
): (NumberInText & { groups: number }) | null {
  if (first === undefined) return null
  for (const [before, { to }] of [...others.reverse(), first].entries()) {
    const parsed = certainInText(bare.slice(first.from, to), defaultCountry)
    if (parsed !== null) return { from: first.from, to, parsed, groups: others.length + 1 - before }
  }
  return null
}

/** Digits of one number, such as "030 / 123-45 67". */
const TOGETHER = /^\D*\d(?:\D{0,3}\d)*\D*$/
/** Two things, as in "00/(2) 082 …", or signs around a number. */
const PARTED = /\/\s*\(|^[*_~]/

/** A text that is certainly one phone number; otherwise null. */
export function certainNumber(text: string, defaultCountry: CountryCode): ParsedEntry | null {
  if (!TOGETHER.test(text) || PARTED.test(text)) return null
  const parsed = readPhoneEntry(text, defaultCountry)
  if (parsed.kind === 'unclear') return parsed
  return parsed.kind === 'number' && parsed.isUsual && !parsed.isForeign ? parsed : null
}

/**
 * In a sentence, digits without the first 0 of a number are something else, such as an account
 * number. Mobile numbers of ten digits or more are an exception, because some countries write them
 * without the 0.
 */
function certainInText(text: string, defaultCountry: CountryCode): ParsedEntry | null {
  const digits = text.replace(/\D/g, '')
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null
  const isWhole =
    /^[(\s]*[+0]/.test(text) || digits.startsWith(getCountryCallingCode(defaultCountry))
  const isCut = !isWhole && lacksTrunkZero(digits, defaultCountry)
  const isMobile = () => parsePhoneNumber(digits, defaultCountry)?.getType() === 'MOBILE'
  if (isCut && (digits.length < 10 || !isMobile())) return null
  return certainNumber(text, defaultCountry)
}

const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`
const CLOCK = `(?:[T ,]{1,2}${TIME})?`
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:19|20)\\d{2}'
/** "2026-11-21T08:30:00", "21/11/2026 08:30", "21.11.26", "20261121T083000Z", "192.168.1.20" */
const TIMES_AND_ADDRESSES = [
  String.raw`${YEAR}([-./])${MONTH}\1${DAY}${CLOCK}`,
  String.raw`${DAY}([-./])${MONTH}\1(?:${YEAR}|\d{2})${CLOCK}`,
  String.raw`${MONTH}([-./])${DAY}\1${YEAR}${CLOCK}`,
  String.raw`(?:19|20)\d{6}T\d{4,6}`,
  TIME,
  String.raw`(?:\d{1,3}\.){3}\d{1,3}`,
].map(pattern => new RegExp(String.raw`(?<![\d+(])(?<!\d[-./])${pattern}(?!\d|[-./:]\d)`, 'g'))

/** Covers text that isn't searched: a character that is not part of any number or word. */
const COVER = '§'

/** Covers dates, times and IP addresses, unless they are numbers of `defaultCountry` that look like one. */
export function withoutTimes(text: string, defaultCountry: CountryCode): string {
  return TIMES_AND_ADDRESSES.reduce(
    (bare, pattern) =>
      bare.replace(pattern, time =>
        certainNumber(time, defaultCountry) ? time : COVER.repeat(time.length),
      ),
    text,
  )
}
