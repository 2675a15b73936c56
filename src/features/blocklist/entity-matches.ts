import type { Entity, EntityContext } from '../../../contract/blocklist.ts'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import { isNumberSearch, numberMatch } from './phone/number-search.ts'
import type { BlockedEntity } from './records/blocked-entities.ts'

/** An entity that matches a search. `hits` are its matching numbers; it is empty if the name matches. */
export type EntityMatch = { entity: BlockedEntity; hits: string[] }

export type EntityMatches = Record<EntityContext, EntityMatch[]>

/** What a searched text matches: numbers, if it can be a part of one, and names or references with all its words. */
export function textMatch(text: string) {
  const words = normaliseText(text).split(/\s+/).filter(Boolean)
  return {
    number: isNumberSearch(text) ? numberMatch(text) : null,
    entity: ({ name, reference }: Entity) => {
      const names = normaliseText(`${name} ${reference}`)
      return words.every(word => names.includes(word))
    },
  }
}

/** The entities with blocked numbers whose name, reference or numbers match a text, in their order. */
export function matchingEntities(entities: BlockedEntity[], text: string): EntityMatch[] {
  const match = textMatch(text)
  return entities.flatMap(entity => {
    if (entity.numbers.length === 0) return []
    const hits = match.number ? entity.numbers.filter(match.number) : []
    return hits.length > 0 || match.entity(entity) ? [{ entity, hits }] : []
  })
}

/** Whether a text has too few digits for a search, so that the list waits for more. */
const NUMBER_BEGUN = /^[^\p{L}\p{N}]{0,3}\p{Nd}{0,2}$/u

/** The matches of a search in each context. */
export function matchEntities(entities: BlockedEntity[], text: string): EntityMatches {
  const matches = matchingEntities(entities, text)
  const isBegun = text.trim() !== '' && NUMBER_BEGUN.test(text.trim())
  if (matches.length === 0 && isBegun) return matchEntities(entities, '')
  const isIn = (context: EntityContext) =>
    matches.filter(({ entity }) => entity.context === context)
  return { company: isIn('company'), partner: isIn('partner'), group: isIn('group') }
}

/** The entity whose numbers are shown, and the filter of its numbers. */
export type ShownEntity = {
  entity: BlockedEntity
  /** Whether a person selected it. On wide screens, the first one is shown until then. */
  isSelected: boolean
  /** Whether it is the only match. */
  isOnly: boolean
  filter: string
}

/**
 * The selected entity, or the first match. In a search for a number, the numbers of a selected entity are
 * filtered by it, and also those of a first match if it has any.
 */
export function shownEntity(
  searchText: string,
  selected: BlockedEntity | undefined,
  [first, ...others]: EntityMatch[],
): ShownEntity | null {
  const filter = isNumberSearch(searchText) ? searchText : ''
  const isOnly = others.length === 0
  if (selected) return { entity: selected, isSelected: true, isOnly, filter }
  if (first === undefined) return null
  const ownFilter = first.hits.length > 0 ? filter : ''
  return { entity: first.entity, isSelected: false, isOnly, filter: ownFilter }
}
