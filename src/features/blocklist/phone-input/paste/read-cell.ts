import type { CountryCode } from 'libphonenumber-js/max'
import { parseEntry } from '../../phone/parse-entry.ts'
import { standsForMany } from '../../phone/phone-entry.ts'
import { withoutEnd } from '../../phone/phone-extension.ts'
import { findNumbers, isCertain, isWholeNumber } from './find-numbers.ts'
import { type Span, sliceOf, withoutSpans } from './span.ts'

/** Text without separators. The comma in "2,7821E+10" is not a separator. */
const CELL = /[^\t;|,،؛、，；"“”„]+(?:(?<=\d),(?=\d{1,20}e\+?\d)[^\t;|,،؛、，；"“”„]+)*/giu
/** Signs around a number that are not part of it: bullets, quotes, a formula's =, "tel:". */
const BEFORE = /^(?:[\s'’‘•‣▪·=>]|[*-]\s)*(?:tel:)?/i
const AFTER = /[\s'’]/
/** The number of a list item: "5. ", "(5) ", "5: ". */
const ITEM_NUMBER = /^[([]?\d{1,3}[.):\]]\s+(?=\D{0,3}\d)/
const SHORTENED = /^\d(?:[.,]\d+)?e\+?\d+$/i
/** "1-800-FLOWERS" */
const VANITY = /^\+?\d[\d().\- ]*[A-Z]{3}[A-Z\d-]*$/
/** Digits of one number, possibly with letters in place of digits: "O82 l23 0001". */
const TOGETHER = /^\D{0,3}\d(?:[\s().\-/\p{Pd}\p{L}]{0,3}\d)*\D{0,3}$/u
/** The number of a list item without anything else. */
const ALONE = /^[([]?\d{1,3}[.):\]]$/
/** "ID 8001015009087": the number of something else. */
const AFTER_WORD = /^\p{L}+[\s.:#]/u
/** Most cells have fewer, and need no search. */
const ENOUGH_DIGITS = /(?:\d\D*){7}/
const MAX_LETTERS = 3
const MAX_DIGITS = 20

export type ReadCell = {
  cell: Span
  /** The numbers in it, in order. */
  numbers: Span[]
  /** If it has none: text that was meant as a number or is an unusual one, for a person to check. */
  attempt: Span | null
  hasLetters: boolean
  /** Whether there is other text next to its numbers. */
  hasOtherText: boolean
}

/**
 * The parts of a line between its separators, without bullets, quotes and spaces around them. A line can
 * be as long as the text.
 */
export function* cellsOf(text: string, line: Span): Generator<Span> {
  for (const { index, 0: cell } of sliceOf(text, line).matchAll(CELL)) {
    const from = line.from + index
    const bare = bareSpan(text, { from, to: from + cell.length })
    if (bare.to > bare.from) yield bare
  }
}

/** A cell can be as long as the text, too, so it is read in windows that overlap by a number. */
const WINDOW = 400
const LONGEST_NUMBER = 60

export function emptyCell(cell: Span): ReadCell {
  return { cell, numbers: [], attempt: null, hasLetters: false, hasOtherText: false }
}

/** Reads a cell in steps, of which a later one starts where the one before certainly ends. */
export function* readInto(
  read: ReadCell,
  text: string,
  defaultCountry: CountryCode,
): Generator<void> {
  const { to } = read.cell
  let { from } = read.cell
  while (from < to) {
    const isLast = to - from <= WINDOW
    const end = isLast ? to : from + WINDOW
    const part = readCell(text, { from, to: end }, defaultCountry)
    const border = isLast ? to : borderBefore(text, end - LONGEST_NUMBER)
    for (const number of part.numbers) if (number.to <= border) read.numbers.push(number)
    if (isLast && from === read.cell.from) read.attempt = part.attempt
    read.hasLetters ||= part.hasLetters
    read.hasOtherText ||= part.hasOtherText
    const cut = part.numbers.find(number => number.to > border)
    // A number followed by hundreds of quotes, for example.
    if (cut && cut.from === from) read.numbers.push(bareSpan(text, cut))
    from = cut && cut.from > from ? Math.min(border, cut.from) : (cut?.to ?? border)
    yield
  }
}

/** Reads cells of a table or of contact cards in steps, and adds them to `all`. */
export function* readCells(
  all: ReadCell[],
  text: string,
  cells: Iterable<Span>,
  defaultCountry: CountryCode,
): Generator<void> {
  for (const cell of cells) {
    const read = emptyCell(cell)
    all.push(read)
    yield* readInto(read, text, defaultCountry)
  }
}

/** After a space, or else after anything except digits, so that no number is cut. */
function borderBefore(text: string, place: number): number {
  const before = text.slice(place - LONGEST_NUMBER, place)
  const last = /\s\S*$/.exec(before) ?? /\D\d*$/.exec(before)
  return last === null ? place : place - LONGEST_NUMBER + last.index + 1
}

function readCell(text: string, cell: Span, defaultCountry: CountryCode): ReadCell {
  const bare = withoutItemNumber(text, cell, defaultCountry)
  const slice = sliceOf(text, bare)
  const hasNumber = ENOUGH_DIGITS.test(slice)
  const isWhole =
    standsForMany(slice, defaultCountry) || (hasNumber && isWholeNumber(slice, defaultCountry))
  const inSlice = isWhole
    ? [{ from: 0, to: slice.length }]
    : hasNumber
      ? withRanges(slice, findNumbers(slice, defaultCountry), defaultCountry)
      : []
  const numbers = inSlice.map(({ from, to }) => ({ from: bare.from + from, to: bare.from + to }))
  return {
    cell,
    numbers,
    attempt: numbers.length === 0 && isAttempt(slice) ? bare : null,
    hasLetters: /\p{L}/u.test(slice),
    hasOtherText: /\p{L}|\d{4}/u.test(withoutSpans(slice, inSlice, ' ')),
  }
}

/** A number and what follows it, such as the end of a range. */
const END = /^(?:[-\p{Pd}/~…]|\.{2,3})\d{1,4}(?![\d.:/])|^ [-\p{Pd}] \d{2,4}$|^[*%]+(?!\d)/u

/**
 * Ranges as one entry each, which says that Redial blocks only single numbers. Their ends alone would
 * look as if all between them were blocked.
 */
function withRanges(slice: string, numbers: Span[], defaultCountry: CountryCode): Span[] {
  const joined: Span[] = []
  for (const number of numbers) {
    const last = joined.at(-1)
    const both = last && { from: last.from, to: number.to }
    if (both && standsForMany(sliceOf(slice, both), defaultCountry)) {
      joined.splice(-1, 1, both)
      continue
    }
    const end = END.exec(slice.slice(number.to))?.[0] ?? ''
    const whole = { from: number.from, to: number.to + end.length }
    // "*0821230001*" is bold.
    const isLonger =
      end !== '' &&
      slice[number.from - 1] !== '*' &&
      standsForMany(sliceOf(slice, whole), defaultCountry)
    joined.push(isLonger ? whole : number)
  }
  return joined
}

function isAttempt(slice: string): boolean {
  if (ALONE.test(slice) || AFTER_WORD.test(slice)) return false
  if (SHORTENED.test(slice) || VANITY.test(slice)) return true
  const digits = slice.replace(/\D/g, '').length
  const letters = slice.match(/\p{L}/gu)?.length ?? 0
  if (digits === 0 || digits > MAX_DIGITS || isTime(slice)) return false
  if (digits >= 7) return letters <= MAX_LETTERS && TOGETHER.test(slice)
  return letters === 0 && /^[\d\s+().\-/\p{Pd}]+$/u.test(slice)
}

function isTime(slice: string): boolean {
  return /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:\D|$)|^\d{1,2}:\d{2}/.test(slice)
}

function bareSpan(text: string, span: Span): Span {
  const slice = sliceOf(text, span)
  const from = span.from + (BEFORE.exec(slice)?.[0].length ?? 0)
  const rest = text.slice(from, Math.max(from, span.to))
  return { from, to: from + withoutEnd(rest, AFTER).length }
}

/** Removes the number of a list item if the rest is a phone number. */
function withoutItemNumber(text: string, cell: Span, defaultCountry: CountryCode): Span {
  const length = ITEM_NUMBER.exec(sliceOf(text, cell))?.[0].length
  if (length === undefined) return cell
  const rest = { from: cell.from + length, to: cell.to }
  const slice = sliceOf(text, rest)
  const parsed = parseEntry(slice, defaultCountry)
  const isNumber = parsed.kind === 'number' && parsed.isUsual
  return isNumber || isCertain(slice, defaultCountry) ? rest : cell
}
