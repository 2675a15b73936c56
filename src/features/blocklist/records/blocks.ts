import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { BlockNotes, type NotedBlocks } from '../../../../contract/blocklist/block-notes.ts'
import type { RefusedCheck } from '../../../../contract/blocklist/blocklist-extensions.ts'
import { withCountryCode } from '../../../../contract/blocklist.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { request } from '../../../api/request.ts'
import { CONTEXTS } from '../blocklist-search.ts'
import { type AnyEntity, type BlockedEntity, type EntityId, entityKey } from './blocked-entities.ts'
import { blocklistQuery } from './queries.ts'

const EVERY_MS = 60_000

/** Why, by whom and until when numbers are blocked. */
export const blockNotesQuery = queryOptions({
  queryKey: ['block-notes'],
  queryFn: ({ signal }) => request(BlockNotes, '/gateway/block-notes', { signal }),
  staleTime: 10_000,
})

/** The blocks by entity and then by number. With a map of all ids, 100,000 numbers would take 40 ms longer. */
type ByNumber<About> = ReadonlyMap<string, ReadonlyMap<string, About>>

/** What is noted about blocks. */
export type Notes = {
  since: string | null
  noted: ByNumber<NotedBlocks>
  /** How often calls were refused; null if the service doesn't tell. */
  refused: ByNumber<RefusedCheck> | null
}

/** Exported for `select`, which repeats a function only if it is another one. */
export function notesOf({ since, results, refused_checks }: BlockNotes): Notes {
  const checks = refused_checks?.map(check => ({
    ...check,
    reference: check.entity.reference,
    phone_numbers: [check.phone_number],
  }))
  return { since, noted: byNumber(results), refused: checks ? byNumber(checks) : null }
}

type AboutNumbers = Pick<NotedBlocks, 'entity_context_name' | 'reference' | 'phone_numbers'>

/** What comes last about a number counts. */
function byNumber<About extends AboutNumbers>(all: About[]): ByNumber<About> {
  const entities = new Map<string, Map<string, About>>()
  for (const about of all) {
    const { entity_context_name: context, reference } = about
    const key = entityKey({ context, reference })
    const numbers = entities.get(key) ?? new Map<string, About>()
    for (const number of about.phone_numbers) numbers.set(number, about)
    entities.set(key, numbers)
  }
  return entities
}

export function useBlockNotes() {
  return useQuery({ ...blockNotesQuery, select: notesOf, refetchInterval: EVERY_MS })
}

/** A number that is blocked for an entity. */
export type Block = {
  id: string
  entity: AnyEntity
  number: string
  /** undefined if nothing is known about it. */
  note: NotedBlocks | undefined
  /** undefined if none of its calls was refused, as far as it is known. */
  refused: RefusedCheck | undefined
}

export function blockId(number: string, entity: EntityId): string {
  return `${number} ${entityKey(entity)}`
}

/** The blocks of all entities, in the order of the tabs. */
export function allBlocks(entities: BlockedEntity[], notes: Notes | undefined): Block[] {
  return CONTEXTS.flatMap(context =>
    entities.flatMap(entity => {
      if (entity.context !== context) return []
      const key = entityKey(entity)
      const [noted, refused] = [notes?.noted.get(key), notes?.refused?.get(key)]
      return entity.numbers.map(
        (number): Block => ({
          // A number may be blocked for several entities.
          id: blockId(number, entity),
          entity,
          number,
          note: noted?.get(withCountryCode(number)),
          refused: refused?.get(number),
        }),
      )
    }),
  )
}

/** The blocks as they are now. */
export async function fetchBlocks(client: QueryClient): Promise<Block[]> {
  const [entities, notes] = await Promise.all([
    client.fetchQuery({ ...blocklistQuery, staleTime: 0 }),
    client.fetchQuery({ ...blockNotesQuery, staleTime: 0 }),
  ])
  return allBlocks(entities, notesOf(notes))
}

export function isDue({ note }: Block, today: CalendarDate): boolean {
  return note?.until != null && note.until <= today
}

/** The blocks of each entity: a request changes those of one. */
export function groupsOf(all: Block[]): [entity: AnyEntity, blocks: Block[]][] {
  return [...Map.groupBy(all, ({ entity }) => entity)]
}
