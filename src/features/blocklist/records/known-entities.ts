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
  const known = new Map<string, Entity>()
  for (const { reference, name } of context === 'company' ? companies : []) {
    known.set(reference, { reference, name })
  }
  for (const { entity_context_name, entity } of records) {
    if (entity_context_name === context) known.set(entity.reference, entity)
  }
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name))
}
