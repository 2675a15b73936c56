import type { EntityContext } from '../../../../contract/blocklist.ts'
import { normaliseText } from '../../../../contract/text/normalise-text.ts'
import { isNumberSearch, numberMatch } from '../phone/number-search.ts'
import {
  type BlockedEntities,
  type BlockedEntity,
  CONTEXTS,
  withNumbers,
} from '../records/blocked-entities.ts'

/** An entity that matches a search. `hits` are its matching numbers; it is empty if the name matches. */
export type FoundEntity = { entity: BlockedEntity; hits: string[] }

/** The entities whose name, reference or numbers match a text, in their order. */
export function findEntities(entities: BlockedEntity[], text: string): FoundEntity[] {
  const words = normaliseText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entities.map(entity => ({ entity, hits: [] }))
  const match = isNumberSearch(text) ? numberMatch(text) : null
  return entities.flatMap(entity => {
    const hits = match ? entity.numbers.filter(match) : []
    const called = normaliseText(`${entity.name} ${entity.reference}`)
    const isCalled = words.every(word => called.includes(word))
    return hits.length > 0 || isCalled ? [{ entity, hits }] : []
  })
}

export type FoundByContext = Record<EntityContext, FoundEntity[]>

/** The matches of a search in each context, among entities with blocked numbers. */
export function findByContext(entities: BlockedEntities, text: string): FoundByContext {
  const foundOf = (context: EntityContext) => findEntities(withNumbers(entities[context]), text)
  const found = {
    company: foundOf('company'),
    partner: foundOf('partner'),
    group: foundOf('group'),
  }
  const isNothing = CONTEXTS.every(context => found[context].length === 0)
  return isNothing && text.trim() !== '' && NUMBER_BEGUN.test(text.trim())
    ? findByContext(entities, '')
    : found
}

/** Whether a text has too few digits for a search, so that the list waits for more. */
const NUMBER_BEGUN = /^[^\p{L}\p{N}]{0,3}\p{Nd}{0,2}$/u

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
