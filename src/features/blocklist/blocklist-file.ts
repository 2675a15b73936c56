import type { EntityContext } from '../../../contract/blocklist.ts'
import { phoneCell } from '../../../contract/text/csv-cell.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../files/csv-lines.ts'
import type { ShownEntity } from './entity-matches.ts'
import { entityCount, numberCount } from './messages.ts'
import { numberMatch } from './phone/number-search.ts'
import {
  type BlockedEntities,
  CONTEXT_LABELS,
  CONTEXTS,
  withNumbers,
} from './records/blocked-entities.ts'

const COLUMNS = ['entity_context_name', 'entity_name', 'entity_reference', 'phone_number']

/** The rows as CSV, in the format of all exported files (docs/decisions/0019). */
export async function blocklistFile(rows: ExportRow[]): Promise<Blob> {
  const lines = await loadCsvLines()
  const cells = rows.map(({ context, name, reference, number }) => [
    context,
    name,
    reference,
    phoneCell(number),
  ])
  return new Blob([BYTE_ORDER_MARK, lines([COLUMNS, ...cells])], {
    type: 'text/csv;charset=utf-8',
  })
}

type ExportRow = { context: EntityContext; name: string; reference: string; number: string }

/** A part of the blocklist that can be exported. */
export type ExportScope = {
  label: string
  /** Without the day: "blocklist-company-acme-cars-found" */
  fileName: string
  includes: (row: ExportRow) => boolean
}

/** The scopes that can be exported, most likely first. */
export function exportScopes(
  context: EntityContext,
  shown: ShownEntity | null,
  entities: BlockedEntities,
): ExportScope[] {
  const count = exportRows(entities).length
  if (count === 0) return []
  const parts = CONTEXTS.map(each => {
    const { length } = withNumbers(entities[each])
    return length > 0 && entityCount(each, length)
  })
  const whole = {
    label: `The whole blocklist: ${numberCount(count)} of ${parts.filter(Boolean).join(', ')}`,
    fileName: 'blocklist',
    includes: () => true,
  }
  return shown ? [...scopesOf(context, shown), whole] : [whole]
}

/** The matching numbers of an entity, and all of them. */
function scopesOf(context: EntityContext, { entity, filter }: ShownEntity): ExportScope[] {
  const { reference, numbers } = entity
  const name = entity.name || reference
  const fileName = `blocklist-${context}-${reference}`
  const isOfEntity = (row: ExportRow) => row.context === context && row.reference === reference
  const match = numberMatch(filter)
  const matches = match ? numbers.filter(match).length : 0
  const scopes: ExportScope[] = []
  if (match && matches > 0) {
    scopes.push({
      label: `Filtered: ${numberCount(matches)} of ${name} with “${filter}”`,
      fileName: `${fileName}-found`,
      includes: row => isOfEntity(row) && match(row.number),
    })
  }
  if (numbers.length > 0) {
    scopes.push({
      label: `${matches > 0 ? 'All of' : 'The'} ${CONTEXT_LABELS[context].one} ${name}: ${numberCount(numbers.length)}`,
      fileName,
      includes: isOfEntity,
    })
  }
  return scopes
}

export function exportRows(entities: BlockedEntities): ExportRow[] {
  return CONTEXTS.flatMap(context =>
    entities[context].flatMap(({ name, reference, numbers }) =>
      numbers.map(number => ({ context, name, reference, number })),
    ),
  )
}
