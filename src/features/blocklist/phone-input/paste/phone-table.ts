import type { CountryCode } from 'libphonenumber-js/max'
import papaparse from 'papaparse'
import { forEachYielding } from '../for-each-yielding.ts'
import { ENOUGH_DIGITS, findNumbers } from './find-numbers.ts'

/** A table with a heading that names its columns of phone numbers. */
export type PhoneTable = {
  rows: string[][]
  /** The index of the heading. */
  heading: number
  columns: { index: number; name: string }[]
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
const SEPARATORS = ['\t', ';', '|', ',']
/** How many cells are examined to find out what a column holds, and how much of each. */
const SAMPLE = 200
const MAX_EXAMINED = 200
/** So many characters show whether a text is a table. Parsing one of 5 MB in vain blocks the page for long. */
const BEGINNING = 200_000
/** So many characters are parsed at a time. */
const PIECE = 50_000

/**
 * Returns null if the text is not a table or its heading names no column of phone numbers.
 *
 * @param text as `plainText` returns it
 */
export async function phoneTable(
  text: string,
  defaultCountry: CountryCode,
): Promise<PhoneTable | null> {
  const isLong = text.length > BEGINNING
  if (isLong && !(await tableIn(text.slice(0, BEGINNING), true, defaultCountry))) return null
  return tableIn(text, false, defaultCountry)
}

/** @param isCut whether the last row may be incomplete */
async function tableIn(
  text: string,
  isCut: boolean,
  defaultCountry: CountryCode,
): Promise<PhoneTable | null> {
  const complete = (rows: string[][]) => (isCut ? rows.slice(0, -1) : rows)
  const lines = text.replace(/\r\n?/g, '\n')
  for (const delimiter of SEPARATORS) {
    if (!lines.includes(delimiter)) continue
    const { rows, firstError } = await rowsOf(lines, delimiter)
    const cells = complete(rows)
    // A quote that is never closed would make all following text one cell.
    if (firstError < cells.length) continue
    const table = await forEachYielding(tableOf(cells, defaultCountry))
    if (table) return table
  }
  if (!lines.includes('  ')) return null
  // Columns that are aligned with spaces, as in a terminal.
  const rows: string[][] = []
  await forEachYielding(lines.split('\n'), line => rows.push(line.split(/ {2,}/)))
  return forEachYielding(tableOf(complete(rows), defaultCountry))
}

/** `firstError` is the index of the first row that could not be parsed; infinite if there is none. */
async function rowsOf(lines: string, delimiter: string) {
  const rows: string[][] = []
  let firstError = Number.POSITIVE_INFINITY
  await forEachYielding(piecesOf(lines), piece => {
    // 'Doe, ="0821230001"': the library expects a quote to be the first sign of its cell.
    const text = piece.replace(/(^|[\t;|,\n])[ =]+(?=")/g, '$1')
    const { data, errors } = papaparse.parse<string[]>(text, { delimiter, newline: '\n' })
    for (const { row = 0 } of errors) firstError = Math.min(firstError, rows.length + row)
    for (const row of data) rows.push(row)
  })
  return { rows, firstError }
}

/** Cuts a text where a row ends, which is never between an opening and a closing quote. */
function* piecesOf(lines: string): Generator<string> {
  let begin = 0
  let isQuoted = false
  let quote = lines.indexOf('"')
  for (let end = lines.indexOf('\n', PIECE); end !== -1; ) {
    for (; quote !== -1 && quote < end; quote = lines.indexOf('"', quote + 1)) isQuoted = !isQuoted
    if (!isQuoted) {
      yield lines.slice(begin, end)
      begin = end + 1
    }
    end = lines.indexOf('\n', isQuoted ? end + 1 : end + PIECE)
  }
  yield lines.slice(begin)
}

/** Examines all cells in steps, because a table can have a million of them. */
function* tableOf(
  rows: string[][],
  defaultCountry: CountryCode,
): Generator<void, PhoneTable | null> {
  const { heading, first } = yield* beginOf(rows)
  const names = (rows[heading] ?? []).map(name => name.trim())
  const body = rows.slice(first)
  if (names.length < 2 || !(yield* isRectangular(body, names.length))) return null
  const holding: number[] = []
  for (const [column, name] of names.entries()) {
    if (OWN_NUMBERS.test(name)) continue
    if (yield* holdsNumbers(body, column, defaultCountry)) holding.push(column)
  }
  const byHeading = HEADINGS.map(words => holding.filter(column => words.test(names[column] ?? '')))
  const hasOwn = names.some(name => OWN_NUMBERS.test(name))
  const columns = byHeading.find(({ length }) => length > 0) ?? (hasOwn ? holding : [])
  if (columns.length === 0) return null
  return { rows, heading, columns: columns.map(index => ({ index, name: names[index] ?? '' })) }
}

/** The indexes of the first row with numbers and of the heading above it; -1 for no heading. */
function* beginOf(rows: string[][]): Generator<void, { heading: number; first: number }> {
  let heading = -1
  for (const [place, row] of rows.entries()) {
    yield
    if (row.some(mayBeNumber)) return { heading, first: place }
    if (!isEmpty(row)) heading = place
  }
  return { heading, first: rows.length }
}

/** In a narrower row, nothing says which column is missing. */
function* isRectangular(rows: string[][], width: number): Generator<void, boolean> {
  for (const row of rows) {
    yield
    if (row.length !== width && row.some(mayBeNumber)) return false
  }
  return true
}

function isEmpty(row: string[]): boolean {
  return row.every(cell => cell.trim() === '')
}

/** Whether half of the cells that aren't empty contain a number. */
function* holdsNumbers(
  rows: string[][],
  column: number,
  defaultCountry: CountryCode,
): Generator<void, boolean> {
  let examined = 0
  let held = 0
  for (const row of rows) {
    yield
    const cell = (row[column] ?? '').slice(0, MAX_EXAMINED).trim()
    if (cell === '') continue
    if (isShortened(cell) || (yield* findNumbers(cell, defaultCountry)).length > 0) held++
    examined++
    if (examined === SAMPLE) break
  }
  return held > 0 && held * 2 >= examined
}

function isShortened(cell: string): boolean {
  return /^\s*\d(?:[.,]\d+)?e\+?\d+\s*$/i.test(cell)
}

function mayBeNumber(cell: string): boolean {
  return isShortened(cell) || ENOUGH_DIGITS.test(cell)
}
