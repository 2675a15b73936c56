import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../for-each-yielding.ts'
import { findNumbers } from './find-numbers.ts'

type Span = { from: number; to: number }

/** A row of a table, as a part of the text. The offsets of its cells count from its start. */
export type Row = Span & { cells: Span[] }

/** A table with a heading that names its columns of phone numbers. */
export type PhoneTable = {
  /** All rows. The rows above the first number have no cells. */
  rows: Row[]
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
/** The last one is of columns that are aligned with spaces, as in a terminal. */
const SEPARATORS = ['\\t', ';', '\\|', ',', ' {2,}']
/** How many cells are examined to find out what a column holds. */
const SAMPLE = 200
const MAX_EXAMINED = 200
const MIN_DIGITS = 7

/**
 * Returns null if the text is not a table or its heading names no column of phone numbers.
 *
 * @param text as `plainText` returns it
 */
export async function phoneTable(
  text: string,
  defaultCountry: CountryCode,
): Promise<PhoneTable | null> {
  for (const separator of SEPARATORS) {
    if (!new RegExp(separator).test(text)) continue
    const table = await tableWith(separator, text, defaultCountry)
    if (table) return table
  }
  return null
}

async function tableWith(
  separator: string,
  text: string,
  defaultCountry: CountryCode,
): Promise<PhoneTable | null> {
  const rows: Row[] = []
  const above: Row[] = []
  // In a narrower row, nothing says which column is missing.
  let isRectangular = true
  await forEachYielding(rowsOf(text, separator), row => {
    const texts = textsOf(text, row)
    const hasNumber = texts.some(cell => hasManyDigits(cell) || isShortened(cell))
    if (rows.length === 0 && !hasNumber) above.push(row)
    else rows.push(row)
    if (row.cells.length !== above.at(-1)?.cells.length) isRectangular &&= !hasNumber
  })
  const heading = above.at(-1)
  if (heading === undefined || !isRectangular) return null
  const names = textsOf(text, heading)
  const columns = names.length < 2 ? [] : await columnsOf(names, text, rows, defaultCountry)
  if (columns.length === 0) return null
  const withoutCells = above.map(row => ({ ...row, cells: [] }))
  return {
    rows: [...withoutCells, ...rows],
    columns: columns.map(index => ({ index, name: names[index] ?? '' })),
  }
}

function textsOf(text: string, row: Row): string[] {
  return row.cells.map(({ from, to }) => text.slice(row.from + from, row.from + to).trim())
}

/** No table has more columns. The cells of a row are examined at once. */
const MAX_COLUMNS = 500
/** No cell is longer; a quote that is never closed would turn all following text into one. */
const QUOTED = String.raw`=?"((?:[^"]|""){0,5000})"(?=\s*(?:SEPARATOR|[\r\n]|$))`
const PLAIN = String.raw`((?:(?!SEPARATOR)[^\r\n]){0,5000})`
const END = String.raw`[^\S\t\r\n]*(\r?\n|\r|$)|SEPARATOR`

/** The rows of a table that aren't empty. */
function* rowsOf(text: string, separator: string): Generator<Row> {
  const pattern = String.raw`[^\S\t\r\n]*(?:${QUOTED}|${PLAIN})(?:${END}|)`
  const cell = new RegExp(pattern.replaceAll('SEPARATOR', separator), 'dy')
  let from = 0
  let cells: Span[] = []
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [begin, end] = match.indices?.[1] ?? match.indices?.[2] ?? [from, from]
    cells.push({ from: begin - from, to: end - from })
    if (match[3] === undefined && cells.length < MAX_COLUMNS) continue
    const row = { from, to: cell.lastIndex, cells }
    if (textsOf(text, row).some(shown => shown !== '')) yield row
    from = cell.lastIndex
    cells = []
    if (from === text.length) return
  }
}

async function columnsOf(
  names: string[],
  text: string,
  rows: Row[],
  defaultCountry: CountryCode,
): Promise<number[]> {
  const own = names.filter(name => OWN_NUMBERS.test(name))
  const holding: number[] = []
  await forEachYielding(names.entries(), ([column, name]) => {
    if (!own.includes(name) && holdsNumbers(text, rows, column, defaultCountry)) {
      holding.push(column)
    }
  })
  for (const words of HEADINGS) {
    const named = holding.filter(column => words.test(names[column] ?? ''))
    if (named.length > 0) return named
  }
  return own.length > 0 ? holding : []
}

/** Whether half of the cells that aren't empty contain a number. */
function holdsNumbers(
  text: string,
  rows: Row[],
  column: number,
  defaultCountry: CountryCode,
): boolean {
  const cells: string[] = []
  for (const { from, cells: spans } of rows) {
    const span = spans[column]
    const cell =
      span &&
      text
        .slice(from + span.from, from + span.to)
        .slice(0, MAX_EXAMINED)
        .trim()
    if (cell) cells.push(cell)
    if (cells.length === SAMPLE) break
  }
  const held = cells.filter(
    cell => isShortened(cell) || findNumbers(cell, defaultCountry).length > 0,
  )
  return held.length > 0 && held.length * 2 >= cells.length
}

function isShortened(cell: string): boolean {
  return /^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell)
}

function hasManyDigits(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= MIN_DIGITS
}
