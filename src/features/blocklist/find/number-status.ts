import { queryOptions } from '@tanstack/react-query'
import { ActivityPage } from '../../../../contract/activity.ts'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { request } from '../../../api/request.ts'
import { isWhole, numberMatch } from '../phone/number-search.ts'
import { type BlockedEntities, type BlockedEntity, CONTEXTS } from '../records/blocked-entities.ts'

/** An entry of the blocklist that blocks a number. */
type BlockingEntry = { context: EntityContext; entity: BlockedEntity }

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

/** More changes of one number than a person makes. */
const MAX_CHANGES = 100

/** Who blocked and unblocked a number with Redial, newest first. */
export function numberHistoryQuery(number: string) {
  return queryOptions({
    queryKey: ['number-history', number],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ number, page_size: String(MAX_CHANGES) })
      const { results } = await request(ActivityPage, `/gateway/activity?${query}`, { signal })
      return results.filter(({ outcome }) => outcome !== 'refused')
    },
  })
}
