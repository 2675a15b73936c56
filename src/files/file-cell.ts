import { phoneCell } from '../../contract/text/csv-cell.ts'

/** A column of a file. `kind` is for values that spreadsheets change, or that they know as dates. */
export type FileColumn = { name: string; kind?: 'phone' | 'moment' }

export type FileCell = string | number | Date

/** Moments have the offset of the service's zone. */
export type TableColumn<Row> = FileColumn & { cell: (row: Row) => string | number }

export function fileRow<Row>(
  columns: TableColumn<Row>[],
  format: 'csv' | 'xlsx',
  row: Row,
): FileCell[] {
  return columns.map(column => fileCell(format, column, column.cell(row)))
}

/** The value of a cell: in a workbook, moments are dates; in a CSV file, phone numbers need a prefix. */
function fileCell(format: 'csv' | 'xlsx', { kind }: FileColumn, value: string | number): FileCell {
  if (value === '' || kind === undefined) return value
  if (kind === 'moment') return format === 'xlsx' ? new Date(value) : value
  const cell = phoneCell(String(value))
  return format === 'xlsx' ? cell.replace(/^tel:/, '') : cell
}
