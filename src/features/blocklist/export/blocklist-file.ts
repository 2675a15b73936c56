import type { EntityContext } from '../../../../contract/blocklist.ts'
import { phoneCell } from '../../../../contract/text/csv-cell.ts'
import { BYTE_ORDER_MARK, loadCsvLines } from '../../../files/csv-lines.ts'
import type { ShownEntity } from '../entities/find-entities.ts'
import * as messages from '../messages.ts'
import { numberMatch } from '../phone/number-search.ts'
import { type BlockedEntities, CONTEXTS, withNumbers } from '../records/blocked-entities.ts'

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

/** The part of the blocklist that is exported. */
export type ExportScope =
  | { kind: 'entity'; context: EntityContext; reference: string; filter: string }
  | { kind: 'everything' }

/** One blocked number of one entity, as a row of the file. */
type ExportRow = { context: EntityContext; name: string; reference: string; number: string }

/** The scopes that can be exported, with their labels, most likely first. */
export function exportScopes(
  context: EntityContext,
  shown: ShownEntity | null,
  entities: BlockedEntities,
): { scope: ExportScope; label: string }[] {
  const scopes: { scope: ExportScope; label: string }[] = []
  const entity = shown?.entity
  if (entity && entity.numbers.length > 0) {
    const { reference, numbers } = entity
    const name = entity.name || reference
    const match = numberMatch(shown.filter)
    const found = match && numbers.filter(match).length
    if (found) {
      scopes.push({
        scope: { kind: 'entity', context, reference, filter: shown.filter },
        label: messages.filteredScope(found, name, shown.filter),
      })
    }
    scopes.push({
      scope: { kind: 'entity', context, reference, filter: '' },
      label: messages.entityScope(context, name, {
        count: numbers.length,
        isFiltered: Boolean(found),
      }),
    })
  }
  const all = getRows({ kind: 'everything' }, entities).length
  if (all > 0) {
    const parts = CONTEXTS.map(each => [each, withNumbers(entities[each]).length] as const)
      .filter(([, count]) => count > 0)
      .map(([each, count]) => messages.entityCount(each, count))
    scopes.push({
      scope: { kind: 'everything' },
      label: messages.wholeScope(all, parts),
    })
  }
  return scopes
}

export function getRows(scope: ExportScope, entities: BlockedEntities): ExportRow[] {
  return CONTEXTS.flatMap(context =>
    entities[context]
      .filter(({ reference }) => scope.kind === 'everything' || isMeant(scope, context, reference))
      .flatMap(({ name, reference, numbers }) => {
        const match = scope.kind === 'entity' ? numberMatch(scope.filter) : null
        const wanted = match ? numbers.filter(match) : numbers
        return wanted.map(number => ({ context, name, reference, number }))
      }),
  )
}

function isMeant(
  scope: Extract<ExportScope, { kind: 'entity' }>,
  context: EntityContext,
  reference: string,
): boolean {
  return scope.context === context && scope.reference === reference
}
