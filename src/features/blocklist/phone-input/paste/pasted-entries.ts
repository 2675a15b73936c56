import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../../batch/for-each-yielding.ts'
import { cardNumbers, unfoldLines } from './card-numbers.ts'
import { runsOutside } from './digit-runs.ts'
import { linesOfNumbers } from './lines-of-numbers.ts'
import * as messages from './messages.ts'
import { type PhoneTable, phoneTable } from './phone-table.ts'
import { plainText } from './plain-text.ts'
import { readCell } from './read-cell.ts'
import type { FoundNumbers } from './span.ts'
import { type Span, sliceOf } from './span.ts'
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

/** A paste with more numbers than this is a mistake. */
export const MAX_ENTRIES = 200_000

/** More characters than 200,000 numbers have. */
export const MAX_TEXT = 5_000_000

/** Separators between the columns of a table. */
const COLUMNS = /[\t;,|]|\S {2}/

/**
 * Parses any text with phone numbers: mails, chats, lists, a column of a spreadsheet, a table, contact
 * cards. Any seven digits or more become an entry or are listed as skipped, and no entry joins
 * separate digits (decision 28).
 *
 * @param defaultCountry the country of numbers without a country code
 * @throws FileProblem for a text of more than 5 MB
 */
export async function pastedEntries(
  text: string,
  defaultCountry: CountryCode,
): Promise<PastedEntries> {
  if (text.length > MAX_TEXT) throw new FileProblem(messages.tooLong(text.length))
  const plain = await plainText(text)
  const { numbers, ignored } = await takeNumbers(plain, defaultCountry)
  const lineOf = lineCounter(plain)
  return {
    entries: numbers.map(span => unfoldLines(sliceOf(plain, span))),
    skipped: runsOutside(plain, numbers).map(span => ({
      text: unfoldLines(sliceOf(plain, span)),
      line: lineOf(span.from),
    })),
    about: ignored.join(' ') || null,
  }
}

async function takeNumbers(plain: string, defaultCountry: CountryCode): Promise<FoundNumbers> {
  const cards = cardNumbers(plain)
  if (cards) return numbersOfCards(plain, cards, defaultCountry)
  if (!COLUMNS.test(plain)) return linesOfNumbers(plain, defaultCountry)
  const table = phoneTable(plain, defaultCountry)
  return table
    ? numbersOfTable(plain, table, defaultCountry)
    : linesOfNumbers(plain, defaultCountry)
}

async function numbersOfCards(
  plain: string,
  cards: Span[],
  defaultCountry: CountryCode,
): Promise<FoundNumbers> {
  const taken: Span[] = []
  await forEachYielding(cards, cell => {
    const { numbers } = readCell(plain, cell, defaultCountry)
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
  await forEachYielding(cells, cell => {
    const { numbers, attempt } = readCell(plain, cell, defaultCountry)
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
