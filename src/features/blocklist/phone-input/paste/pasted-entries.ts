import type { CountryCode } from 'libphonenumber-js/max'
import { type ParsedText, parseText } from '../../phone/phone-entry.ts'
import { withPlainCharacters } from '../../phone/plain-characters.ts'
import { forEachYielding } from '../for-each-yielding.ts'
import * as messages from '../messages.ts'
import { type PhoneTable, phoneTable } from './phone-table.ts'
import { cover, readLine } from './read-line.ts'
import { FileProblem } from './text-of-file.ts'

/** Digits of a pasted text that don't look like a phone number, but are enough for one. */
export type SkippedDigits = {
  text: string
  /** From 1 on. */
  line: number
}

export type PastedEntries = {
  entries: ParsedText[]
  skipped: SkippedDigits[]
  /** A sentence for each thing that was ignored. */
  about: string | null
}

/** A larger text is a mistake: 200,000 numbers have half of it. */
export const MAX_CHARACTERS = 5_000_000
/** A paste with more numbers than this is a mistake. */
export const MAX_ENTRIES = 200_000

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
  const isCards = CARDS.test(plain)
  const table = isCards ? null : await phoneTable(plain, defaultCountry)
  const read: Read = { entries: [], skipped: [], words: [], withoutNumber: 0, withOtherText: 0 }
  const parts = partsOf(plain, isCards, table)
  await forEachYielding(readParts(read, plain, parts, defaultCountry), () => undefined)
  const { entries, skipped, words } = read
  // Words alone become entries, so that a person sees why they are not numbers.
  if (entries.length + skipped.length === 0) {
    const asEntries = words
      .filter(word => word.replace(/\D/g, '').length < MIN_DIGITS)
      .map(word => parseText(word, defaultCountry))
    return { entries: asEntries, skipped, about: null }
  }
  const lines = messages.linesWithoutNumber(read.withoutNumber)
  const ignored = isCards
    ? [messages.onlyNumbersOfContacts]
    : table
      ? [messages.onlyColumns(table.columns.map(({ name }) => name)), lines]
      : [messages.ignoredText(read.withOtherText), lines]
  return {
    entries,
    skipped,
    about: ignored.filter(sentence => sentence !== null).join(' ') || null,
  }
}

type Read = {
  entries: ParsedText[]
  skipped: SkippedDigits[]
  /** All texts between separators, as long as there are neither entries nor skipped digits. */
  words: string[]
  /** How many lines have no number. */
  withoutNumber: number
  /** How many numbers have other text next to them. */
  withOtherText: number
}

/** Reads the parts of a text in steps, and adds what it finds to `read`. */
function* readParts(
  read: Read,
  plain: string,
  parts: Iterable<Part>,
  defaultCountry: CountryCode,
): Generator<void> {
  const lineOf = lineCounter(plain)
  for (const part of parts) {
    const line = plain.slice(part.from, part.to)
    const { found, cells, ...about } = yield* readLine(line, part.cells, defaultCountry)
    if (found.length === 0 && cells.length > 0) read.withoutNumber++
    read.withOtherText += about.withOtherText
    for (const { from, to, parsed } of found) {
      read.entries.push({ text: unfolded(line.slice(from, to)), parsed })
      yield
    }
    for (const { index, 0: run } of cover(line, 0, found, 'x').matchAll(RUN)) {
      const texts = separateNumbers(run).filter(text => countDigits(text) >= MIN_DIGITS)
      const lineNumber = lineOf(part.from + index)
      for (const text of texts) read.skipped.push({ text: unfolded(text), line: lineNumber })
      yield
    }
    if (read.entries.length + read.skipped.length > 0) read.words = []
    else for (const { from, to } of cells) read.words.push(line.slice(from, to))
    yield
  }
}

const NUMBER_OR_LINE = /(?<!\d)\d{9,15}(?!\d)|\n/g
/** A line with more numbers is a list of them. In others they may be one of several columns. */
const NUMBERS_IN_ROW = 10

/** A quick look, before reading takes many seconds. It counts no more than will be read. */
async function hasTooManyNumbers(text: string): Promise<boolean> {
  let count = 0
  let inLine = 0
  await forEachYielding(text.matchAll(NUMBER_OR_LINE), ([found]) => {
    inLine = found === '\n' ? 0 : inLine + 1
    if (inLine === 1 || inLine > NUMBERS_IN_ROW) count++
    if (inLine === NUMBERS_IN_ROW + 1) count += NUMBERS_IN_ROW - 1
  })
  return count > MAX_ENTRIES
}

/** So many characters are handled in a few milliseconds. They end with a word where there is one. */
const PIECE = /.{1,20000}(?:$|(?<=[\s;]))|.{1,20000}/gsu
/** Four are enough to align columns, and searching through thousands takes too long. */
const SPACES = /[^\S\t\r\n\v\f\u0085\u2028\u2029]{5,}/g
/** "2,7821E+10": that comma is in a number that a spreadsheet has shortened. */
const SHORTENED = /(?<![\d.,])(\d),(\d{1,20}e\+\d)/gi

/** A pasted text with the digits 0 to 9, plain signs and short gaps. */
async function plainText(text: string): Promise<string> {
  const parts: string[] = []
  await forEachYielding(text.matchAll(PIECE), ([piece]) => {
    parts.push(withPlainCharacters(piece).replace(SPACES, '    ').replace(SHORTENED, '$1.$2'))
  })
  return parts.join('')
}

const BREAK = String.raw`\r\n\v\f\u0085\u2028\u2029`
const LINE = new RegExp(`[^${BREAK}]+`, 'g')
const CARDS = /^[^\S\r\n\u2028\u2029]*BEGIN:VCARD[^\S\r\n\u2028\u2029]*$/im
/** A long line of a contact card continues after a line break and a space. */
const LINE_OF_CARD = new RegExp(String.raw`[^${BREAK}]+(?:\r?\n[ \t][^${BREAK}]*)*`, 'g')
/** "TEL;TYPE=CELL:…", "item1.TEL:…", "TEL;VALUE=uri:tel:…" */
const TELEPHONE = /^(?:[\w-]+\.)?TEL(?:;(?:"[^"]*"|[^":\r\n]|\r?\n[ \t])*)?:/i

type Part = { from: number; to: number; cells: { from: number; to: number }[] | null }

/** Lines, or rows of a table. `cells` are the only ones that can hold numbers; null if all can. */
function* partsOf(plain: string, isCards: boolean, table: PhoneTable | null): Generator<Part> {
  for (const { cells, ...row } of table?.rows ?? []) {
    yield { ...row, cells: table?.columns.flatMap(({ index }) => cells[index] ?? []) ?? null }
  }
  if (table) return
  for (const { index, 0: line } of plain.matchAll(isCards ? LINE_OF_CARD : LINE)) {
    const [name] = (isCards && TELEPHONE.exec(line)) || []
    const value = name === undefined ? [] : [{ from: name.length, to: line.length }]
    yield { from: index, to: index + line.length, cells: isCards ? value : null }
  }
}

/** A value without the line breaks that a card puts into a long line. */
function unfolded(value: string): string {
  return value.replace(/\r?\n[ \t]/g, '').trim()
}

const MIN_DIGITS = 7
/**
 * Digits with anything between them except words and line breaks. A single letter may stand for a 0 or a
 * 1: "O82 l23 0001". It is bounded, so that longer ones are shown in parts.
 */
const RUN =
  /\p{N}{1,30}(?:(?:[^\p{L}\p{N}\r\n\v\f\u0085\u2028\u2029]|(?<!\p{L})[OoIl](?!\p{L})){1,20}\p{N}{1,30}){0,30}/gu

/** Fewer digits may be a part of a number: "27,821,230,001". */
const DIGITS_OF_NUMBER = 9

/** Digits with separators between them, split before and after each part that can be a number alone. */
function separateNumbers(run: string): string[] {
  const texts: string[] = []
  let isAlone = true
  for (const text of run.split(/(?<=[,;|:\t])/)) {
    const isNumber = countDigits(text) >= DIGITS_OF_NUMBER
    const last = isAlone || isNumber ? undefined : texts.pop()
    texts.push(last === undefined ? text : last + text)
    isAlone = isNumber
  }
  return texts.map(text => text.replace(/[\s,;|:]+$/, ''))
}

function countDigits(text: string): number {
  return text.replace(/\P{N}/gu, '').length
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
