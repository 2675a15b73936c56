import type { CountryCode } from 'libphonenumber-js/max'
import { BETWEEN, beginOfRange, readPhoneEntry, standsForMany } from '../../phone/phone-entry.ts'
import { withoutEnd } from '../../phone/plain-number.ts'
import {
  certainNumber,
  ENOUGH_DIGITS,
  findNumbers,
  type NumberInText,
  type Span,
  withoutTimes,
} from './find-numbers.ts'

/** A part of a line between separators, such as tabs and commas. */
type Cell = {
  /** The numbers in it, in order. */
  numbers: NumberInText[]
  /** If it has none: text that was meant as a number or is an unusual one, for a person to check. */
  attempt: NumberInText | null
  hasLetters: boolean
  /** Whether there is other text next to its numbers. */
  hasOtherText: boolean
}

export type ParsedLine = {
  /** The numbers in it, and what was meant as one, in order. */
  numbers: NumberInText[]
  /** How many of its numbers have other text next to them. */
  withOtherText: number
  /** Its parts between separators. */
  cells: Span[]
}

const ONE_END = String.raw`[+(]{0,2}\d[\d ().\-]{5,20}`
const QUOTES = `["'“”„‘’«»]`
/** "0821230010" - "0821230019", and a range in three cells of a row */
const RANGE_IN_CELLS = ` {0,4}${ONE_END}(?:${QUOTES}[ \t;|,]{0,3}|[ ]?[\t;|,] ?)(?:${BETWEEN.source})(?:[ \t;|,]{0,3}${QUOTES}|[ ]?[\t;|,] ?)${ONE_END}`
const CELL = new RegExp(`${RANGE_IN_CELLS}|[^\\t;|,،؛、，；"“”„]+`, 'giu')
/** Signs around a number that are not part of it: bullets, quotes, a formula's =, "tel:". */
const BEFORE = /^(?:[\s'’‘•‣▪·=>]|[*-]\s)*(?:tel:)?/i
const AFTER = /[\s'’]/
/** Like most lines of long lists. They need no search. */
const PLAIN_LINE = /^\+?\d{7,15}$/

/**
 * Parses a line in steps. It can be as long as the text.
 *
 * @param isNumber whether a heading says that all of it is a phone number
 */
export function* parseLine(
  line: string,
  isNumber: boolean,
  defaultCountry: CountryCode,
): Generator<void, ParsedLine> {
  const whole = { from: 0, to: line.length }
  if (PLAIN_LINE.test(line)) {
    const numbers = [{ ...whole, parsed: readPhoneEntry(line, defaultCountry) }]
    return { numbers, withOtherText: 0, cells: [whole] }
  }
  const found: FoundCells = {
    cells: [],
    numbers: [],
    orMeant: [],
    withNumber: 0,
    meant: 0,
    nextToText: 0,
    isAnyText: false,
  }
  for (const span of isNumber ? [whole] : cellsOf(line)) {
    yield
    const bare = bareSpan(line, span)
    if (bare.to > bare.from) addCell(found, bare, yield* parseCell(line, bare, defaultCountry))
  }
  const { cells, numbers, orMeant, withNumber, meant, nextToText, isAnyText } = found
  // Each cell, or more than half of them, is a number or was meant as one.
  const isList =
    cells.length === 1 || withNumber * 2 > cells.length || withNumber + meant === cells.length
  return {
    numbers: isNumber || isList ? orMeant : numbers,
    withOtherText: isAnyText ? numbers.length : nextToText,
    cells,
  }
}

/** What is found in the cells of a line. It is kept up to date, because a line can have a million of them. */
type FoundCells = {
  cells: Span[]
  numbers: NumberInText[]
  /** The numbers, and what was meant as one. */
  orMeant: NumberInText[]
  /** How many cells have a number, and how many were meant as one. */
  withNumber: number
  meant: number
  /** How many numbers have other text in their cell. */
  nextToText: number
  /** Whether a cell has nothing but text. */
  isAnyText: boolean
}

function addCell(found: FoundCells, span: Span, cell: Cell): void {
  const { numbers, attempt, hasLetters, hasOtherText } = cell
  found.cells.push(span)
  for (const number of numbers) found.numbers.push(number)
  for (const number of attempt ? [attempt] : numbers) found.orMeant.push(number)
  if (numbers.length > 0) found.withNumber++
  else if (hasLetters) found.isAnyText = true
  else if (attempt && span.to - span.from >= MIN_DIGITS) found.meant++
  if (hasOtherText) found.nextToText += numbers.length
}

export function* cellsOf(line: string): Generator<Span> {
  for (const { index, 0: cell } of line.matchAll(CELL)) {
    yield { from: index, to: index + cell.length }
  }
}

function* parseCell(line: string, cell: Span, defaultCountry: CountryCode): Generator<void, Cell> {
  const bare = withoutItemNumber(line, cell, defaultCountry)
  const text = line.slice(bare.from, bare.to)
  const inCell = yield* numbersOf(text, defaultCountry)
  const numbers = inCell.map(({ from, to, parsed }) => ({
    from: bare.from + from,
    to: bare.from + to,
    parsed,
  }))
  const isMeant = numbers.length === 0 && isAttempt(text)
  return {
    numbers,
    attempt: isMeant ? { ...bare, parsed: readPhoneEntry(text, defaultCountry) } : null,
    hasLetters: /\p{L}/u.test(text),
    hasOtherText: hasOtherText(text, inCell),
  }
}

function hasOtherText(text: string, numbers: Span[]): boolean {
  for (const other of textsBetween(text, numbers)) if (/\p{L}|\d{4}/u.test(other)) return true
  return false
}

function* numbersOf(text: string, defaultCountry: CountryCode): Generator<void, NumberInText[]> {
  const whole = { from: 0, to: text.length }
  if (standsForMany(text, defaultCountry)) {
    return [{ ...whole, parsed: readPhoneEntry(text, defaultCountry) }]
  }
  if (!ENOUGH_DIGITS.test(text)) return []
  const parsed = certainNumber(text, defaultCountry)
  // Not a date with something next to it.
  if (parsed && withoutTimes(text, defaultCountry) === text) return [{ ...whole, parsed }]
  return yield* withRanges(text, yield* findNumbers(text, defaultCountry), defaultCountry)
}

/** A number and what follows it, such as the end of a range. */
const END = /^(?:[-\p{Pd}/~…]|\.{2,3})\d{1,4}(?![\d.:/])|^ [-\p{Pd}] \d{2,4}$|^[*%]+(?!\d)/u

/**
 * Ranges as one entry each, which says that Redial blocks only single numbers. Their ends alone would
 * look as if all between them were blocked.
 */
function* withRanges(
  slice: string,
  numbers: NumberInText[],
  defaultCountry: CountryCode,
): Generator<void, NumberInText[]> {
  const range = (from: number, to: number): NumberInText | null => {
    const text = slice.slice(from, to)
    if (!standsForMany(text, defaultCountry)) return null
    return { from, to, parsed: readPhoneEntry(text, defaultCountry) }
  }
  const joined: NumberInText[] = []
  for (const number of numbers) {
    const last = joined.at(-1)
    if (last) yield
    const both = last ? range(beginOfRange(slice, last.from), number.to) : null
    if (both) {
      joined.splice(-1, 1, both)
      continue
    }
    const end = END.exec(slice.slice(number.to))?.[0] ?? ''
    // "*0821230001*" is bold.
    const isAlone = end === '' || slice[number.from - 1] === '*'
    joined.push((isAlone ? null : range(number.from, number.to + end.length)) ?? number)
  }
  return joined
}

/** The number of a list item without anything else. */
const ALONE = /^[([]?\d{1,3}[.):\]]$/
/** "ID 8001015009087": the number of something else. */
const AFTER_WORD = /^\p{L}+[\s.:#]/u
const SHORTENED = /^\d(?:[.,]\d+)?e\+?\d+$/i
/** "1-800-FLOWERS" */
const VANITY = /^\+?\d[\d().\- ]*[A-Z]{3}[A-Z\d-]*$/
/** Digits of one number, possibly with letters in place of digits: "O82 l23 0001". */
const TOGETHER = /^\D{0,3}\d(?:[\s().\-/\p{Pd}\p{L}]{0,3}\d)*\D{0,3}$/u
/** Chats that a phone exports have a [ before the date. */
const TIME = /^\[?(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:\D|$)|\d{1,2}:\d{2})/
const MIN_DIGITS = 7
const MAX_DIGITS = 20
const MAX_LETTERS = 3
const MAX_LENGTH = 100

function isAttempt(slice: string): boolean {
  // A cell can be as long as the whole text, and the checks below would then take long.
  if (slice.length > MAX_LENGTH || !/\d/.test(slice)) return false
  if (ALONE.test(slice) || AFTER_WORD.test(slice)) return false
  if (SHORTENED.test(slice) || VANITY.test(slice)) return true
  const digits = slice.replace(/\D/g, '').length
  const letters = slice.match(/\p{L}/gu)?.length ?? 0
  if (digits > MAX_DIGITS || TIME.test(slice)) return false
  if (digits >= MIN_DIGITS) return letters <= MAX_LETTERS && TOGETHER.test(slice)
  return letters === 0 && /^[\d\s+().\-/\p{Pd}]+$/u.test(slice)
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

/** The parts of a text before, between and after its numbers. */
export function* textsBetween(text: string, numbers: Span[]): Generator<string> {
  let end = 0
  for (const { from, to } of numbers) {
    yield text.slice(end, from)
    end = to
  }
  yield text.slice(end)
}
