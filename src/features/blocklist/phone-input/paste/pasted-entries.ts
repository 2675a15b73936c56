import type { CountryCode } from 'libphonenumber-js/max'
import { formatNumber, plural } from '../../../../../contract/text/count.ts'
import { formatNames } from '../../../../../contract/text/names.ts'
import { MIN_DIGITS, type ParsedText } from '../../phone/phone-entry.ts'
import { withPlainCharacters } from '../../phone/plain-number.ts'
import { forEachYielding } from '../for-each-yielding.ts'
import { parseLine, type Span } from './parse-line.ts'
import { cellsOf, findPhoneTable, type Line, type PhoneTable, rowsOf } from './phone-table.ts'
import { PasteProblem } from './text-of-file.ts'

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
    throw new PasteProblem(
      'This text is larger than 5 MB, so it was not read. Paste or drop it in smaller parts.',
    )
  const isCards = /^BEGIN:VCARD/im.test(text)
  const table = isCards ? null : findPhoneTable(linesOf(text), defaultCountry)
  const parts = table ? cellsOfTable(text, table) : partsOfLines(text, isCards)
  const entries: ParsedText[] = []
  const skipped: SkippedDigits[] = []
  const lines = new Map<number, boolean>()
  await forEachYielding<Part>(parts, ({ text, number: line, holds }) => {
    const isRead = holds !== 'no number'
    const numbers = isRead ? parseLine(text, holds === 'number', defaultCountry) : []
    for (const { from, to, parsed } of numbers) entries.push({ text: text.slice(from, to), parsed })
    if (entries.length > MAX_ENTRIES)
      throw new PasteProblem(
        `It contains more than ${formatNumber(MAX_ENTRIES)} numbers, so none were added. Paste or drop it in smaller parts.`,
      )
    for (const digits of digitsBetween(text, numbers)) skipped.push({ text: digits, line })
    // A line may come in several parts.
    if (isRead && ANY_TEXT.test(text)) lines.set(line, lines.get(line) || numbers.length > 0)
  })
  const withoutNumber = [...lines].flatMap(([line, hasNumber]) => (hasNumber ? [] : line))
  const sentences = [table && formatOnlyColumns(table), formatWithoutNumber(withoutNumber)]
  return { entries, skipped, about: sentences.filter(Boolean).join(' ') || null }
}

/** Not only what separates cells. */
const ANY_TEXT = /[^\s;|,،؛、，；"“”„]/

function formatWithoutNumber(lines: number[]): string {
  const { length } = lines
  if (length === 0) return ''
  const names = formatNames(lines.slice(0, 2).map(formatNumber), length)
  const have = plural(length, `Line ${names} of the text has`, `Lines ${names} of the text have`)
  return `${have} no phone number.`
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function formatOnlyColumns({ columns }: PhoneTable): string {
  const names = AND.format(columns.map(({ name }) => formatNames([`“${name}”`])))
  const { length } = columns
  return `Only the ${plural(length, 'column', 'columns')} ${names} ${plural(length, 'was', 'were')} read.`
}

/** A line of a text or a part of it, which is read in one step. */
type Part = Line & { holds?: 'number' | 'no number' }

/** A line and its end. Empty lines, too, so that the page can respond between millions of them. */
const LINE = /([^\r\n\v\f\u0085\u2028\u2029]*)(?:\r\n|[\r\n\v\f\u0085\u2028\u2029])?/g
/** More characters are no row of a table, and parsing them as one would take too long. */
const LONGEST_ROW = 20_000
/** Looking for numbers in more characters takes too long for one step. */
const LONG = 1_000
/**
 * A part of a long line. It ends between two numbers that a separator or a space parts, but no dash, which may
 * be that of a range, or between two words or two items of JSON.
 */
const PART =
  /.{1000,5000}?(?:(?<=\d{4} ?[,;|/] ?)(?=[+(]?\d)|(?<=\d{4}\s)(?=\+|0\d\d)|(?<=\p{L}{3}\s)(?=\p{L}{3})|(?<=[\]}],?)(?=[{[]))|.{1000,20000}?(?=\D)|.{1,20000}/gsu
/** Four are enough to align columns, and searching through thousands takes too long. */
const SPACES = /[^\S\t\r\n\v\f\u0085\u2028\u2029]{5,}/g
/** "2,7821E+10": that comma is in a number that a spreadsheet has shortened. */
const SHORTENED = /(?<![\d.,])(\d),(\d{1,20}e\+\d)/gi

/** The lines of a text with the digits 0 to 9, plain signs and short gaps. */
function* linesOf(text: string): Generator<Line> {
  let number = 0
  for (const [, line = ''] of text.matchAll(LINE)) {
    number++
    const parts = line.length > LONGEST_ROW ? line.matchAll(PART) : [[line]]
    for (const [part = ''] of parts) {
      const plain = withPlainCharacters(part).replace(SPACES, '    ').replace(SHORTENED, '$1.$2')
      yield { text: plain, number }
    }
  }
}

/** The lines of a row, and the parts of long ones. */
function* partsOf({ text, number }: Line): Generator<Part> {
  for (const [index, line] of text.split('\n').entries()) {
    const parts = line.length > LONG ? line.matchAll(PART) : [[line]]
    for (const [part = ''] of parts) yield { text: part, number: number + index }
  }
}

/** The named cells of each row and, together, its others. A row of another width is read like any line. */
function* cellsOfTable(text: string, table: PhoneTable): Generator<Part> {
  for (const row of rowsOf(linesOf(text))) {
    const { number } = row
    const cells = cellsOf(row, table.separator)
    if (number <= table.heading) yield { ...row, holds: 'no number' }
    else if (cells?.length !== table.width) yield* partsOf(row)
    else {
      const isNamed = (index: number) => table.columns.some(column => column.index === index)
      const named = cells.filter((_, index) => isNamed(index))
      for (const text of named) yield { text, number, holds: 'number' }
      const others = cells.filter((_, index) => !isNamed(index)).join('\t')
      yield { text: others, number, holds: 'no number' }
    }
  }
}

/** A line of a contact card, unless it is "TEL;TYPE=CELL:…" or "item1.TEL:…". */
const OTHER_PROPERTY = /^(?!(?:[\w-]+\.)?TEL[;:])[\w.-]+[;:]/i

function* partsOfLines(text: string, isCards: boolean): Generator<Part> {
  for (const line of linesOf(text)) {
    if (isCards && OTHER_PROPERTY.test(line.text)) yield { ...line, holds: 'no number' }
    else yield* partsOf(line)
  }
}

/**
 * Digits with anything between them except words and line breaks. A single letter may stand for a 0 or a
 * 1: "O82 l23 0001". It is bounded, so that longer ones are shown in parts.
 */
const RUN =
  /\p{N}{1,30}(?:(?:[^\p{L}\p{N}\r\n\v\f\u0085\u2028\u2029]|(?<!\p{L})[OoIl](?!\p{L})){1,20}\p{N}{1,30}){0,30}/gu

/** "082 333": the beginning of a number, which may have been cut off. */
const BEGUN = /^0[1-9]\d ?\d{2,3}$/

/** The digits before, between and after numbers that are enough for one, or begin one. */
function digitsBetween(text: string, numbers: Span[]): string[] {
  const ends = [...numbers.map(({ from }) => from), text.length]
  return ends
    .map((end, index) => text.slice(numbers[index - 1]?.to ?? 0, end))
    .flatMap(other => other.match(RUN) ?? [])
    .flatMap(separateNumbers)
    .filter(
      digits => countDigits(digits) >= MIN_DIGITS || (numbers.length > 0 && BEGUN.test(digits)),
    )
}

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
