import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { blocklistQuery, companiesQuery } from '../records/queries.ts'
import type { BlockNumbersFields } from './block-numbers-values.ts'

/**
 * The known entities of the context in the form, and whose reference the form has. The service goes
 * by the reference alone, so a name that belongs to another one must not be sent with it.
 */
export function useKnownEntities(control: Control<BlockNumbersFields>) {
  const [context, { name, reference }] = useWatch({
    control,
    name: ['entity_context_name', 'entity'],
  })
  const records = useQuery(blocklistQuery)
  const companies = useQuery({ ...companiesQuery, enabled: context === 'company' })
  const known = listKnownEntities(context, records.data ?? [], companies.data ?? [])
  const nameOf = new Map(known.map(entity => [entity.reference, shownText(entity.name).trim()]))
  const typedName = name.trim()
  /** The name of the entity with the reference; undefined if it is unknown. */
  const nameOfReference = nameOf.get(reference.trim())
  const isOfAnother =
    nameOfReference !== undefined && typedName !== '' && !isSameName(nameOfReference, typedName)
  return { known, nameOf, nameOfReference, isOfAnother }
}

export function isSameName(name: string, text: string): boolean {
  return shownText(name).trim().toLowerCase() === text.toLowerCase()
}

/**
 * The known entities of a context, sorted by name: those with a record, and the account's
 * companies.
 */
function listKnownEntities(
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
