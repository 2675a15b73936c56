import type { CountryCode } from 'libphonenumber-js/max'
import papaparse from 'papaparse'
import { forEachYielding } from '../../batch/for-each-yielding.ts'
import { findNumbers } from './find-numbers.ts'
import { PIECE } from './pieces.ts'
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
const MAX_EXAMINED = 200
const MIN_DIGITS = 7

/** Returns null if the text is not a table or its heading names no column of phone numbers. */
export async function phoneTable(
  text: string,
  defaultCountry: CountryCode,
): Promise<PhoneTable | null> {
  const { rows, csv } = await readRows(text)
  let first = -1
  // In a narrower row, nothing says which column is missing.
  let isRectangular = true
  await forEachYielding(rows.entries(), ([at, row]) => {
    if (first === -1 && row.some(cell => hasManyDigits(cell) || isShortened(cell))) first = at
    if (first < 1 || row.length === rows[first - 1]?.length) return
    isRectangular &&= !row.some(hasManyDigits)
  })
  const heading = rows[first - 1]
  if (heading === undefined || heading.length < 2 || !isRectangular) return null
  const columns = await columnsOf(heading, rows.slice(first), defaultCountry)
  if (columns === null) return null
  const cells: Span[] = []
  await forEachYielding(locate(csv, rows), ({ cell, row, column }) => {
    if (row >= first && columns.includes(column)) cells.push(cell)
  })
  return { cells, names: columns.map(column => heading[column] ?? '') }
}

async function columnsOf(
  heading: string[],
  body: string[][],
  defaultCountry: CountryCode,
): Promise<number[] | null> {
  const all = Array.from(heading.keys())
  const isOwn = (column: number) => OWN_NUMBERS.test(heading[column]?.trim() ?? '')
  const holding: number[] = []
  await forEachYielding(all, column => {
    if (!isOwn(column) && holdsNumbers(body, column, defaultCountry)) holding.push(column)
  })
  for (const words of HEADINGS) {
    const named = holding.filter(column => words.test(heading[column]?.trim() ?? ''))
    if (named.length > 0) return named
  }
  return all.some(isOwn) && holding.length > 0 ? holding : null
}

/** Whether half of the cells that aren't empty contain a number. */
function holdsNumbers(body: string[][], column: number, defaultCountry: CountryCode): boolean {
  const cells: string[] = []
  for (const row of body) {
    const cell = row[column]?.slice(0, MAX_EXAMINED).trim()
    if (cell) cells.push(cell)
    if (cells.length === SAMPLE) break
  }
  const held = cells.filter(
    cell => isShortened(cell) || findNumbers(cell, defaultCountry).length > 0,
  )
  return held.length > 0 && held.length * 2 >= cells.length
}

/** No cell is longer; a quote that is never closed would turn all following text into one. */
const MAX_PIECE = 1_000_000

/** @returns the rows, and the parsed text, whose characters have the same offsets */
async function readRows(text: string): Promise<{ rows: string[][]; csv: string }> {
  // Excel's own first line, which names the separator.
  const [line = '', separator] = /^sep=([^\r\n])\r?\n/i.exec(text) ?? []
  // "2,7821E+10": that comma is in a number that the spreadsheet has shortened.
  const csv = text.slice(line.length).replace(/(^|[\t;|"\n])(\d),(\d+E\+\d)/gi, '$1$2.$3')
  const { meta } = papaparse.parse<string[]>(csv.slice(0, PIECE), {
    delimiter: separator ?? '',
    delimitersToGuess: ['\t', ';', ',', '|'],
    skipEmptyLines: 'greedy',
  })
  const parser = () =>
    new papaparse.Parser({ delimiter: meta.delimiter, newline: newlineOf(meta.linebreak) })
  const rows =
    (await parseInPieces(csv, parser)) ??
    (await parseInPieces(csv.replaceAll('"', ''), parser)) ??
    []
  if (rows.some(row => row.length > 1)) return { rows, csv: line + csv }
  // Columns that are aligned with spaces, as in a terminal.
  const aligned: string[][] = []
  await forEachYielding(rows, row => aligned.push((row[0] ?? '').trim().split(/\s{2,}/)))
  return { rows: aligned, csv: line + csv }
}

type Parsed = { data: string[][]; errors: { code: string }[]; meta: { cursor: number } }

/** The rows that aren't empty; null if a quote is never closed. */
async function parseInPieces(
  csv: string,
  parser: () => papaparse.Parser,
): Promise<string[][] | null> {
  const rows: string[][] = []
  let isCut = false
  function* pieces(): Generator<string[][]> {
    let at = 0
    let size = PIECE
    while (at < csv.length && !isCut) {
      const isLast = at + size >= csv.length
      const parsed: Parsed = parser().parse(csv.slice(at, at + size), 0, !isLast)
      const isEndless = parsed.meta.cursor === 0 && size > MAX_PIECE
      isCut = isEndless || parsed.errors.some(({ code }) => code === 'MissingQuotes')
      at = isLast ? csv.length : at + parsed.meta.cursor
      size = parsed.meta.cursor === 0 ? size * 2 : PIECE
      yield parsed.data
    }
  }
  await forEachYielding(pieces(), data => {
    for (const row of data) if (row.some(cell => cell.trim() !== '')) rows.push(row)
  })
  return isCut ? null : rows
}

function newlineOf(linebreak: string): '\r' | '\n' | '\r\n' {
  return linebreak === '\r' || linebreak === '\r\n' ? linebreak : '\n'
}

const MAX_MISSED = 500
const NEAR = 2_000

/** Finds each cell that isn't empty, in the order of the text. */
function* locate(
  csv: string,
  rows: string[][],
): Generator<{ cell: Span; row: number; column: number }> {
  let at = 0
  let missed = 0
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      const bare = cell.trim()
      const shown = /^="([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare
      if (shown === '') continue
      // A cell with a quote is escaped, so it isn't found. Searching the whole rest of the text for each of
      // many such cells would take minutes.
      const end = missed < MAX_MISSED ? csv.length : at + NEAR + shown.length
      const from = at + csv.slice(at, end).indexOf(shown)
      if (from < at) {
        missed++
        continue
      }
      at = from + shown.length
      yield { cell: { from, to: at }, row, column }
    }
  }
}

function isShortened(cell: string): boolean {
  return /^\s*\d(?:[.,]\d+)?e\+?\d+\s*$/i.test(cell)
}

function hasManyDigits(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= MIN_DIGITS
}
