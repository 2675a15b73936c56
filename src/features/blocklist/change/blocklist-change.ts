import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  BLOCK_NOTE_HEADER,
  type BlockNoteFields,
} from '../../../../contract/blocklist/block-notes.ts'
import {
  BLOCKLIST_PATH,
  type BlocklistRequest,
  type Entity,
  type EntityContext,
  withCountryCode,
} from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import {
  type BlockedEntity,
  findEntity,
  mergeEntities,
  withCountryCodes,
} from '../records/blocked-entities.ts'
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
  context: EntityContext
  entity: Entity
  numbers: string[]
  /** Why and until when they are blocked. */
  note?: BlockNoteFields | undefined
  steps?: BatchSteps | undefined
}

/** What a change did, number by number. */
export type ChangeSummary = BatchesOutcome & {
  isBlock: boolean
  context: EntityContext
  entity: Entity
  /** Blocked or unblocked by this change. */
  done: string[]
  /** Blocked before a block, or gone before an unblock. */
  already: string[]
  /** Accepted by the service but not on its list. */
  unclear: string[]
  /** Whether the list before is known. Otherwise all numbers count as changed. */
  isExact: boolean
}

/** Joins what a form has blocked, so that one Undo undoes all of it for an entity. What it did not block is still in it. */
export function withSummary(before: ChangeSummary[], summary: ChangeSummary): ChangeSummary[] {
  const isSame = ({ context, entity }: ChangeSummary) =>
    context === summary.context && entity.reference === summary.entity.reference
  const earlier = before.filter(isSame)
  const all = [...earlier, summary]
  const joined = {
    ...summary,
    done: all.flatMap(({ done }) => done),
    already: all.flatMap(({ already }) => already),
    unclear: all.flatMap(({ unclear }) => unclear),
    isExact: all.every(({ isExact }) => isExact),
    rest: [],
  }
  return [...before.filter(each => !isSame(each)), joined]
}

/** Makes a change, in batches if there are many numbers. A failure is part of the summary. */
export async function changeBlocklist(
  client: QueryClient,
  change: BlocklistChange,
): Promise<ChangeSummary> {
  // A colleague may have changed some of them a moment ago.
  const before = await refetchBlocklist(client)
  return changeInBatches(change, before, numbers => send(client, change, numbers))
}

/**
 * Numbers that are already as they should be are not sent, so that the activity log counts what a change did.
 *
 * @param before null if the list is unknown, so that all numbers have to be sent
 * @param sendBatch returns the numbers that the service lists after a request
 */
export async function changeInBatches(
  { isBlock, context, entity, numbers, steps }: BlocklistChange,
  before: BlockedEntity[] | null,
  sendBatch: (numbers: string[]) => Promise<ReadonlySet<string>>,
): Promise<ChangeSummary> {
  const listed = findEntity(before ?? [], context, entity.reference)
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
    context,
    entity: asListed.size > 0 ? { reference: entity.reference, name: listed.name } : entity,
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
  const { isBlock, context, entity, note = {} } = change
  const body = requestBody(change, batch)
  const headers = { [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(note)) }
  const sent = isBlock
    ? request(BlockedAnswer, BLOCKLIST_PATH, { method: 'POST', body, headers, expect: [201] })
    : request(z.unknown(), `${BLOCKLIST_PATH}unblock/`, { method: 'POST', body }).then(() => null)
  const answer = await sent.catch(async (failure: unknown) => {
    // Some services remove the others although some are not on the list (docs/interface.md, "Errors", gaps).
    const isForThem = !isBlock && failure instanceof ApiError && failure.kind === 'not-found'
    const mayBeDone = isAnswerLost(failure) || isForThem
    const entities = mayBeDone ? await fetchBlocklistForCheck(client) : null
    const now = entities && findEntity(entities, context, entity.reference)
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
    const before = findEntity(entities, context, entity.reference)
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
  { context, entity }: Pick<BlocklistChange, 'context' | 'entity'>,
  numbers: string[],
): BlocklistRequest {
  const { reference, name } = entity
  return {
    // The service accepts no empty name, so the reference replaces it.
    entity: { reference, name: name.trim() === '' ? reference : name },
    entity_context_name: context,
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
}
