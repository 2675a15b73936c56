import { queryOptions } from '@tanstack/react-query'
import { type ActivityEntry, ActivityPage } from '../../../../contract/activity.ts'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { request } from '../../../api/request.ts'
import { isWhole, numberMatch } from '../phone/number-search.ts'
import { type BlockedEntities, type BlockedEntity, CONTEXTS } from '../records/blocked-entities.ts'

/** An entry of the blocklist that blocks a number. */
export type BlockingEntry = { context: EntityContext; entity: BlockedEntity }

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

/** A change of a number's blocks that was made with Redial. */
export type NumberChange = {
  isBlock: boolean
  /** Whether the service has made it. Otherwise its answer was lost. */
  isCertain: boolean
  context: EntityContext
  reference: string | null
  /** The name of a person; null for a script. */
  who: string | null
  at: string
}

/** Who blocked and unblocked a number with Redial, newest first. */
export function numberHistoryQuery(number: string) {
  return queryOptions({
    queryKey: ['number-history', number],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ number, page_size: String(MAX_CHANGES) })
      const { results } = await request(ActivityPage, `/gateway/activity?${query}`, { signal })
      return results.flatMap(entry => changeOf(entry) ?? [])
    },
  })
}

function changeOf(entry: ActivityEntry): NumberChange | null {
  if (entry.kind !== 'numbers_blocked' && entry.kind !== 'numbers_unblocked') return null
  if (entry.outcome === 'refused') return null
  const { entity_context_name: context, reference } = entry.details
  const { who, at, outcome } = entry
  const isBlock = entry.kind === 'numbers_blocked'
  return { isBlock, isCertain: outcome === 'done', context, reference, who, at }
}

/**
 * The change by which an entity has blocked the number; null if it was added outside Redial. The number is
 * blocked, so an unblocking whose answer was lost was not made.
 */
export function blockOf(
  changes: NumberChange[],
  { context, entity }: BlockingEntry,
): NumberChange | null {
  const last = changes.find(
    change =>
      change.context === context &&
      change.reference === entity.reference &&
      (change.isBlock || change.isCertain),
  )
  return last?.isBlock ? last : null
}

/** The last change of a number that is not blocked, if it was an unblocking; otherwise null. */
export function lastUnblock(changes: NumberChange[]): NumberChange | null {
  const last = changes.find(({ isBlock, isCertain }) => !isBlock || isCertain)
  return last && !last.isBlock ? last : null
}
