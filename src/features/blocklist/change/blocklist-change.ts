import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  BLOCK_NOTE_HEADER,
  type BlockNoteFields,
  type NotedBlocks,
} from '../../../../contract/blocklist/block-notes.ts'
import {
  BLOCKLIST_PATH,
  type BlocklistRequest,
  withCountryCode,
} from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import {
  type AnyEntity,
  type BlockedEntity,
  entityKey,
  findEntity,
  mergeEntities,
  withCountryCodes,
} from '../records/blocked-entities.ts'
import { blockNotesQuery, notesOf } from '../records/blocks.ts'
import { BlockedAnswer } from '../records/listed-record.ts'
import {
  blocklistQuery,
  fetchBlocklistForCheck,
  isAnswerLost,
  refetchBlocklist,
} from '../records/queries.ts'
import { type BatchesOutcome, type BatchSteps, sendInBatches } from './send-in-batches.ts'

/** Numbers to block or to unblock for one entity. */
export type BlocklistChange = {
  isBlock: boolean
  entity: AnyEntity
  numbers: string[]
  /** Why and until when they are blocked. */
  note?: BlockNoteFields | undefined
  steps?: BatchSteps | undefined
}

/** What a change did, number by number. */
export type ChangeSummary = BatchesOutcome & {
  isBlock: boolean
  entity: AnyEntity
  /** Blocked or unblocked by this change. */
  done: string[]
  /** Blocked before a block, or gone before an unblock. */
  already: string[]
  /** Accepted by the service but not on its list. */
  unclear: string[]
  /** Whether the list before is known. Otherwise all numbers count as changed. */
  isExact: boolean
  /** Why unblocked numbers were blocked, as far as it is known, by the numbers with their country codes. */
  notes?: ReadonlyMap<string, NotedBlocks> | undefined
}

/** Joins what a form has blocked, so that one Undo undoes all of it for an entity. What it did not block is still in it. */
export function joinSummaries(all: ChangeSummary[]): ChangeSummary[] {
  const byEntity = Map.groupBy(all, ({ entity }) => entityKey(entity))
  return [...byEntity.values()].flatMap(same =>
    same.slice(-1).map(last => ({
      ...last,
      done: same.flatMap(({ done }) => done),
      already: same.flatMap(({ already }) => already),
      unclear: same.flatMap(({ unclear }) => unclear),
      isExact: same.every(({ isExact }) => isExact),
      rest: [],
    })),
  )
}

/** Makes a change, in batches if there are many numbers. A failure is part of the summary. */
export async function changeBlocklist(
  client: QueryClient,
  change: BlocklistChange,
): Promise<ChangeSummary> {
  // A colleague may have changed some of them a moment ago.
  const [before, notes] = await Promise.all([
    refetchBlocklist(client),
    change.isBlock ? undefined : fetchNotes(client, change.entity),
  ])
  const summary = await changeInBatches(change, before, batch => send(client, change, batch))
  return { ...summary, notes }
}

/** Notes that an unblock removes, and its undo restores. */
async function fetchNotes(client: QueryClient, entity: AnyEntity) {
  const notes = await client.fetchQuery(blockNotesQuery).catch(() => null)
  return notes === null ? undefined : notesOf(notes).noted.get(entityKey(entity))
}

/**
 * Numbers that are already as they should be are not sent, so that the activity log counts what a change did.
 *
 * @param before null if the list is unknown, so that all numbers have to be sent
 * @param sendBatch returns the numbers that the service lists after a request
 */
export async function changeInBatches(
  { isBlock, entity, numbers, steps }: BlocklistChange,
  before: BlockedEntity[] | null,
  sendBatch: (numbers: string[]) => Promise<ReadonlySet<string>>,
): Promise<ChangeSummary> {
  const listed = findEntity(before ?? [], entity)
  // A number is unblocked as the service lists it, which may be in both forms.
  const asListed = new Map(listed.numbers.map(number => [withCountryCode(number), number]))
  const exact = new Set(listed.numbers)
  const isAlready = (number: string) =>
    before !== null && asListed.has(withCountryCode(number)) === isBlock
  const toSend = numbers
    .filter(number => !isAlready(number))
    .map(number => (exact.has(number) ? number : (asListed.get(withCountryCode(number)) ?? number)))
  const unclear: string[] = []
  const outcome = await sendInBatches(
    toSend,
    async batch => {
      const after = await sendBatch(batch)
      if (isBlock) unclear.push(...batch.filter(number => !after.has(withCountryCode(number))))
    },
    steps,
  )
  const missing = new Set(unclear)
  return {
    ...outcome,
    isBlock,
    entity: asListed.size > 0 ? { ...entity, name: listed.name } : entity,
    done: toSend.slice(0, toSend.length - outcome.rest.length).filter(each => !missing.has(each)),
    already: numbers.filter(isAlready),
    unclear,
    isExact: before !== null,
  }
}

/** Sends one batch, and returns the entity's numbers after it, with their country codes. */
async function send(
  client: QueryClient,
  change: BlocklistChange,
  batch: string[],
): Promise<ReadonlySet<string>> {
  const { isBlock, entity, note = {} } = change
  const body = requestBody(entity, batch)
  const headers = { [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(note)) }
  const sent = isBlock
    ? request(BlockedAnswer, BLOCKLIST_PATH, { method: 'POST', body, headers, expect: [201] })
    : request(z.unknown(), `${BLOCKLIST_PATH}unblock/`, { method: 'POST', body }).then(() => null)
  const answer = await sent.catch(async (failure: unknown) => {
    // Some services remove the others although some are not on the list (docs/interface.md, "Errors", gaps).
    const isForThem = !isBlock && failure instanceof ApiError && failure.kind === 'not-found'
    const mayBeDone = isAnswerLost(failure) || isForThem
    const entities = mayBeDone ? await fetchBlocklistForCheck(client) : null
    const now = entities && findEntity(entities, entity)
    const listed = withCountryCodes(now?.numbers ?? [])
    if (now && batch.every(number => listed.has(withCountryCode(number)) === isBlock)) return now
    throw failure
  })
  const removed = withCountryCodes(batch)
  const isLeft = (number: string) => !removed.has(withCountryCode(number))
  // A refetch that began before the change must not overwrite it.
  await client.cancelQueries(blocklistQuery)
  client.setQueryData(blocklistQuery.queryKey, entities => {
    if (entities === undefined) return entities
    const before = findEntity(entities, entity)
    const numbers = isBlock
      ? before.numbers.concat(answer?.numbers ?? [])
      : before.numbers.filter(isLeft)
    const changed = { ...before, name: answer?.name ?? before.name, numbers }
    return mergeEntities([...entities.filter(one => one !== before), changed])
  })
  return withCountryCodes(answer?.numbers ?? [])
}

/** The body of a request about numbers of one entity. */
export function requestBody(
  { context, reference, name }: AnyEntity,
  numbers: string[],
): BlocklistRequest {
  return {
    entity: { reference, name },
    entity_context_name: context,
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
}
