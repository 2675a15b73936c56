import type { CountryCode } from 'libphonenumber-js/max'
import { formatNumber, plural } from '../../../../../contract/text/count.ts'
import { formatNames } from '../../../../../contract/text/names.ts'
import { type ParsedText, parseText } from '../../phone/phone-entry.ts'
import { withPlainCharacters } from '../../phone/plain-number.ts'
import { forEachYielding } from '../for-each-yielding.ts'
import { ENOUGH_DIGITS } from './find-numbers.ts'
import { type ParsedLine, parseLine, textsBetween } from './parse-line.ts'
import { type PhoneTable, phoneTable } from './phone-table.ts'
import { FileProblem } from './text-of-file.ts'

/** Digits of a pasted text that don't look like a phone number, but are enough for one. */
export type SkippedDigits = {
  text: string
  /** From 1 on. */
  line: number
}

type PastedEntries = {
  entries: ParsedText[]
  skipped: SkippedDigits[]
  /** A sentence for each thing that was ignored. */
  about: string | null
}

/** A larger text is a mistake: 200,000 numbers have half of it. */
export const MAX_CHARACTERS = 5_000_000
/** A paste with more numbers than this is a mistake. */
export const MAX_ENTRIES = 200_000
/** No number is longer. The rest of a word says nothing more. */
const MAX_WORD = 200

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
  if (text.length > MAX_CHARACTERS)
    throw new FileProblem(
      'This text is larger than 5 MB, so it was not read. Paste or drop it in smaller parts.',
    )
  const plain = await plainText(text)
  const isCards = CARD.test(plain)
  const table = isCards ? null : await phoneTable(plain, defaultCountry)
  const parts = table ? cellsOf(table) : isCards ? linesOfCards(plain) : linesOf(plain)
  const result: PasteResult = {
    entries: [],
    skipped: [],
    words: [],
    withoutNumber: [],
    withOtherText: 0,
  }
  await forEachYielding(readParts(result, parts, defaultCountry))
  const { entries, skipped, words } = result
  // Words alone become entries, so that a person sees why they are not numbers.
  if (entries.length + skipped.length === 0) {
    const asEntries: ParsedText[] = []
    await forEachYielding(words, word => {
      if (ENOUGH_DIGITS.test(word)) return
      const { parsed } = parseText(word.slice(0, MAX_WORD), defaultCountry)
      asEntries.push({ text: word, parsed })
    })
    return { entries: asEntries, skipped, about: null }
  }
  const about = isCards
    ? 'Only the phone numbers of the contacts were read.'
    : formatIgnored(result, table)
  return { entries, skipped, about }
}

/** A sentence for each thing that was ignored; null if nothing was. */
function formatIgnored(
  { withOtherText, withoutNumber }: PasteResult,
  table: PhoneTable | null,
): string | null {
  const sentences: string[] = []
  if (table) sentences.push(formatOnlyColumns(table))
  else if (withOtherText > 0) {
    const numbers = withOtherText === 1 ? 'one number' : `${formatNumber(withOtherText)} numbers`
    sentences.push(`Text next to ${numbers} was ignored.`)
  }
  const { length } = withoutNumber
  if (length > 0) {
    const lines = formatNames(withoutNumber.slice(0, 2).map(formatNumber), length)
    const have = plural(length, `Line ${lines} of the text has`, `Lines ${lines} of the text have`)
    sentences.push(`${have} no phone number.`)
  }
  return sentences.join(' ') || null
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function formatOnlyColumns({ columns }: PhoneTable): string {
  const names = AND.format(columns.map(({ name }) => formatNames([`“${name}”`])))
  const { length } = columns
  return `Only the ${plural(length, 'column', 'columns')} ${names} ${plural(length, 'was', 'were')} read.`
}

type PasteResult = {
  entries: ParsedText[]
  skipped: SkippedDigits[]
  /** All texts between separators, as long as there are neither entries nor skipped digits. */
  words: string[]
  /** The lines that have no number. */
  withoutNumber: number[]
  /** How many numbers have other text next to them. */
  withOtherText: number
}

/** Reads the parts of a text in steps, and adds them to `result`. */
function* readParts(
  result: PasteResult,
  parts: Iterable<Part>,
  defaultCountry: CountryCode,
): Generator<void> {
  for (const part of parts) {
    const { text, line, holds } = part
    const parsed =
      holds === 'no number' ? NOTHING : yield* parseLine(text, holds === 'number', defaultCountry)
    if (parsed.numbers.length === 0 && parsed.cells.length > 0) result.withoutNumber.push(line)
    result.withOtherText += parsed.withOtherText
    yield* addEntries(result, part, parsed)
    yield* addSkipped(result, part, parsed)
    if (result.entries.length + result.skipped.length > 0) result.words = []
    else yield* addWords(result, part, parsed)
    yield
  }
}

function* addEntries(
  result: PasteResult,
  { text }: Part,
  { numbers }: ParsedLine,
): Generator<void> {
  for (const { from, to, parsed } of numbers) {
    result.entries.push({ text: text.slice(from, to), parsed })
    if (result.entries.length > MAX_ENTRIES) throw tooManyNumbers()
    yield
  }
}

function* addWords({ words }: PasteResult, { text }: Part, { cells }: ParsedLine): Generator<void> {
  for (const { from, to } of cells) {
    words.push(text.slice(from, to))
    if (words.length > MAX_ENTRIES) throw tooManyNumbers()
    yield
  }
}

function* addSkipped(
  result: PasteResult,
  { text, line }: Part,
  { numbers }: ParsedLine,
): Generator<void> {
  for (const other of textsBetween(text, numbers)) {
    for (const [run] of other.matchAll(RUN)) {
      const texts = separateNumbers(run).filter(digits => countDigits(digits) >= MIN_DIGITS)
      for (const digits of texts) result.skipped.push({ text: digits, line })
      yield
    }
    yield
  }
}

const NOTHING: ParsedLine = { numbers: [], withOtherText: 0, cells: [] }

function tooManyNumbers(): FileProblem {
  return new FileProblem(
    `It contains more than ${formatNumber(MAX_ENTRIES)} numbers, so none were added. Paste or drop it in smaller parts.`,
  )
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

/** A line of a text, or a part of it. */
type Part = {
  text: string
  /** From 1 on. */
  line: number
  holds: 'anything' | 'number' | 'no number'
}

const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g

function* linesOf(plain: string): Generator<Part> {
  let line = 1
  let from = 0
  // Empty lines, too, so that the page can respond between millions of them.
  const part = (text: string): Part => {
    return { text, line: line++, holds: text.trim() === '' ? 'no number' : 'anything' }
  }
  for (const { index, 0: lineBreak } of plain.matchAll(LINE_BREAK)) {
    yield part(plain.slice(from, index))
    from = index + lineBreak.length
  }
  yield part(plain.slice(from))
}

function* cellsOf({ rows, heading, columns }: PhoneTable): Generator<Part> {
  let line = 1
  for (const [place, row] of rows.entries()) {
    const isNamed = (index: number) =>
      place > heading && columns.some(column => column.index === index)
    for (const text of row.filter((_, index) => isNamed(index))) {
      yield { text, line, holds: 'number' }
    }
    const others = row.filter((_, index) => !isNamed(index))
    yield { text: others.join('\t'), line, holds: 'no number' }
    line += row.join('').split(LINE_BREAK).length
  }
}

const CARD = /^[^\S\r\n\u2028\u2029]*BEGIN:VCARD[^\S\r\n\u2028\u2029]*$/im
/** A long line of a contact card continues after a line break and a space. */
const FOLD = /\r?\n[ \t]/g
/** "TEL;TYPE=CELL:…", "item1.TEL:…", "TEL;VALUE=uri:tel:…" */
const TELEPHONE = /^(?:[\w-]+\.)?TEL(?:;(?:"[^"]*"|[^":])*)?:/i

function* linesOfCards(plain: string): Generator<Part> {
  let line = 1
  for (const folded of plain.split(/\r?\n(?![ \t])/)) {
    const text = folded.replace(FOLD, '')
    const [name] = TELEPHONE.exec(text) ?? []
    if (name === undefined) yield { text, line, holds: 'no number' }
    else yield { text: text.slice(name.length), line, holds: 'number' }
    line += folded.split('\n').length
  }
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
  return texts.map(text => text.replace(/[,;|:]$/, '').trim())
}

function countDigits(text: string): number {
  return text.replace(/\P{N}/gu, '').length
}
