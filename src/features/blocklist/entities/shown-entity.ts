import type { EntityContext } from '../../../../contract/blocklist.ts'
import type { BlockedEntity } from '../records/blocked-entities.ts'
import type { FoundByContext } from './find-entities.ts'

/** The entity whose numbers are shown, and what these are narrowed down to. */
export type ShownEntity = {
  entity: BlockedEntity
  /** Whether somebody chose it. Where there is room, the first one is shown until one is. */
  isChosen: boolean
  filter: string
}

/**
 * The entity that was chosen, or else the first that was found; one that was found by its numbers is
 * shown with these alone.
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
