import type { EntityContext } from '../../../../contract/blocklist.ts'
import { isNumberSearch } from '../phone/number-search.ts'
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
 * The chosen entity, or the first match. In a search for a number, the numbers of a chosen entity are
 * filtered by it, and also those of a first match if it has any.
 */
export function shownEntity(
  context: EntityContext,
  searched: string,
  chosen: BlockedEntity | undefined,
  found: FoundByContext,
): ShownEntity | null {
  const filter = isNumberSearch(searched) ? searched : ''
  if (chosen) return { entity: chosen, isChosen: true, filter }
  const [first] = found[context]
  if (first === undefined) return null
  return { entity: first.entity, isChosen: false, filter: first.hits.length > 0 ? filter : '' }
}
