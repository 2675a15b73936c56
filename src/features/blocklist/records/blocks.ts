import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { BlockNotes, type NotedBlocks } from '../../../../contract/blocklist/block-notes.ts'
import type { RefusedCheck } from '../../../../contract/blocklist/blocklist-extensions.ts'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { request } from '../../../api/request.ts'
import { type BlockedEntities, blockedEntitiesOf, CONTEXTS } from './blocked-entities.ts'
import { blocklistQuery } from './queries.ts'

const EVERY_MS = 60_000

/** Why, by whom and until when numbers are blocked. */
export const blockNotesQuery = queryOptions({
  queryKey: ['block-notes'],
  queryFn: ({ signal }) => request(BlockNotes, '/gateway/block-notes', { signal }),
  staleTime: 10_000,
})

/** What is noted about blocks, by their ids. */
export type Notes = {
  since: string | null
  noted: ReadonlyMap<string, NotedBlocks>
  /** How often calls were refused; null if the service doesn't tell. */
  refused: ReadonlyMap<string, RefusedCheck> | null
}

/** A number may be blocked for several entities. */
export function blockId(number: string, context: EntityContext, reference: string): string {
  return `${number} ${context} ${reference}`
}

/** Exported for `select`, which repeats a function only if it is another one. */
export function notesOf({ since, results, refused_checks }: BlockNotes): Notes {
  const noted = new Map<string, NotedBlocks>()
  for (const each of results) {
    // The last note of a number counts.
    for (const number of each.phone_numbers) {
      noted.set(blockId(number, each.entity_context_name, each.reference), each)
    }
  }
  const refused = refused_checks?.map(
    check =>
      [
        blockId(check.phone_number, check.entity_context_name, check.entity.reference),
        check,
      ] as const,
  )
  return { since, noted, refused: refused ? new Map(refused) : null }
}

export function useBlockNotes() {
  return useQuery({ ...blockNotesQuery, select: notesOf, refetchInterval: EVERY_MS })
}

/** A number that is blocked for an entity. */
export type Block = {
  id: string
  context: EntityContext
  entity: Entity
  number: string
  /** undefined if nothing is known about it. */
  note: NotedBlocks | undefined
  /** undefined if none of its calls was refused, as far as it is known. */
  refused: RefusedCheck | undefined
}

/** The blocks of all entities, in the order of the tabs. */
export function allBlocks(entities: BlockedEntities, notes: Notes | undefined): Block[] {
  return CONTEXTS.flatMap(context =>
    entities[context].flatMap(({ reference, name, numbers }) => {
      const entity = { reference, name }
      return numbers.map((number): Block => {
        const id = blockId(number, context, reference)
        const [note, refused] = [notes?.noted.get(id), notes?.refused?.get(id)]
        return { id, context, entity, number, note, refused }
      })
    }),
  )
}

/** The blocks as they are now. */
export async function fetchBlocks(client: QueryClient): Promise<Block[]> {
  const [records, notes] = await Promise.all([
    client.fetchQuery({ ...blocklistQuery, staleTime: 0 }),
    client.fetchQuery({ ...blockNotesQuery, staleTime: 0 }),
  ])
  return allBlocks(blockedEntitiesOf(records), notesOf(notes))
}

export function isDue({ note }: Block, today: CalendarDate): boolean {
  return note?.until != null && note.until <= today
}

/** Blocks of one entity, with one request for each of them. */
export type BlockGroup = Pick<Block, 'context' | 'entity'> & { blocks: Block[] }

export function groupsOf(all: Block[]): BlockGroup[] {
  return [...Map.groupBy(all, ({ entity }) => entity).values()].flatMap(blocks =>
    blocks.slice(0, 1).map(({ context, entity }) => ({ context, entity, blocks })),
  )
}
