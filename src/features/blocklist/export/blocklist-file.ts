import { phoneCell } from '../../../../contract/text/csv-cell.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../../files/csv-lines.ts'
import type { ExportRow } from './export-scope.ts'

const COLUMNS = ['entity_context_name', 'entity_name', 'entity_reference', 'phone_number']
/** How many rows are written before the page can respond again. */
const ROWS_PER_STEP = 10_000

/** The rows as CSV, in the format of all exported files (docs/decisions/0019). */
export async function blocklistFile(rows: ExportRow[]): Promise<Blob> {
  const lines = await loadCsvLines()
  const parts = [BYTE_ORDER_MARK, lines([COLUMNS])]
  for (let begin = 0; begin < rows.length; begin += ROWS_PER_STEP) {
    parts.push(
      lines(
        rows
          .slice(begin, begin + ROWS_PER_STEP)
          .map(({ context, name, reference, number }) => [
            context,
            name,
            reference,
            phoneCell(number),
          ]),
      ),
    )
    await new Promise(resolve => setTimeout(resolve))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
