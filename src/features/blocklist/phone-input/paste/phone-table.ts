import type { CountryCode } from 'libphonenumber-js/max'
import papaparse from 'papaparse'
import { SHORTENED } from '../../phone/phone-entry.ts'
import { ENOUGH_DIGITS, findNumbers } from './parse-line.ts'

/** A line of a text, or several if a quoted cell has line breaks. `number` is from 1 on. */
export type Line = { text: string; number: number }

/** The columns of phone numbers that the heading of a table names. */
export type PhoneTable = {
  separator: string
  /** How many cells its rows have. */
  width: number
  columns: { index: number; name: string }[]
  /** The number of the heading's line. */
  heading: number
}

/** Names of columns with phone numbers in English and Afrikaans, most certain first. */
const HEADINGS = [
  /caller|calling|\bcli\b|\bani\b|bellers?\b|^(from|source|src|van)$/i,
  /phone|msisdn|mobile|cell|tel|foon|gsm|whats.?app/i,
  /num[be]|nommer/i,
]
/** Names of columns with the account's own numbers, which were called. */
const OWN_NUMBERS =
  /tracking|called|dialled|dialed|\bdid\b|\b(?:own|eie)\b|^(to|dest\w*|dst|na|aan)$/i
/** Columns that are aligned with spaces, as in a terminal. */
const SPACES = '  '
const SEPARATORS = ['\t', ';', '|', ',', SPACES]
/** How many lines, and of how many characters, are examined to find out whether a text is a table. */
const EXAMINED = { lines: 100, characters: 100_000 }
/** How many lines a quoted cell may have. A quote that is never closed would make all following text one cell. */
const MAX_LINES = 20

/** Returns null if the text is not a table or its heading names no column of phone numbers. */
export function findPhoneTable(
  lines: Iterable<Line>,
  defaultCountry: CountryCode,
): PhoneTable | null {
  const examined: Line[] = []
  let characters = 0
  for (const line of lines) {
    characters += line.text.length
    if (characters > EXAMINED.characters) break
    if (examined.push(line) === EXAMINED.lines) break
  }
  for (const separator of SEPARATORS) {
    const rows = Array.from(rowsOf(examined), row => {
      const cells = cellsOf(row, separator)
      return { ...row, cells, hasNumber: (cells ?? [row.text]).some(mayBeNumber) }
    })
    const first = rows.findIndex(({ hasNumber }) => hasNumber)
    const heading = rows.slice(0, first).findLast(({ text }) => text.trim() !== '')
    const names = heading?.cells?.map(name => name.trim()) ?? []
    const body = rows.filter(({ hasNumber }) => hasNumber)
    // In a narrower row, nothing says which column is missing.
    const isTable = body.every(({ cells }) => cells?.length === names.length)
    if (!heading || names.length < 2 || !isTable) continue
    const cellsIn = (index: number) => body.map(({ cells }) => cells?.[index]?.trim() ?? '')
    const columns = columnsOf(names, cellsIn, defaultCountry)
    if (columns.length === 0) continue
    return { separator, width: names.length, columns, heading: heading.number }
  }
  return null
}

function columnsOf(
  names: string[],
  cellsIn: (index: number) => string[],
  defaultCountry: CountryCode,
): PhoneTable['columns'] {
  const candidates = names.flatMap((name, index) => {
    const cells = cellsIn(index).filter(cell => cell !== '')
    const { length } = cells.filter(
      cell => SHORTENED.test(cell) || findNumbers(cell, defaultCountry).length > 0,
    )
    // A column that is empty up to here may have numbers further down.
    return OWN_NUMBERS.test(name) || length * 2 < cells.length ? [] : { index, name, length }
  })
  const isHolding = ({ length }: { length: number }) => length > 0
  const byHeading = HEADINGS.map(words => candidates.filter(({ name }) => words.test(name)))
  const hasOwn = names.some(name => OWN_NUMBERS.test(name))
  const unnamed = hasOwn ? candidates.filter(isHolding) : []
  return byHeading.find(group => group.some(isHolding)) ?? unnamed
}

/** Joins the lines of quoted cells. */
export function* rowsOf(lines: Iterable<Line>): Generator<Line> {
  let open: Line[] = []
  for (const line of lines) {
    const hasOddQuotes = (line.text.match(/"/g)?.length ?? 0) % 2 === 1
    open.push(line)
    const isEnd = open.length === 1 ? !hasOddQuotes : hasOddQuotes
    if (isEnd) yield { ...line, number: open[0]?.number ?? line.number, text: textOf(open) }
    else if (open.length === MAX_LINES) yield* open
    else continue
    open = []
  }
  yield* open
}

const textOf = (lines: Line[]) => lines.map(({ text }) => text).join('\n')

/** Returns null if a text is not one row. */
export function cellsOf({ text }: Line, separator: string): string[] | null {
  if (separator === SPACES) return text.split(/ {2,}/)
  // Most rows have no quotes, and the library takes many times as long.
  if (!text.includes('"')) return text.split(separator)
  // 'Doe, ="0821230001"': the library expects a quote to be the first sign of its cell.
  const quoted = text.replace(/(^|[\t;|,])[ =]+(?=")/g, '$1')
  const { data, errors } = papaparse.parse<string[]>(quoted, {
    delimiter: separator,
    newline: '\n',
  })
  return data.length === 1 && errors.length === 0 ? (data[0] ?? null) : null
}

function mayBeNumber(text: string): boolean {
  return ENOUGH_DIGITS.test(text) || /\de\+\d/i.test(text)
}
