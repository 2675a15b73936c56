import type { EntityContext } from '../../../../contract/blocklist.ts'
import { isWhole, numberMatch } from '../phone/number-search.ts'
import type { BlockedEntities, BlockedEntity } from '../records/blocked-entities.ts'
import { CONTEXTS } from '../records/blocked-entities.ts'

/** An entry of the blocklist that blocks a number. */
export type BlockingEntry = { context: EntityContext; entity: BlockedEntity }

/** The block status of one number in the whole blocklist. */
export type NumberStatus = { number: string; entries: BlockingEntry[] }

/**
 * The interpretations of a text that are blocked. Otherwise those that may be complete numbers, most
 * likely first; none if the text is not a complete number.
 *
 * @param interpretations as `readNumbers` returns them
 */
export function numberStatuses(
  interpretations: string[],
  entities: BlockedEntities,
): NumberStatus[] {
  const statuses = interpretations.map(number => ({ number, entries: entriesOf(number, entities) }))
  const blocked = statuses.filter(({ entries }) => entries.length > 0)
  if (blocked.length > 0) return blocked
  return statuses.filter(({ number }) => isWhole(number))
}

/** How many blocked numbers contain what was entered. */
export function countMatches(text: string, entities: BlockedEntities): number {
  const match = numberMatch(text) ?? (() => false)
  return new Set(
    CONTEXTS.flatMap(context => entities[context].flatMap(({ numbers }) => numbers.filter(match))),
  ).size
}

function entriesOf(number: string, entities: BlockedEntities): BlockingEntry[] {
  return CONTEXTS.flatMap(context =>
    entities[context]
      .filter(entity => entity.numbers.includes(number))
      .map(entity => ({ context, entity })),
  )
}
