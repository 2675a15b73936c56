import type { CountryCode } from 'libphonenumber-js/max'
import papaparse from 'papaparse'
import { findNumbers } from './find-numbers.ts'
import type { Span } from './span.ts'

/** A table with a heading that names its columns of phone numbers. */
export type PhoneTable = {
  /** The cells of these columns, row by row. */
  cells: Span[]
  /** The names of the columns. */
  names: string[]
}

/** Names of columns with phone numbers, most certain first. */
const HEADINGS = [
  /caller|calling|\bcli\b|\bani\b|anrufer|appelant|llamante|chamador|bellers?\b|発信|主叫|来电|المتصل|^(from|source|src|von|van|de)$/i,
  /phone|msisdn|mobile|cell|tel|foon|gsm|handy|whats.?app|rufnummer|celular|m[óo]vil|portable|電話|手机|电话|هاتف|جوال|फोन|मोबाइल|телефон/i,
  /num[be]|nommer|n[uú]mero|num[ée]ro|inombolo|номер|番号|号码|رقم/i,
]
/** Names of columns with the account's own numbers, which were called. */
const OWN_NUMBERS =
  /tracking|called|dialled|dialed|\bdid\b|\bown\b|eigene|angerufen|appelé|llamado|着信|被叫|^(to|dest\w*|dst|nach|naar|para)$/i
/** How many cells are examined to find out what a column holds. */
const SAMPLE = 200
const MIN_DIGITS = 7

/** So many characters of a long text show whether it is a table at all. */
const BEGINNING = 64 * 1024

/** Returns null if the text is not a table or its heading names no column of phone numbers. */
export function phoneTable(text: string, defaultCountry: CountryCode): PhoneTable | null {
  if (text.length > 2 * BEGINNING) {
    const end = text.lastIndexOf('\n', BEGINNING)
    if (end > 0 && phoneTable(text.slice(0, end), defaultCountry) === null) return null
  }
  const { rows, csv } = readRows(text)
  const first = rows.findIndex(row =>
    row.some(cell => digitsIn(cell) >= MIN_DIGITS || isShortened(cell)),
  )
  const heading = rows[first - 1]
  if (heading === undefined || heading.length < 2) return null
  const body = rows.slice(first)
  // In a narrower row, nothing says which column is missing.
  const isRectangular = body.every(
    row => row.length === heading.length || row.every(cell => digitsIn(cell) < MIN_DIGITS),
  )
  if (!isRectangular) return null
  const columns = columnsOf(heading, body, defaultCountry)
  if (columns === null) return null
  const isTaken = new Set(columns)
  const cells = locate(csv, rows)
    .slice(first)
    .flatMap(row => row.flatMap((cell, column) => (cell && isTaken.has(column) ? [cell] : [])))
  return { cells, names: columns.map(column => heading[column] ?? '') }
}

function columnsOf(
  heading: string[],
  body: string[][],
  defaultCountry: CountryCode,
): number[] | null {
  const all = Array.from(heading.keys())
  const isOwn = (column: number) => OWN_NUMBERS.test(heading[column]?.trim() ?? '')
  const holding = all.filter(column => !isOwn(column) && holdsNumbers(body, column, defaultCountry))
  for (const words of HEADINGS) {
    const named = holding.filter(column => words.test(heading[column]?.trim() ?? ''))
    if (named.length > 0) return named
  }
  return all.some(isOwn) && holding.length > 0 ? holding : null
}

/** Whether half of the cells that aren't empty contain a number. */
function holdsNumbers(body: string[][], column: number, defaultCountry: CountryCode): boolean {
  const cells = body.flatMap(row => row[column]?.trim() || []).slice(0, SAMPLE)
  const held = cells.filter(
    cell => isShortened(cell) || findNumbers(cell, defaultCountry).length > 0,
  )
  return held.length > 0 && held.length * 2 >= cells.length
}

/** @returns the rows, and the parsed text, whose characters have the same offsets */
function readRows(text: string): { rows: string[][]; csv: string } {
  // Excel's own first line, which names the separator.
  const [line = '', separator] = /^sep=([^\r\n])\r?\n/i.exec(text) ?? []
  const parse = (csv: string) =>
    papaparse.parse<string[]>(csv, {
      delimiter: separator ?? '',
      delimitersToGuess: ['\t', ';', ',', '|'],
      skipEmptyLines: 'greedy',
    })
  // "2,7821E+10": that comma is in a number that the spreadsheet has shortened.
  const csv = text.slice(line.length).replace(/(^|[\t;|"\n])(\d),(\d+E\+\d)/gi, '$1$2.$3')
  const { data, errors } = parse(csv)
  // A quote that is never closed would turn all following text into one cell.
  const isCut = errors.some(({ code }) => code === 'MissingQuotes')
  const rows = isCut ? parse(csv.replaceAll('"', '')).data : data
  const isSingle = rows.every(row => row.length < 2)
  // Columns that are aligned with spaces, as in a terminal.
  return {
    rows: isSingle ? rows.map(row => (row[0] ?? '').trim().split(/\s{2,}/)) : rows,
    csv: line + csv,
  }
}

const MAX_MISSED = 500
const NEAR = 2_000

/** Finds the offset of each cell, in the order of the text; null for an empty cell. */
function locate(csv: string, rows: string[][]): (Span | null)[][] {
  let at = 0
  let missed = 0
  return rows.map(row =>
    row.map(cell => {
      const bare = cell.trim()
      const shown = /^="([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare
      if (shown === '') return null
      // A cell with a quote is escaped, so it isn't found. Searching the whole rest of the text for each of
      // many such cells would take minutes.
      const end = missed < MAX_MISSED ? csv.length : at + NEAR + shown.length
      const from = at + csv.slice(at, end).indexOf(shown)
      if (from < at) {
        missed++
        return null
      }
      at = from + shown.length
      return { from, to: at }
    }),
  )
}

function isShortened(cell: string): boolean {
  return /^\s*\d(?:[.,]\d+)?e\+?\d+\s*$/i.test(cell)
}

function digitsIn(cell: string): number {
  return cell.replace(/\D/g, '').length
}
