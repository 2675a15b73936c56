import { GUARDED } from '../../contract/text/csv-cell.ts'
import { loadModule } from '../api/load-module.ts'

/** In front of a CSV file: without it, Excel reads UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Loads what writes rows as CSV by RFC 4180: CRLF, quotes where they are needed, and nothing that a
 * spreadsheet would run or change (docs/decisions/0019).
 */
export async function loadCsvLines(): Promise<(rows: unknown[][]) => string> {
  const { default: papaparse } = await loadModule(() => import('papaparse'))
  return rows => `${papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: GUARDED })}\r\n`
}
