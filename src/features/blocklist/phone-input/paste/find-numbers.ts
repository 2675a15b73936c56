import parsePhoneNumber, {
  type CountryCode,
  findPhoneNumbersInText,
  getCountryCallingCode,
} from 'libphonenumber-js/max'
import { parseEntry } from '../../phone/parse-entry.ts'
import { lacksTrunkZero } from '../../phone/phone-entry.ts'
import { withoutExtension } from '../../phone/phone-extension.ts'
import { type Span, sliceOf, spansOf, withoutSpans } from './span.ts'

/** Covers text that isn't searched: a character that is not part of any number or word. */
const COVER = '§'
/** Digits in groups, with up to three signs between them. */
const GROUPS = /[+(]{0,2}\d(?:[\s().\-/\p{Pd}]{0,3}\d)+/gu
const GROUP = /[+(]{0,2}\d+/g
const ADJACENT = /[\p{L}\p{N}_]/u
const MIN_DIGITS = 7
const MAX_DIGITS = 15
/** No number is written in more groups. */
const MAX_GROUPS = 9

/**
 * Finds phone numbers among names, dates, amounts and other text. It returns only numbers that are
 * certain: valid in their country, which is `defaultCountry` if they have no country code.
 *
 * @param text as `plainText` returns it
 */
export function findNumbers(text: string, defaultCountry: CountryCode): Span[] {
  const bare = withoutSpans(text, spansOfTimes(text, defaultCountry), COVER)
  const found = findPhoneNumbersInText(bare, { defaultCountry })
    .map(({ startsAt, endsAt }) => withoutExtensionIn(bare, { from: startsAt, to: endsAt }))
    .filter(span => isCertainInText(sliceOf(bare, span), defaultCountry))
  const rest = withoutSpans(bare, found, COVER)
  const others = spansOf(GROUPS, rest)
    .filter(span => !hasWordBeside(rest, span))
    .flatMap(span => bestParts(rest, span, defaultCountry))
  return [...found, ...others].sort((one, other) => one.from - other.from)
}

/** Digits of one number, such as "030 / 123-45 67". */
const TOGETHER = /^\D*\d(?:\D{0,3}\d)*\D*$/
/** Two things: "00/(2) 082 …" */
const PARTED = /\/\s*\(/

/** Whether a text is certainly one phone number. */
export function isCertain(text: string, defaultCountry: CountryCode): boolean {
  return TOGETHER.test(text) && !PARTED.test(text) && isUsualNumber(text, defaultCountry)
}

/** Whether the whole text is one phone number, and not a date with something next to it. */
export function isWholeNumber(text: string, defaultCountry: CountryCode): boolean {
  return isCertain(text, defaultCountry) && spansOfTimes(text, defaultCountry).length === 0
}

function isUsualNumber(text: string, defaultCountry: CountryCode): boolean {
  const parsed = parseEntry(text, defaultCountry)
  if (parsed.kind === 'unclear') return true
  return parsed.kind === 'number' && parsed.isUsual && !parsed.isForeign
}

/**
 * In a sentence, digits without the first 0 of a number are something else, such as an account
 * number. Mobile numbers of ten digits or more are an exception, because some countries write them
 * without the 0.
 */
function isCertainInText(text: string, defaultCountry: CountryCode): boolean {
  if (!isCertain(text, defaultCountry)) return false
  const digits = text.replace(/\D/g, '')
  const isWhole =
    /^[(\s]*[+0]/.test(text) || digits.startsWith(getCountryCallingCode(defaultCountry))
  if (isWhole || !lacksTrunkZero(digits, defaultCountry)) return true
  return digits.length >= 10 && parsePhoneNumber(digits, defaultCountry)?.getType() === 'MOBILE'
}

function withoutExtensionIn(text: string, { from, to }: Span): Span {
  return { from, to: from + withoutExtension(text.slice(from, to)).whole.length }
}

function hasWordBeside(text: string, { from, to }: Span): boolean {
  return ADJACENT.test(text[from - 1] ?? '') || ADJACENT.test(text[to] ?? '')
}

/**
 * Divides groups of digits into numbers: both numbers in "072 555 0209 072 555 0210", and all groups
 * except the first in "3 082 555 0201". Of several ways, it takes the one that covers most digits.
 */
function bestParts(text: string, { from, to }: Span, defaultCountry: CountryCode): Span[] {
  const groups = spansOf(GROUP, text.slice(from, to)).map(group => ({
    from: from + group.from,
    to: from + group.to,
  }))
  type Way = { digits: number; parts: Span[] }
  // The best division of the groups before each position.
  const ways: Way[] = [{ digits: 0, parts: [] }]
  for (let end = 1; end <= groups.length; end++) {
    let best: Way = ways[end - 1] ?? { digits: 0, parts: [] }
    for (let begin = end - 1; begin >= Math.max(0, end - MAX_GROUPS); begin--) {
      const part = { from: groups[begin]?.from ?? 0, to: groups[end - 1]?.to ?? 0 }
      const slice = sliceOf(text, part)
      const digits = slice.replace(/\D/g, '').length
      if (digits > MAX_DIGITS) break
      const before = ways[begin]
      if (!before || digits < MIN_DIGITS || before.digits + digits <= best.digits) continue
      if (isCertainInText(slice, defaultCountry)) {
        best = { digits: before.digits + digits, parts: [...before.parts, part] }
      }
    }
    ways.push(best)
  }
  return ways.at(-1)?.parts ?? []
}

const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`
/** "2026-11-21T08:30:00", "21/11/2026 08:30", "21.11.26", "20261121T083000Z" */
const TIMES = new RegExp(
  String.raw`(?<![\d+(])(?<![\d][-./])(?:` +
    [
      String.raw`(?:19|20)\d{2}([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:[T ,]{1,2}${TIME})?`,
      String.raw`(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\2(?:(?:19|20)?\d{2})(?:[T ,]{1,2}${TIME})?`,
      String.raw`(?:0?[1-9]|1[0-2])([-./])(?:0?[1-9]|[12]\d|3[01])\3(?:19|20)\d{2}(?:[T ,]{1,2}${TIME})?`,
      String.raw`(?:19|20)\d{6}T\d{4,6}`,
      TIME,
    ].join('|') +
    String.raw`)(?!\d|[-./:]\d)`,
  'g',
)
const ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d]|\.\d)/g

/**
 * Dates, times and IP addresses, unless they are numbers of `defaultCountry` that look like one.
 */
function spansOfTimes(text: string, defaultCountry: CountryCode): Span[] {
  return [...spansOf(TIMES, text), ...spansOf(ADDRESS, text)].filter(
    span => !isCertain(sliceOf(text, span), defaultCountry),
  )
}
