import type { CountryCode } from 'libphonenumber-js/max'
import { parseEntry } from '../../phone/parse-entry.ts'
import { standsForMany } from '../../phone/phone-entry.ts'
import { withoutEnd } from '../../phone/phone-extension.ts'
import { findNumbers, isCertain, isWholeNumber } from './find-numbers.ts'
import { pieces } from './plain-text.ts'
import { type Span, sliceOf, spansOf, withoutSpans } from './span.ts'

/** Text without separators. The comma in "2,7821E+10" is not a separator. */
const CELL = /(?:[^\t;|,،؛、，；"“”„]|(?<=\d),(?=\d+e\+?\d))+/giu
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

/** Searching more characters at once would keep the page from responding. */
const MAX_CELL = 2_000

/** The parts of a line between its separators, without bullets, quotes and spaces around them. */
export function cellsOf(text: string, line: Span): Span[] {
  return spansOf(CELL, sliceOf(text, line))
    .flatMap(span => (span.to - span.from > MAX_CELL ? partsOf(sliceOf(text, line), span) : span))
    .flatMap(span => wordsOf(sliceOf(text, line), span))
    .map(({ from, to }) => bareSpan(text, { from: line.from + from, to: line.from + to }))
    .filter(({ from, to }) => to > from)
}

/** A line without separators may be as long as the text. */
function partsOf(text: string, { from, to }: Span): Span[] {
  let at = from
  return pieces(text.slice(from, to), MAX_CELL).map(({ length }) => {
    at += length
    return { from: at - length, to: at }
  })
}

/** Many numbers with spaces between them. They need no search. */
const WHOLE_NUMBERS = /^\+?\d{9,15}(?:\s+\+?\d{9,15})+\s*$/

function wordsOf(text: string, span: Span): Span[] {
  const slice = sliceOf(text, span)
  if (!WHOLE_NUMBERS.test(slice)) return [span]
  return spansOf(/\S+/g, slice).map(({ from, to }) => ({
    from: span.from + from,
    to: span.from + to,
  }))
}

export function readCell(text: string, cell: Span, defaultCountry: CountryCode): ReadCell {
  const bare = withoutItemNumber(text, cell, defaultCountry)
  const slice = sliceOf(text, bare)
  const isWhole = standsForMany(slice, defaultCountry) || isWholeNumber(slice, defaultCountry)
  const inSlice = isWhole
    ? [{ from: 0, to: slice.length }]
    : withRanges(slice, findNumbers(slice, defaultCountry), defaultCountry)
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
