import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  BLOCK_NOTE_HEADER,
  type BlockNoteFields,
} from '../../../../contract/blocklist/block-notes.ts'
import {
  BLOCKLIST_PATH,
  type BlocklistRecord,
  type BlocklistRequest,
  type Entity,
  type EntityContext,
  withCountryCode,
} from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import { findEntity, numbersOf, withCountryCodes } from '../records/blocked-entities.ts'
import { ListedRecord } from '../records/listed-record.ts'
import {
  blocklistQuery,
  fetchBlocklistForCheck,
  isAnswerLost,
  refetchBlocklist,
} from '../records/queries.ts'
import { type BatchesOutcome, type BatchSteps, sendInBatches } from './send-in-batches.ts'

/** Numbers to block or to unblock for one entity. */
export type BlocklistChange = {
  context: EntityContext
  entity: Entity
  numbers: string[]
  /** Why and until when they are blocked. */
  note?: BlockNoteFields | undefined
  steps?: BatchSteps | undefined
}

/** What a change did, number by number. */
export type ChangeSummary = BatchesOutcome & {
  context: EntityContext
  entity: Entity
  /** Blocked or unblocked by this change. */
  done: string[]
  /** Blocked before a block, or gone before an unblock. */
  already: string[]
  /** Accepted by the service but not on its list, or gone although the service refused the request. */
  unclear: string[]
  /** Whether the list before a block is known. Otherwise all numbers count as newly blocked. */
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
export type MakeChange = (client: QueryClient, change: BlocklistChange) => Promise<ChangeSummary>

export const blockNumbers: MakeChange = async (client, change) => {
  // Load the list first to find numbers that are already blocked: a colleague may have blocked
  // some of them a moment ago.
  const records = await refetchBlocklist(client)
  return blockInBatches(change, records, body => sendBlock(client, body, change.note))
}

/**
 * Numbers that the list has are not sent, so that the activity log counts what a change has blocked.
 *
 * @param records null if the list is unknown, so that all numbers have to be sent
 * @param send returns the record after a request
 */
export async function blockInBatches(
  change: BlocklistChange,
  records: BlocklistRecord[] | null,
  send: (body: BlocklistRequest) => Promise<BlocklistRecord>,
): Promise<ChangeSummary> {
  const { context, numbers, steps } = change
  const listed = findEntity(records ?? [], context, change.entity.reference)
  const before = withCountryCodes(listed.numbers)
  const isBefore = (number: string) => before.has(number)
  let entity = before.size > 0 ? { ...change.entity, name: listed.name } : change.entity
  const unclear: string[] = []
  const toSend = numbers.filter(number => !isBefore(number))
  const outcome = await sendInBatches(
    toSend,
    async part => {
      const record = await send(requestBody(change, part))
      const after = withCountryCodes(numbersOf(record))
      unclear.push(...part.filter(number => !after.has(number)))
      entity = record.entity
    },
    steps,
  )
  const done = toSend.slice(0, toSend.length - outcome.rest.length)
  const missing = new Set(unclear)
  return {
    ...outcome,
    context,
    entity,
    done: done.filter(number => !missing.has(number)),
    already: numbers.filter(isBefore),
    unclear,
    isExact: records !== null,
  }
}

async function sendBlock(
  client: QueryClient,
  body: BlocklistRequest,
  note: BlockNoteFields = {},
): Promise<BlocklistRecord> {
  const isDone = (record: BlocklistRecord) => {
    const listed = withCountryCodes(numbersOf(record))
    return isMeant(record, body) && numbersOf(body).every(number => listed.has(number))
  }
  const record = await request(ListedRecord, BLOCKLIST_PATH, {
    method: 'POST',
    body,
    headers: { [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(note)) },
    expect: [201],
  }).catch(async (failure: unknown) => {
    const records = isAnswerLost(failure) ? await fetchBlocklistForCheck(client) : null
    const changed = records?.find(isDone)
    if (changed) return changed
    throw failure
  })
  // A refetch that began before the add must not overwrite the newer answer.
  await client.cancelQueries(blocklistQuery)
  client.setQueryData(
    blocklistQuery.queryKey,
    records => records && [...records.filter(({ id }) => id !== record.id), record],
  )
  return record
}

export const unblockNumbers: MakeChange = (client, change) =>
  unblockInBatches(change, {
    unblock: body => sendUnblock(client, body),
    refetch: () => refetchBlocklist(client),
  })

/**
 * If the service says that some numbers were not on the list (404), the list is refetched, and the
 * numbers that are still on it are sent again.
 */
export async function unblockInBatches(
  change: BlocklistChange,
  service: {
    unblock: (body: BlocklistRequest) => Promise<void>
    /** Returns null if that fails. */
    refetch: () => Promise<BlocklistRecord[] | null>
  },
): Promise<ChangeSummary> {
  const { context, entity, numbers, steps } = change
  const already = new Set<string>()
  const unclear = new Set<string>()
  const isThere = (number: string) => !already.has(number) && !unclear.has(number)
  const findGone = async (failure: unknown, sent: string[]): Promise<string[]> => {
    const isForThem = failure instanceof ApiError && failure.kind === 'not-found'
    const records = isForThem ? await service.refetch() : null
    if (records === null) return []
    const listed = withCountryCodes(findEntity(records, context, entity.reference).numbers)
    return sent.filter(number => !listed.has(withCountryCode(number)))
  }
  const send = async (part: string[]): Promise<void> => {
    const toSend = part.filter(isThere)
    if (toSend.length === 0) return
    try {
      await service.unblock(requestBody(change, toSend))
    } catch (failure) {
      const gone = await findGone(failure, toSend)
      if (gone.length === 0) throw failure
      // A service may still remove the others (docs/interface.md, "Errors", gaps). If none is left,
      // nobody knows who removed which.
      const isUnclear = gone.length === toSend.length && gone.length > 1
      for (const number of gone) (isUnclear ? unclear : already).add(number)
      await send(toSend)
    }
  }
  const { rest, failed, failure } = await sendInBatches(numbers, send, steps)
  return {
    context,
    entity,
    done: numbers.slice(0, numbers.length - rest.length).filter(isThere),
    already: [...already],
    unclear: [...unclear],
    // The service's errors refer to the last request, which had only these.
    rest: rest.filter(isThere),
    failed: failed.filter(isThere),
    failure,
    isExact: true,
  }
}

async function sendUnblock(client: QueryClient, body: BlocklistRequest): Promise<void> {
  const removed = withCountryCodes(numbersOf(body))
  const isDone = (record: BlocklistRecord) =>
    !isMeant(record, body) ||
    !numbersOf(record).some(number => removed.has(withCountryCode(number)))
  await request(z.unknown(), '/v1/blocklist/unblock/', { method: 'POST', body }).catch(
    async (failure: unknown) => {
      const records = isAnswerLost(failure) ? await fetchBlocklistForCheck(client) : null
      if (!records?.every(isDone)) throw failure
    },
  )
  await client.cancelQueries(blocklistQuery)
  client.setQueryData(blocklistQuery.queryKey, records =>
    records?.map(record =>
      isDone(record)
        ? record
        : {
            ...record,
            blocked_phone_number_list: record.blocked_phone_number_list.filter(
              ({ phone_number }) => !removed.has(withCountryCode(phone_number)),
            ),
          },
    ),
  )
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

function isMeant(
  { entity_context_name, entity }: BlocklistRecord,
  body: BlocklistRequest,
): boolean {
  return (
    entity_context_name === body.entity_context_name && entity.reference === body.entity.reference
  )
}
