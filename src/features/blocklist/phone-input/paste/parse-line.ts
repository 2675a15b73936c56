import parsePhoneNumber, { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import {
  beginOfRange,
  lacksTrunkZero,
  MAX_DIGITS,
  MIN_DIGITS,
  type ParsedEntry,
  readPhoneEntry,
  SHORTENED,
  standsForMany,
} from '../../phone/phone-entry.ts'
import { bareSpan } from '../../phone/plain-number.ts'

export type Span = { from: number; to: number }

/** A part of a text that is a phone number or was meant as one. */
type NumberInText = Span & { parsed: ParsedEntry }

const CELL = /[^\t;|,،؛、，；"“”„]+/g
/** Like most lines of long lists. They need no search. */
const PLAIN_LINE = /^\+?\d{7,15}$/
/** Most cells have fewer digits, and need no search. */
export const ENOUGH_DIGITS = /(?:\d\D*){7}/

/**
 * The numbers in a line and what was meant as one, in order.
 *
 * @param isNumber whether a heading says that all of it is a phone number
 */
export function parseLine(
  line: string,
  isNumber: boolean,
  defaultCountry: CountryCode,
): NumberInText[] {
  const parsed = PLAIN_LINE.test(line) ? readPhoneEntry(line, defaultCountry) : null
  if (parsed) return [{ from: 0, to: line.length, parsed }]
  const cells = (isNumber ? [{ index: 0, 0: line }] : [...line.matchAll(CELL)])
    .map(({ index, 0: cell }) => {
      const { from, to } = bareSpan(cell)
      return { from: index + from, to: index + to }
    })
    .filter(({ from, to }) => to > from)
    .map(cell => parseCell(line, cell, defaultCountry))
  const withNumber = cells.filter(([first]) => first && !first.attempt).length
  const meant = cells.filter(([first]) => first?.attempt === 'meant').length
  // Each cell, or more than half of them, is a number or was meant as one.
  const isList =
    cells.length === 1 || withNumber * 2 > cells.length || withNumber + meant === cells.length
  const numbers = cells.flat().filter(({ attempt }) => !attempt || isNumber || isList)
  return withRanges(line, numbers, defaultCountry)
}

type NumberInCell = NumberInText & { attempt?: 'meant' | 'unusual' | undefined }

/**
 * The numbers in a part of a line between separators, such as tabs and commas. If it has none, its text may be an
 * attempt, for a person to check: `meant` is nothing but digits, and enough of them.
 */
function parseCell(line: string, { from, to }: Span, defaultCountry: CountryCode): NumberInCell[] {
  const text = line.slice(from, to)
  const whole = (attempt?: 'meant' | 'unusual') => {
    return [{ from, to, parsed: readPhoneEntry(text, defaultCountry), attempt }]
  }
  if (standsForMany(text, defaultCountry)) return whole()
  if (ENOUGH_DIGITS.test(text)) {
    const parsed = certainNumber(text, defaultCountry)
    // Not a date with something next to it.
    if (parsed && withoutTimes(text, defaultCountry) === text) return [{ from, to, parsed }]
    const numbers = findNumbers(text, defaultCountry).map(number => {
      return { ...number, from: from + number.from, to: from + number.to }
    })
    if (numbers.length > 0) return numbers
  }
  if (!isAttempt(text)) return []
  return whole(!/\p{L}/u.test(text) && text.length >= MIN_DIGITS ? 'meant' : 'unusual')
}

/** A number and what follows it, such as the end of a range. */
const END = /^(?:[-\p{Pd}/~…]|\.{2,3})\d{1,4}(?![\d.:/])|^ [-\p{Pd}] \d{2,4}$|^[*%]+(?!\d)/u

/**
 * Ranges as one entry each, which says that Redial blocks only single numbers. Their ends alone would
 * look as if all between them were blocked.
 */
function withRanges(
  line: string,
  numbers: NumberInText[],
  defaultCountry: CountryCode,
): NumberInText[] {
  const range = (from: number, to: number): NumberInText | null => {
    const text = line.slice(from, to)
    if (!standsForMany(text, defaultCountry)) return null
    return { from, to, parsed: readPhoneEntry(text, defaultCountry) }
  }
  const joined: NumberInText[] = []
  for (const number of numbers) {
    const last = joined.at(-1)
    const both = last ? range(beginOfRange(line, last.from), number.to) : null
    if (both) joined.pop()
    const end = END.exec(line.slice(number.to))?.[0] ?? ''
    // "*0821230001*" is bold.
    const isAlone = end === '' || line[number.from - 1] === '*'
    joined.push(both ?? (isAlone ? null : range(number.from, number.to + end.length)) ?? number)
  }
  return joined
}

/** The number of a list item without anything else. */
const ALONE = /^[([]?\d{1,3}[.):\]]$/
/** "ID 8001015009087": the number of something else. */
const AFTER_WORD = /^\p{L}+[\s.:#]/u
/** "1-800-FLOWERS" */
const VANITY = /^\+?\d[\d().\- ]*[A-Z]{3}[A-Z\d-]*$/
/** Digits of one number, possibly with letters in place of digits: "O82 l23 0001". */
const MEANT_TOGETHER = /^\D{0,3}\d(?:[\s().\-/\p{Pd}\p{L}]{0,3}\d)*\D{0,3}$/u
/** Chats that a phone exports have a [ before the date. */
const TIME_FIRST = /^\[?(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:\D|$)|\d{1,2}:\d{2})/
const MAX_ATTEMPTED_DIGITS = 20
const MAX_LETTERS = 3
const MAX_LENGTH = 100

function isAttempt(text: string): boolean {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return false
  if (ALONE.test(text) || AFTER_WORD.test(text)) return false
  if (SHORTENED.test(text) || VANITY.test(text)) return true
  const digits = text.replace(/\D/g, '').length
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (digits > MAX_ATTEMPTED_DIGITS || TIME_FIRST.test(text)) return false
  if (digits >= MIN_DIGITS) return letters <= MAX_LETTERS && MEANT_TOGETHER.test(text)
  return letters === 0 && /^[\d\s+().\-/\p{Pd}]+$/u.test(text)
}

/** Groups of digits that may be numbers, with up to three signs between the groups of one. */
const RUN = /[+(]{0,2}\d+(?:[\s().\-/\p{Pd}]{0,3}[+(]{0,2}\d+)*/gu
const GROUP = /[+(]{0,2}\d+/g
const WORD = /[\p{L}\p{Nd}_]/u
/** No number is written in more groups. */
const MAX_GROUPS = 9

/**
 * Finds phone numbers among names, dates, amounts and other text. It finds only numbers that are
 * certain: valid in their country, which is `defaultCountry` if they have no country code.
 */
export function findNumbers(text: string, defaultCountry: CountryCode): NumberInText[] {
  const bare = withoutTimes(text, defaultCountry)
  return Array.from(bare.matchAll(RUN)).flatMap(({ index, 0: run }) =>
    numbersOfRun(bare, { from: index, to: index + run.length }, defaultCountry),
  )
}

/** From each group on, the longest number: only "072 555 0209" of "072 555 0209 072". */
function numbersOfRun(bare: string, run: Span, defaultCountry: CountryCode): NumberInText[] {
  const groups = Array.from(bare.slice(run.from, run.to).matchAll(GROUP), ({ index, 0: group }) => {
    return { from: run.from + index, to: run.from + index + group.length }
  })
  // "082 555 0201 2nd warning"
  if (WORD.test(bare[run.to] ?? '')) groups.pop()
  // "DE44 5001 0517 …" of a bank account has no number. "Flat B12 0821230001" has one in one group.
  const isAfterWord = WORD.test(bare[run.from - 1] ?? '')
  if (isAfterWord) groups.shift()
  const numbers: NumberInText[] = []
  for (let [first] = groups; first !== undefined; [first] = groups) {
    const { from } = first
    const ends = groups.slice(0, isAfterWord ? 1 : MAX_GROUPS)
    for (let last = ends.pop(); last !== undefined; last = ends.pop()) {
      const parsed = certainInText(bare.slice(from, last.to), defaultCountry)
      if (parsed === null) continue
      numbers.push({ from, to: last.to, parsed })
      break
    }
    groups.splice(0, ends.length + 1)
  }
  return numbers
}

/** Digits of one number, such as "030 / 123-45 67". */
const TOGETHER = /^\D*\d(?:\D{0,3}\d)*\D*$/
/** Two things, as in "00/(2) 082 …", or signs around a number. */
const PARTED = /\/\s*\(|^[*_~]/

/** A text that is certainly one phone number; otherwise null. */
function certainNumber(text: string, defaultCountry: CountryCode): ParsedEntry | null {
  if (!TOGETHER.test(text) || PARTED.test(text)) return null
  const parsed = readPhoneEntry(text, defaultCountry)
  if (parsed.kind === 'unclear') return parsed
  return parsed.kind === 'number' && parsed.doubt === null ? parsed : null
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
