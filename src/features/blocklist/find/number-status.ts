import type { EntityContext } from '../../../../contract/blocklist.ts'
import { isWhole } from '../phone/number-search.ts'
import type { BlockedEntities, BlockedEntity } from '../records/blocked-entities.ts'
import { CONTEXTS } from '../records/entity-contexts.ts'

/** An entry of the blocklist that blocks a number. */
export type BlockingEntry = { context: EntityContext; entity: BlockedEntity }

/** The block status of one number in the whole blocklist. */
export type NumberStatus = { number: string; entries: BlockingEntry[] }

/**
 * The interpretations of a text that are blocked, otherwise the most likely one. Null if the text
 * is not a complete number.
 */
export function numberStatuses(
  interpretations: string[],
  entities: BlockedEntities,
): NumberStatus[] | null {
  const statuses = interpretations.map(number => ({ number, entries: entriesOf(number, entities) }))
  const blocked = statuses.filter(({ entries }) => entries.length > 0)
  if (blocked.length > 0) return blocked
  const likeliest = statuses.find(({ number }) => isWhole(number))
  return likeliest ? [likeliest] : null
}

function entriesOf(number: string, entities: BlockedEntities): BlockingEntry[] {
  return CONTEXTS.flatMap(context =>
    entities[context]
      .filter(entity => entity.numbers.includes(number))
      .map(entity => ({ context, entity })),
  )
}
