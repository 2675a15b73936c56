import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'

/**
 * The known entities of a context, sorted by name: those with a record, and the account's
 * companies.
 */
export function listKnownEntities(
  context: EntityContext,
  records: BlocklistRecord[],
  companies: Entity[],
): Entity[] {
  const listed = records.filter(record => record.entity_context_name === context)
  const entities = [
    ...listed.map(({ entity }) => entity),
    ...(context === 'company' ? companies : []),
  ]
  const known = new Map<string, Entity>()
  // The first name of an entity is the one that the page shows.
  for (const entity of entities) {
    if (!known.has(entity.reference)) known.set(entity.reference, entity)
  }
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name))
}
