import type { EntityContext } from '../../../../contract/blocklist.ts'
import type { BlockedEntity } from '../records/blocked-entities.ts'
import type { FoundByContext } from './find-entities.ts'

/** The entity whose numbers are shown, and the filter of its numbers. */
export type ShownEntity = {
  entity: BlockedEntity
  /** Whether a person chose it. On wide screens, the first one is shown until then. */
  isChosen: boolean
  filter: string
}

/**
 * The chosen entity, or the first match. An entity that matches by its numbers shows only these.
 */
export function shownEntity(
  { context, q, filter }: { context: EntityContext; q: string; filter: string },
  chosen: BlockedEntity | undefined,
  found: FoundByContext,
): ShownEntity | null {
  if (chosen) return { entity: chosen, isChosen: true, filter }
  const [first] = found[context]
  if (first === undefined) return null
  return { entity: first.entity, isChosen: false, filter: first.hits.length > 0 ? q : filter }
}
