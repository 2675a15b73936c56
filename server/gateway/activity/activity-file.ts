import papaparse from 'papaparse'
import type { ActivityEntry } from '../../../contract/activity.ts'
import { GUARDED, phoneCell } from '../../../contract/text/csv-cell.ts'

/** The formats of an exported log: rows for a spreadsheet, or one JSON object per line. */
export type ActivityFormat = 'csv' | 'jsonl'

export const CONTENT_TYPES: Record<ActivityFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** Spreadsheets take no more than 32,767 characters in a cell. JSON lines hold all numbers. */
const NUMBERS_IN_A_CELL = 1_000

/** At the start of a CSV file. Without it, Excel doesn't read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The entries as a file, in pieces. CSV is written like all exported files
 * (docs/decisions/0019).
 */
export async function* activityFile(
  format: ActivityFormat,
  pages: AsyncIterable<ActivityEntry[]>,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${BYTE_ORDER_MARK}${csvLines([COLUMNS.map(([header]) => header)])}`
  for await (const page of pages) {
    yield format === 'csv'
      ? csvLines(page.map(csvRow))
      : page.map(entry => `${JSON.stringify(entry)}\n`).join('')
  }
}

function csvLines(rows: unknown[][]): string {
  return `${papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: GUARDED })}\r\n`
}

type Row = {
  entry: ActivityEntry
  /** The detail with this name, if the entry has it. */
  of: (name: string) => unknown
  isBlocklist: boolean
}

const COLUMNS: [header: string, value: (row: Row) => unknown][] = [
  ['ID', ({ entry }) => entry.id],
  ['At', ({ entry }) => entry.at],
  ['Who', ({ entry }) => entry.who],
  ['By', ({ entry }) => entry.by],
  ['From', ({ entry }) => entry.from],
  ['What', ({ entry }) => entry.kind],
  ['Outcome', ({ entry }) => entry.outcome],
  ['Status', ({ entry }) => entry.status],
  ['Reason', ({ entry }) => entry.reason],
  ['Entity context', ({ of }) => of('entity_context_name')],
  ['Entity reference', ({ of }) => of('reference')],
  ['Entity name', ({ of }) => of('name')],
  ['Numbers', ({ of, isBlocklist }) => (isBlocklist ? of('count') : null)],
  ['Phone numbers', ({ entry }) => numbersCell(entry.numbers)],
  ['List', ({ of }) => of('list') ?? of('what')],
  ['First day', ({ of }) => of('from')],
  ['Last day', ({ of }) => of('to')],
  ['Events or rows', ({ of, isBlocklist }) => (isBlocklist ? null : (of('rows') ?? of('count')))],
  ['Replay run', ({ of }) => of('run_id')],
  ['Tracking number', ({ of }) => trackingCell(of('tracking_number'))],
  ['Receiver', ({ of }) => of('receiver')],
  ['Format', ({ of }) => of('format')],
  ['Token label', ({ of }) => of('label')],
  ['Partner', ({ of }) => of('partner')],
]

function csvRow(entry: ActivityEntry): unknown[] {
  const details = new Map<string, unknown>(Object.entries(entry.details))
  const isBlocklist = entry.kind === 'numbers_blocked' || entry.kind === 'numbers_unblocked'
  const row = { entry, of: (name: string) => details.get(name), isBlocklist }
  return COLUMNS.map(([, value]) => value(row))
}

function trackingCell(number: unknown): string | null {
  return typeof number === 'string' ? phoneCell(number) : null
}

function numbersCell(numbers: string[] | null): string | null {
  if (numbers === null) return null
  const written = numbers.slice(0, NUMBERS_IN_A_CELL).map(phoneCell).join(' ')
  const others = numbers.length - NUMBERS_IN_A_CELL
  return others > 0 ? `${written} and ${others} more` : written
}
