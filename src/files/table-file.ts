import { BYTE_ORDER_MARK, loadCsvLines } from './csv-lines.ts'
import { type FileColumn, fileRow, type TableColumn } from './file-cell.ts'
import { startXlsxSheet, type XlsxSheet } from './xlsx-sheet.ts'

const ROWS_PER_PIECE = 100
/** How long the page may be blocked before other work gets a turn. */
const PATIENCE_MS = 30

type TableFile<Row> = {
  columns: TableColumn<Row>[]
  rows: Row[]
  /** Rows of texts on a sheet before it, or above it in a CSV file. */
  summary?: string[][]
  format: 'csv' | 'xlsx'
  /** The zone for the dates in a workbook. */
  timeZone: string
}

/** @throws the signal's reason if it is aborted */
export async function tableFile<Row>(
  { columns, rows, summary = [], format, timeZone }: TableFile<Row>,
  signal?: AbortSignal,
): Promise<Blob> {
  const sheet = await (format === 'csv'
    ? startCsv(columns, summary)
    : startXlsxSheet(columns, timeZone, summary))
  await inPieces(rows, piece => sheet.add(piece.map(row => fileRow(columns, format, row))), signal)
  return sheet.finish()
}

async function startCsv(columns: FileColumn[], summary: string[][]): Promise<XlsxSheet> {
  const csvLines = await loadCsvLines()
  // A text that is encoded at the end would block the page.
  const header = columns.map(({ name }) => name)
  const first = summary.length === 0 ? [header] : [...summary, [], header]
  const parts = [new Blob([BYTE_ORDER_MARK, csvLines(first)])]
  return {
    add: rows => void parts.push(new Blob([csvLines(rows)])),
    finish: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  }
}

/**
 * Adds rows to a file in pieces, so that the page keeps responding.
 *
 * @throws the signal's reason if it is aborted
 */
export async function inPieces<Row>(
  rows: Row[],
  add: (piece: Row[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  let pausedAt = performance.now()
  for (let begin = 0; begin < rows.length; begin += ROWS_PER_PIECE) {
    add(rows.slice(begin, begin + ROWS_PER_PIECE))
    if (performance.now() - pausedAt < PATIENCE_MS) continue
    await new Promise(resolve => setTimeout(resolve))
    signal?.throwIfAborted()
    pausedAt = performance.now()
  }
}
