import type { CountryCode } from 'libphonenumber-js/max'
import { readingOf } from '../entry-reader.ts'
import { findNumbers, isCertain, isWholeNumber } from './find-numbers.ts'
import { type Span, sliceOf, spansOf } from './span.ts'

/** What ends a cell. A comma within "2,7821E+10" doesn't. */
const CELL = /(?:[^\t;|,،؛、，；"“”„]|(?<=\d),(?=\d+e\+?\d))+/giu
/** Around a number, and no part of it: bullets, quotes, a formula's sign, "tel:". */
const BEFORE = /^(?:[\s'’‘•‣▪·=>]|[*-]\s)*(?:tel:)?/i
const AFTER = /[\s'’]+$/
/** "5. ", "(5) ", "5: ": what counts the lines. */
const PLACE = /^[([]?\d{1,3}[.):\]]\s+(?=\D{0,3}\d)/
const SHORTENED = /^\d(?:[.,]\d+)?e\+?\d+$/i
/** "1-800-FLOWERS" */
const VANITY = /^\+?\d[\d().\- ]*[A-Z]{3,}[A-Z\d-]*$/
/** Digits that stand together, with a letter among them at most where one was meant: "O82 l23 0001". */
const TOGETHER = /^\D{0,3}\d(?:[\s().\-/\p{Pd}\p{L}]{0,3}\d)*\D{0,3}$/u
const MOST_LETTERS = 3
const MOST_DIGITS = 20

export type LineNumbers = {
  /** What becomes an entry each, in order. */
  found: Span[]
  /** How many of those had other text beside them. */
  beside: number
}

/** The parts of a line that separators part, without what merely stands around them. */
export function cellsOf(text: string, line: Span): Span[] {
  return spansOf(CELL, sliceOf(text, line))
    .map(({ from, to }) => bareSpan(text, { from: line.from + from, to: line.from + to }))
    .filter(({ from, to }) => to > from)
}

/** Where the numbers of a cell stand. */
export function numbersOfCell(text: string, cell: Span, home: CountryCode): LineNumbers {
  const bare = withoutPlace(text, cell, home)
  if (isWholeNumber(sliceOf(text, bare), home)) return { found: [bare], beside: 0 }
  const slice = sliceOf(text, bare)
  const found = findNumbers(slice, home).map(({ from, to }) => ({
    from: bare.from + from,
    to: bare.from + to,
  }))
  const rest = found.reduceRight(
    (text, { from, to }) => text.slice(0, from - bare.from) + text.slice(to - bare.from),
    slice,
  )
  return { found, beside: /\p{L}|\d{4}/u.test(rest) ? found.length : 0 }
}

/** A cell that was meant as a number and is none, or an odd one: it's taken, to be looked at. */
export function attemptIn(text: string, cell: Span, home: CountryCode): Span | null {
  const bare = withoutPlace(text, cell, home)
  const slice = sliceOf(text, bare)
  if (SHORTENED.test(slice) || VANITY.test(slice)) return bare
  const digits = slice.replace(/\D/g, '').length
  const letters = slice.match(/\p{L}/gu)?.length ?? 0
  if (digits === 0 || digits > MOST_DIGITS || isTime(slice)) return null
  if (digits >= 7) return letters <= MOST_LETTERS && TOGETHER.test(slice) ? bare : null
  return letters === 0 && /^[\d\s+().\-/\p{Pd}]+$/u.test(slice) ? bare : null
}

function isTime(slice: string): boolean {
  return /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:\D|$)|^\d{1,2}:\d{2}/.test(slice)
}

function bareSpan(text: string, span: Span): Span {
  const slice = sliceOf(text, span)
  const from = span.from + (BEFORE.exec(slice)?.[0].length ?? 0)
  const rest = text.slice(from, Math.max(from, span.to))
  return { from, to: from + rest.replace(AFTER, '').length }
}

/** Strips what counts the lines wherever a number by itself is left. */
function withoutPlace(text: string, cell: Span, home: CountryCode): Span {
  const place = PLACE.exec(sliceOf(text, cell))?.[0].length
  if (place === undefined) return cell
  const rest = { from: cell.from + place, to: cell.to }
  const slice = sliceOf(text, rest)
  const reading = readingOf(slice, home)
  const isNumber = reading.kind === 'number' && reading.isUsual
  return isNumber || isCertain(slice, home) ? rest : cell
}
