import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../../batch/for-each-yielding.ts'
import { cardNumbers, unfoldLines } from './card-numbers.ts'
import { runsOutside } from './digit-runs.ts'
import { linesOfNumbers } from './lines-of-numbers.ts'
import * as messages from './messages.ts'
import { type PhoneTable, phoneTable } from './phone-table.ts'
import { piecesOf } from './pieces.ts'
import { plainText } from './plain-text.ts'
import { type ReadCell, readCells } from './read-cell.ts'
import { type FoundNumbers, type Span, sliceOf } from './span.ts'
import { FileProblem } from './text-of-file.ts'

/** Digits of a pasted text that don't look like a phone number, but are enough for one. */
export type SkippedDigits = {
  text: string
  /** From 1 on. */
  line: number
}

export type PastedEntries = {
  /** The text of the digits, converted to 0 to 9. */
  entries: string[]
  skipped: SkippedDigits[]
  /** A sentence for each thing that was ignored. */
  about: string | null
}

/** A larger text is a mistake: 200,000 numbers have half of it. */
export const MAX_CHARACTERS = 5_000_000
/** A paste with more numbers than this is a mistake. */
export const MAX_ENTRIES = 200_000

/** Separators between the columns of a table. */
const COLUMNS = /[\t;,|]|\S {2}/

/**
 * Parses any text with phone numbers: mails, chats, lists, a column of a spreadsheet, a table, contact
 * cards. Any seven digits or more become an entry or are listed as skipped, and no entry joins
 * separate digits (decision 28).
 *
 * @param defaultCountry the country of numbers without a country code
 */
export async function pastedEntries(
  text: string,
  defaultCountry: CountryCode,
): Promise<PastedEntries> {
  if (text.length > MAX_CHARACTERS) throw new FileProblem(messages.textTooLarge)
  if (await hasTooManyNumbers(text)) throw new FileProblem(messages.tooManyNumbers(MAX_ENTRIES))
  const plain = await plainText(text)
  const { numbers, ignored } = await takeNumbers(plain, defaultCountry)
  const entries: string[] = []
  await forEachYielding(numbers, span => entries.push(unfoldLines(sliceOf(plain, span))))
  const lineOf = lineCounter(plain)
  const skipped: SkippedDigits[] = []
  await forEachYielding(await runsOutside(plain, numbers), span =>
    skipped.push({ text: unfoldLines(sliceOf(plain, span)), line: lineOf(span.from) }),
  )
  return { entries, skipped, about: ignored.join(' ') || null }
}

const MAX_DIGITS = 15
const DIGITS_OR_LINE = /\d{9,1000}|\n/g
/** A line with more numbers is a list of them. In others they may be one of several columns. */
const NUMBERS_IN_ROW = 10

/** A quick look, before reading takes many seconds. It counts no more than will be read. */
async function hasTooManyNumbers(text: string): Promise<boolean> {
  let count = 0
  let inLine = 0
  await forEachYielding(piecesOf(text), piece => {
    for (const [found] of sliceOf(text, piece).matchAll(DIGITS_OR_LINE)) {
      if (found.length > MAX_DIGITS) continue
      inLine = found === '\n' ? 0 : inLine + 1
      if (inLine === 1) count++
      if (inLine === NUMBERS_IN_ROW + 1) count += NUMBERS_IN_ROW
      if (inLine > NUMBERS_IN_ROW + 1) count++
    }
  })
  return count > MAX_ENTRIES
}

async function takeNumbers(plain: string, defaultCountry: CountryCode): Promise<FoundNumbers> {
  const cards = cardNumbers(plain)
  if (cards) return numbersOfCards(plain, cards, defaultCountry)
  if (!COLUMNS.test(plain)) return linesOfNumbers(plain, defaultCountry)
  const table = await phoneTable(plain, defaultCountry)
  return table
    ? numbersOfTable(plain, table, defaultCountry)
    : linesOfNumbers(plain, defaultCountry)
}

async function numbersOfCards(
  plain: string,
  cards: Iterable<Span>,
  defaultCountry: CountryCode,
): Promise<FoundNumbers> {
  const taken: Span[] = []
  const all: ReadCell[] = []
  await forEachYielding(readCells(all, plain, cards, defaultCountry), () => undefined)
  await forEachYielding(all, ({ cell, numbers }) => {
    for (const span of numbers.length > 0 ? numbers : [cell]) taken.push(span)
  })
  return { numbers: taken, ignored: [messages.onlyNumbersOfContacts] }
}

async function numbersOfTable(
  plain: string,
  { cells, names }: PhoneTable,
  defaultCountry: CountryCode,
): Promise<FoundNumbers> {
  const taken: Span[] = []
  let without = 0
  const all: ReadCell[] = []
  await forEachYielding(readCells(all, plain, cells, defaultCountry), () => undefined)
  await forEachYielding(all, ({ numbers, attempt }) => {
    const spans = attempt ? [attempt] : numbers
    if (spans.length === 0) without++
    for (const span of spans) taken.push(span)
  })
  const read = messages.onlyColumns(names.map(name => name.trim()))
  const ignored = [read, messages.linesWithoutNumber(without)]
  return { numbers: taken, ignored: ignored.flatMap(words => words ?? []) }
}

/** @returns a function from an offset to its line, from 1. Offsets have to be in order. */
function lineCounter(text: string): (place: number) => number {
  let line = 1
  let at = 0
  return place => {
    const passed = text.slice(at, place).match(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g)
    line += passed?.length ?? 0
    at = place
    return line
  }
}
