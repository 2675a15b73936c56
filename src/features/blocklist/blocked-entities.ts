import type { BlocklistRecord, Entity, EntityContext } from '../../../contract/blocklist.ts'

/** An entity and the numbers that are blocked for it. */
export type BlockedEntity = Entity & { numbers: string[] }

export type BlockedEntities = Record<EntityContext, BlockedEntity[]>

/**
 * The records by context, each entity once and in the order of its name, without those that block
 * nothing. A service may send several records of one entity.
 */
export function blockedEntitiesOf(records: BlocklistRecord[]): BlockedEntities {
  const byContext: Record<EntityContext, Map<string, { name: string; numbers: Set<string> }>> = {
    company: new Map(),
    partner: new Map(),
    group: new Map(),
  }
  for (const { entity_context_name, entity, blocked_phone_number_list } of records) {
    const entities = byContext[entity_context_name]
    const known = entities.get(entity.reference) ?? { name: entity.name, numbers: new Set() }
    for (const { phone_number } of blocked_phone_number_list) known.numbers.add(phone_number)
    entities.set(entity.reference, known)
  }
  const listOf = (context: EntityContext) =>
    [...byContext[context]]
      .map(([reference, { name, numbers }]) => ({ reference, name, numbers: [...numbers] }))
      .filter(entity => entity.numbers.length > 0)
      .sort((a, b) => a.name.localeCompare(b.name) || a.reference.localeCompare(b.reference))
  return { company: listOf('company'), partner: listOf('partner'), group: listOf('group') }
}

/** The numbers blocked for one entity; none where it has no record. */
export function numbersOf(
  records: BlocklistRecord[],
  context: EntityContext,
  reference: string,
): string[] {
  return (
    blockedEntitiesOf(records)[context].find(entity => entity.reference === reference)?.numbers ??
    []
  )
}
