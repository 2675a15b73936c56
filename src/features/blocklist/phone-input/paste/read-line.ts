import type { CountryCode } from 'libphonenumber-js/max'
import { readPhoneEntry, standsForMany } from '../../phone/phone-entry.ts'
import { withoutEnd } from '../../phone/plain-number.ts'
import { certainNumber, type Found, findNumbers, withoutTimes } from './find-numbers.ts'

type Span = { from: number; to: number }

/** A part of a line between separators, such as tabs and commas. */
type ReadCell = Span & {
  /** The numbers in it, in order. */
  numbers: Found[]
  /** If it has none: text that was meant as a number or is an unusual one, for a person to check. */
  attempt: Found | null
  hasLetters: boolean
  /** Whether there is other text next to its numbers. */
  hasOtherText: boolean
}

export type ReadLine = {
  /** The numbers in it, and what was meant as one, in order. */
  found: Found[]
  /** How many of its numbers have other text next to them. */
  withOtherText: number
  /** Its parts between separators. */
  cells: Span[]
}

const CELL = /[^\t;|,،؛、，；"“”„]+/gu
/** Signs around a number that are not part of it: bullets, quotes, a formula's =, "tel:". */
const BEFORE = /^(?:[\s'’‘•‣▪·=>]|[*-]\s)*(?:tel:)?/i
const AFTER = /[\s'’]/
/** Like most lines of long lists. They need no search. */
const PLAIN_LINE = /^\+?\d{7,15}$/

/**
 * Reads a line in steps. It can be as long as the text.
 *
 * @param named the cells that hold phone numbers, if a heading names them
 */
export function* readLine(
  line: string,
  named: Span[] | null,
  defaultCountry: CountryCode,
): Generator<void, ReadLine> {
  const whole = { from: 0, to: line.length }
  if (named === null && PLAIN_LINE.test(line)) {
    const found = [{ ...whole, parsed: readPhoneEntry(line, defaultCountry) }]
    return { found, withOtherText: 0, cells: [whole] }
  }
  const cells: ReadCell[] = []
  for (const span of named ?? cellsOf(line)) {
    const bare = bareSpan(line, span)
    if (bare.to > bare.from) cells.push(yield* readCell(line, bare, defaultCountry))
  }
  const isMeant = named !== null || isListOfNumbers(line, cells)
  const found: Found[] = []
  let numbers = 0
  let nextToText = 0
  for (const cell of cells) {
    for (const number of cell.numbers) found.push(number)
    if (cell.attempt && isMeant) found.push(cell.attempt)
    numbers += cell.numbers.length
    if (cell.hasOtherText) nextToText += cell.numbers.length
    yield
  }
  const isAnyText = cells.some(cell => cell.numbers.length === 0 && cell.hasLetters)
  return { found, withOtherText: isAnyText ? numbers : nextToText, cells }
}

function* cellsOf(line: string): Generator<Span> {
  for (const { index, 0: cell } of line.matchAll(CELL)) {
    yield { from: index, to: index + cell.length }
  }
}

/** Whether each cell, or more than half of them, is a number or was meant as one. */
function isListOfNumbers(line: string, cells: ReadCell[]): boolean {
  const right = cells.filter(({ numbers }) => numbers.length > 0).length
  const meant = cells.filter(({ from, to, attempt, hasLetters }) => {
    const isLong = attempt !== null && line.slice(from, to).length >= MIN_DIGITS
    return isLong && !hasLetters
  }).length
  return cells.length === 1 || right * 2 > cells.length || right + meant === cells.length
}

/** A cell can be as long as the text, too, so it is read in windows that overlap by a number. */
const WINDOW = 400
const LONGEST_NUMBER = 60

/** Reads a cell in steps, of which a later one starts where the one before certainly ends. */
function* readCell(
  line: string,
  cell: Span,
  defaultCountry: CountryCode,
): Generator<void, ReadCell> {
  const read: ReadCell = {
    ...cell,
    numbers: [],
    attempt: null,
    hasLetters: false,
    hasOtherText: false,
  }
  let { from } = cell
  while (from < cell.to) {
    const isLast = cell.to - from <= WINDOW
    const end = isLast ? cell.to : from + WINDOW
    const part = readWindow(line, { from, to: end }, defaultCountry)
    const border = isLast ? cell.to : borderBefore(line, end - LONGEST_NUMBER)
    const cut = part.numbers.find(number => number.to > border)
    for (const number of part.numbers) if (number.to <= border) read.numbers.push(number)
    if (isLast && from === cell.from) read.attempt = part.attempt
    read.hasLetters ||= part.hasLetters
    read.hasOtherText ||= part.hasOtherText
    // A number followed by hundreds of quotes, for example.
    if (cut && cut.from === from) read.numbers.push({ ...cut, ...bareSpan(line, cut) })
    from = cut && cut.from > from ? Math.min(border, cut.from) : (cut?.to ?? border)
    yield
  }
  return read
}

/** After a space, or else after anything except digits, so that no number is cut. */
function borderBefore(text: string, place: number): number {
  const before = text.slice(place - LONGEST_NUMBER, place)
  const last = /\s\S*$/.exec(before) ?? /\D\d*$/.exec(before)
  return last === null ? place : place - LONGEST_NUMBER + last.index + 1
}

/** Most cells have fewer, and need no search. */
const ENOUGH_DIGITS = /(?:\d\D*){7}/

function readWindow(
  line: string,
  span: Span,
  defaultCountry: CountryCode,
): Omit<ReadCell, 'from' | 'to'> {
  const bare = withoutItemNumber(line, span, defaultCountry)
  const slice = line.slice(bare.from, bare.to)
  const numbers = numbersOf(slice, defaultCountry).map(({ from, to, parsed }) => ({
    from: bare.from + from,
    to: bare.from + to,
    parsed,
  }))
  const isMeant = numbers.length === 0 && isAttempt(slice)
  const others = cover(slice, bare.from, numbers)
  return {
    numbers,
    attempt: isMeant ? { ...bare, parsed: readPhoneEntry(slice, defaultCountry) } : null,
    hasLetters: /\p{L}/u.test(slice),
    hasOtherText: /\p{L}|\d{4}/u.test(others),
  }
}

function numbersOf(slice: string, defaultCountry: CountryCode): Found[] {
  const whole = { from: 0, to: slice.length }
  if (standsForMany(slice, defaultCountry)) {
    return [{ ...whole, parsed: readPhoneEntry(slice, defaultCountry) }]
  }
  if (!ENOUGH_DIGITS.test(slice)) return []
  const parsed = certainNumber(slice, defaultCountry)
  // Not a date with something next to it.
  if (parsed && withoutTimes(slice, defaultCountry) === slice) return [{ ...whole, parsed }]
  return withRanges(slice, findNumbers(slice, defaultCountry), defaultCountry)
}

/** A number and what follows it, such as the end of a range. */
const END = /^(?:[-\p{Pd}/~…]|\.{2,3})\d{1,4}(?![\d.:/])|^ [-\p{Pd}] \d{2,4}$|^[*%]+(?!\d)/u

/**
 * Ranges as one entry each, which says that Redial blocks only single numbers. Their ends alone would
 * look as if all between them were blocked.
 */
function withRanges(slice: string, numbers: Found[], defaultCountry: CountryCode): Found[] {
  const range = (from: number, to: number): Found | null => {
    const text = slice.slice(from, to)
    if (!standsForMany(text, defaultCountry)) return null
    return { from, to, parsed: readPhoneEntry(text, defaultCountry) }
  }
  const joined: Found[] = []
  for (const number of numbers) {
    const last = joined.at(-1)
    const both = last ? range(last.from, number.to) : null
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
const TIME = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:\D|$)|^\d{1,2}:\d{2}/
const MIN_DIGITS = 7
const MAX_DIGITS = 20
const MAX_LETTERS = 3

function isAttempt(slice: string): boolean {
  if (ALONE.test(slice) || AFTER_WORD.test(slice)) return false
  if (SHORTENED.test(slice) || VANITY.test(slice)) return true
  const digits = slice.replace(/\D/g, '').length
  const letters = slice.match(/\p{L}/gu)?.length ?? 0
  if (digits === 0 || digits > MAX_DIGITS || TIME.test(slice)) return false
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
  const isNumber = (parsed.kind === 'number' && parsed.isUsual) || parsed.kind === 'unclear'
  return isNumber ? rest : cell
}

/** The text with a sign in place of each character of the numbers. */
export function cover(text: string, offset: number, numbers: Span[], sign = ' '): string {
  let result = ''
  let from = 0
  for (const number of numbers) {
    result += text.slice(from, number.from - offset) + sign.repeat(number.to - number.from)
    from = number.to - offset
  }
  return result + text.slice(from)
}
