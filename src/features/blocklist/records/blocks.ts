import { queryOptions, useQuery } from '@tanstack/react-query'
import { BlockNotes, type NotedBlocks } from '../../../../contract/blocklist/block-notes.ts'
import type { RefusedCheck } from '../../../../contract/blocklist/blocklist-extensions.ts'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { request } from '../../../api/request.ts'
import { type BlockedEntities, type BlockedEntity, CONTEXTS } from './blocked-entities.ts'

const EVERY_MS = 60_000

/** Why, by whom and until when numbers are blocked. */
export const blockNotesQuery = queryOptions({
  queryKey: ['block-notes'],
  queryFn: ({ signal }) => request(BlockNotes, '/gateway/block-notes', { signal }),
  staleTime: 10_000,
})

/** The note of each number, by `entityKey`. */
export type Notes = {
  since: string | null
  byEntity: ReadonlyMap<string, ReadonlyMap<string, NotedBlocks>>
  /** How often calls were refused, by `entityKey` and number; null if the service doesn't tell. */
  refused: ReadonlyMap<string, RefusedCheck> | null
}

function entityKey(context: EntityContext, reference: string): string {
  return `${context} ${reference}`
}

/** Exported for `select`, which repeats a function only if it is another one. */
export function notesOf({ since, results, refused_checks }: BlockNotes): Notes {
  const byEntity = new Map<string, Map<string, NotedBlocks>>()
  for (const noted of results) {
    const key = entityKey(noted.entity_context_name, noted.reference)
    const notes = byEntity.get(key) ?? new Map<string, NotedBlocks>()
    byEntity.set(key, notes)
    // The last one counts.
    for (const number of noted.phone_numbers) notes.set(number, noted)
  }
  const refused =
    refused_checks &&
    new Map(
      refused_checks.map(check => [
        `${check.phone_number} ${entityKey(check.entity_context_name, check.entity.reference)}`,
        check,
      ]),
    )
  return { since, byEntity, refused }
}

export function useBlockNotes() {
  return useQuery({ ...blockNotesQuery, select: notesOf, refetchInterval: EVERY_MS })
}

/** A number that is blocked for an entity. */
export type Block = {
  /** Of this entry, because a number may be blocked for several entities. */
  id: string
  context: EntityContext
  entity: Entity
  number: string
  /** undefined if nothing is known about it. */
  note: NotedBlocks | undefined
  /** undefined if none of its calls was refused, as far as it is known. */
  refused: RefusedCheck | undefined
}

export function noteOf(
  notes: Notes | undefined,
  context: EntityContext,
  reference: string,
): ReadonlyMap<string, NotedBlocks> | undefined {
  return notes?.byEntity.get(entityKey(context, reference))
}

export function blocksOf(
  context: EntityContext,
  { reference, name, numbers }: BlockedEntity,
  notes: Notes | undefined,
): Block[] {
  const entity = { reference, name }
  const noted = noteOf(notes, context, reference)
  const key = entityKey(context, reference)
  // Most services tell none, and then no key is looked up.
  const refused = notes?.refused?.size ? notes.refused : null
  return numbers.map(number => {
    const id = `${number} ${key}`
    return { id, context, entity, number, note: noted?.get(number), refused: refused?.get(id) }
  })
}

/** The blocks of all entities, in the order of the tabs. */
export function allBlocks(entities: BlockedEntities, notes: Notes | undefined): Block[] {
  return CONTEXTS.flatMap(context =>
    entities[context].flatMap(entity => blocksOf(context, entity, notes)),
  )
}

export function isDue({ note }: Pick<Block, 'note'>, today: CalendarDate): boolean {
  return note?.until != null && note.until <= today
}

/** How many numbers on the list are due. */
export function countDue(entities: BlockedEntities, notes: Notes, today: CalendarDate): number {
  let count = 0
  for (const context of CONTEXTS) {
    for (const { reference, numbers } of entities[context]) {
      const noted = noteOf(notes, context, reference)
      if (noted === undefined) continue
      for (const number of numbers) if (isDue({ note: noted.get(number) }, today)) count++
    }
  }
  return count
}

/** Blocks of one entity, with one request for each of them. */
export type BlockGroup = Pick<Block, 'context' | 'entity'> & { blocks: Block[] }

export function groupsOf(blocks: Block[]): BlockGroup[] {
  const groups = new Map<Entity, BlockGroup>()
  for (const block of blocks) {
    const { context, entity } = block
    const group = groups.get(entity) ?? { context, entity, blocks: [] }
    groups.set(entity, group)
    group.blocks.push(block)
  }
  return [...groups.values()]
}
