import type { CountryCode } from 'libphonenumber-js/max'
import { beginOfRange, readPhoneEntry, SHORTENED, standsForMany } from '../../phone/phone-entry.ts'
import { withoutEnd } from '../../phone/plain-number.ts'
import {
  certainNumber,
  findNumbers,
  type NumberInText,
  type Span,
  withoutTimes,
} from './find-numbers.ts'

const CELL = /[^\t;|,،؛、，；"“”„]+/g
/** Signs around a number that are not part of it: bullets, quotes, a formula's =, "tel:". */
const BEFORE = /^(?:[\s'’‘•‣▪·=>]|[*-]\s)*(?:tel:)?/i
const AFTER = /[\s'’]/
/** Like most lines of long lists. They need no search. */
const PLAIN_LINE = /^\+?\d{7,15}$/
/** Most cells have fewer digits, and need no search. */
export const ENOUGH_DIGITS = /(?:\d\D*){7}/
const MIN_DIGITS = 7

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
  const whole = { from: 0, to: line.length }
  if (PLAIN_LINE.test(line)) return [{ ...whole, parsed: readPhoneEntry(line, defaultCountry) }]
  const cells = (isNumber ? [whole] : cellsOf(line))
    .map(span => bareSpan(line, span))
    .filter(({ from, to }) => to > from)
    .map(span => parseCell(line, span, defaultCountry))
  const withNumber = cells.filter(({ numbers }) => numbers.length > 0).length
  const meant = cells.filter(({ isMeant }) => isMeant).length
  // Each cell, or more than half of them, is a number or was meant as one.
  const isList =
    cells.length === 1 || withNumber * 2 > cells.length || withNumber + meant === cells.length
  const numbers = cells.flatMap(({ numbers, attempt }) =>
    attempt && (isNumber || isList) ? attempt : numbers,
  )
  return withRanges(line, numbers, defaultCountry)
}

function cellsOf(line: string): Span[] {
  return Array.from(line.matchAll(CELL), ({ index, 0: cell }) => {
    return { from: index, to: index + cell.length }
  })
}

/** A part of a line between separators, such as tabs and commas. */
type Cell = {
  /** The numbers in it, in order. */
  numbers: NumberInText[]
  /** If it has none: text that was meant as a number or is an unusual one, for a person to check. */
  attempt: NumberInText | null
  /** Whether an attempt is nothing but digits, and enough of them. */
  isMeant: boolean
}

function parseCell(line: string, cell: Span, defaultCountry: CountryCode): Cell {
  const bare = withoutItemNumber(line, cell, defaultCountry)
  const text = line.slice(bare.from, bare.to)
  const numbers = numbersOf(text, defaultCountry).map(({ from, to, parsed }) => ({
    from: bare.from + from,
    to: bare.from + to,
    parsed,
  }))
  if (numbers.length > 0 || !isAttempt(text)) return { numbers, attempt: null, isMeant: false }
  return {
    numbers,
    attempt: { ...bare, parsed: readPhoneEntry(text, defaultCountry) },
    isMeant: !/\p{L}/u.test(text) && text.length >= MIN_DIGITS,
  }
}

function numbersOf(text: string, defaultCountry: CountryCode): NumberInText[] {
  const whole = { from: 0, to: text.length }
  if (standsForMany(text, defaultCountry)) {
    return [{ ...whole, parsed: readPhoneEntry(text, defaultCountry) }]
  }
  if (!ENOUGH_DIGITS.test(text)) return []
  const parsed = certainNumber(text, defaultCountry)
  // Not a date with something next to it.
  if (parsed && withoutTimes(text, defaultCountry) === text) return [{ ...whole, parsed }]
  return findNumbers(text, defaultCountry)
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
    if (both) {
      joined.splice(-1, 1, both)
      continue
    }
    const end = END.exec(line.slice(number.to))?.[0] ?? ''
    // "*0821230001*" is bold.
    const isAlone = end === '' || line[number.from - 1] === '*'
    joined.push((isAlone ? null : range(number.from, number.to + end.length)) ?? number)
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
const TOGETHER = /^\D{0,3}\d(?:[\s().\-/\p{Pd}\p{L}]{0,3}\d)*\D{0,3}$/u
/** Chats that a phone exports have a [ before the date. */
const TIME = /^\[?(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:\D|$)|\d{1,2}:\d{2})/
const MAX_DIGITS = 20
const MAX_LETTERS = 3
const MAX_LENGTH = 100

function isAttempt(text: string): boolean {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return false
  if (ALONE.test(text) || AFTER_WORD.test(text)) return false
  if (SHORTENED.test(text) || VANITY.test(text)) return true
  const digits = text.replace(/\D/g, '').length
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (digits > MAX_DIGITS || TIME.test(text)) return false
  if (digits >= MIN_DIGITS) return letters <= MAX_LETTERS && TOGETHER.test(text)
  return letters === 0 && /^[\d\s+().\-/\p{Pd}]+$/u.test(text)
}

function bareSpan(text: string, span: Span): Span {
  const slice = text.slice(span.from, span.to)
  const from = span.from + (BEFORE.exec(slice)?.[0].length ?? 0)
  const rest = text.slice(from, Math.max(from, span.to))
  return { from, to: from + withoutEnd(rest, AFTER).length }
}

/** The number of a list item: "5. ", "(5) ", "5: ". */
const ITEM_NUMBER = /^[([]?\d{1,3}[.):\]]\s+(?=\D{0,3}\d)/

/** Removes the number of a list item if the rest is a phone number. */
function withoutItemNumber(text: string, cell: Span, defaultCountry: CountryCode): Span {
  const length = ITEM_NUMBER.exec(text.slice(cell.from, cell.to))?.[0].length
  if (length === undefined) return cell
  const rest = { from: cell.from + length, to: cell.to }
  const parsed = readPhoneEntry(text.slice(rest.from, rest.to), defaultCountry)
  const isComplete = (parsed.kind === 'number' && parsed.isUsual) || parsed.kind === 'unclear'
  return isComplete ? rest : cell
}
