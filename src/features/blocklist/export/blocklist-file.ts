import type { EntityContext } from '../../../../contract/blocklist.ts'
import { phoneCell } from '../../../../contract/text/csv-cell.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../../files/csv-lines.ts'
import type { ShownEntity } from '../entities/find-entities.ts'
import * as messages from '../messages.ts'
import { numberMatch } from '../phone/number-search.ts'
import {
  type BlockedEntities,
  CONTEXT_LABELS,
  CONTEXTS,
  withNumbers,
} from '../records/blocked-entities.ts'

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

type ExportRow = { context: EntityContext; name: string; reference: string; number: string }

/** A part of the blocklist that can be exported. */
export type ExportScope = {
  label: string
  /** Without the day: "blocklist-company-acme-cars-found" */
  fileName: string
  rowsOf: (entities: BlockedEntities) => ExportRow[]
}

/** The scopes that can be exported, most likely first. */
export function exportScopes(
  context: EntityContext,
  shown: ShownEntity | null,
  entities: BlockedEntities,
): ExportScope[] {
  const scopes: ExportScope[] = []
  if (shown && shown.entity.numbers.length > 0) {
    const { reference, numbers } = shown.entity
    const name = shown.entity.name || reference
    const fileName = `blocklist-${context}-${reference}`
    const ofEntity = (row: ExportRow) => row.context === context && row.reference === reference
    const match = numberMatch(shown.filter)
    const count = match ? numbers.filter(match).length : 0
    if (match && count > 0) {
      scopes.push({
        label: `Filtered: ${messages.numberCount(count)} of ${name} with “${shown.filter}”`,
        fileName: `${fileName}-found`,
        rowsOf: all => allRows(all).filter(row => ofEntity(row) && match(row.number)),
      })
    }
    scopes.push({
      label: `${count > 0 ? 'All of' : 'The'} ${CONTEXT_LABELS[context].one} ${name}: ${messages.numberCount(numbers.length)}`,
      fileName,
      rowsOf: all => allRows(all).filter(ofEntity),
    })
  }
  const count = allRows(entities).length
  if (count > 0) {
    const parts = CONTEXTS.map(each => [each, withNumbers(entities[each]).length] as const)
      .filter(([, count]) => count > 0)
      .map(([each, count]) => messages.entityCount(each, count))
    scopes.push({
      label: `The whole blocklist: ${messages.numberCount(count)} of ${parts.join(', ')}`,
      fileName: 'blocklist',
      rowsOf: allRows,
    })
  }
  return scopes
}

function allRows(entities: BlockedEntities): ExportRow[] {
  return CONTEXTS.flatMap(context =>
    entities[context].flatMap(({ name, reference, numbers }) =>
      numbers.map(number => ({ context, name, reference, number })),
    ),
  )
}
