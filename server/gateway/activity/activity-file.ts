import papaparse from 'papaparse'
import type { ActivityEntry } from '../../../contract/activity.ts'
import { GUARDED, phoneCell } from '../../../contract/text/csv-cell.ts'

/** The formats of an exported log: rows for a spreadsheet, or one JSON object per line. */
export type ActivityFormat = 'csv' | 'jsonl'

export const CONTENT_TYPES: Record<ActivityFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

const COLUMNS = [
  'ID',
  'At',
  'Who',
  'By',
  'From',
  'What',
  'Outcome',
  'Status',
  'Reason',
  'Entity context',
  'Entity reference',
  'Entity name',
  'Numbers',
  'Phone numbers',
  'List',
  'First day',
  'Last day',
  'Events or rows',
  'Replay run',
  'Tracking number',
  'Receiver',
  'Format',
  'Token label',
  'Partner',
]

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
  if (format === 'csv') yield `${BYTE_ORDER_MARK}${csvLines([COLUMNS])}`
  for await (const page of pages) {
    yield format === 'csv'
      ? csvLines(page.map(csvRow))
      : page.map(entry => `${JSON.stringify(entry)}\n`).join('')
  }
}

function csvLines(rows: unknown[][]): string {
  return `${papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: GUARDED })}\r\n`
}

function csvRow(entry: ActivityEntry): unknown[] {
  const { details } = entry
  const of = (name: string): unknown => Object.entries(details).find(([key]) => key === name)?.[1]
  const isBlocklist = entry.kind === 'numbers_blocked' || entry.kind === 'numbers_unblocked'
  const tracking = of('tracking_number')
  return [
    entry.id,
    entry.at,
    entry.who,
    entry.by,
    entry.from,
    entry.kind,
    entry.outcome,
    entry.status,
    entry.reason,
    of('entity_context_name'),
    of('reference'),
    of('name'),
    isBlocklist ? entry.details.count : null,
    numbersCell(entry.numbers),
    of('list') ?? of('what'),
    of('from'),
    of('to'),
    isBlocklist ? null : (of('rows') ?? of('count')),
    of('run_id'),
    typeof tracking === 'string' ? phoneCell(tracking) : null,
    of('receiver'),
    of('format'),
    of('label'),
    of('partner'),
  ]
}

function numbersCell(numbers: string[] | null): string | null {
  if (numbers === null) return null
  const written = numbers.slice(0, NUMBERS_IN_A_CELL).map(phoneCell).join(' ')
  const others = numbers.length - NUMBERS_IN_A_CELL
  return others > 0 ? `${written} and ${others} more` : written
}
