import { GUARDED } from '../../contract/text/csv-cell.ts'
import { loadModule } from '../api/connection.ts'

/** Starts a CSV file. Without it, Excel treats UTF-8 as another encoding. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Loads the function that formats rows as CSV (RFC 4180): CRLF, quotes if needed, and nothing that
 * a spreadsheet would run or change (docs/decisions/0019).
 */
export async function loadCsvLines(): Promise<(rows: unknown[][]) => string> {
  const { default: papaparse } = await loadModule(() => import('papaparse'))
  return rows => `${papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: GUARDED })}\r\n`
}
