import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  BlocklistRecord,
  BlocklistRequest,
  Entity,
  EntityContext,
} from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import { type BatchesOutcome, type BatchSteps, sendInBatches } from '../batch/send-in-batches.ts'
import { type BlockSummary, summarizeBlock } from '../records/block-summary.ts'
import { blockableEntity, findEntity } from '../records/blocked-entities.ts'
import { ListedRecord } from '../records/listed-record.ts'
import {
  blocklistQuery,
  fetchBlocklistForCheck,
  isAnswerLost,
  refetchBlocklist,
} from '../records/queries.ts'

export type Blocking = { context: EntityContext; entity: Entity; numbers: string[] }

export type BlockOutcome = Omit<BatchesOutcome<BlockSummary>, 'answers'> & {
  /** The summary of all batches that were done; null if none was. */
  summary: BlockSummary | null
}

/**
 * Adds numbers to the blocklist of one entity, in batches if needed, and returns a summary. A
 * failure is part of the outcome; only the end of the session is thrown.
 */
export function useBlockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({
      steps,
      ...blocking
    }: Blocking & { steps?: BatchSteps }): Promise<BlockOutcome> => {
      // Load the list first to find numbers that are already blocked: a colleague may have blocked
      // some of them a moment ago.
      const records = await refetchBlocklist(queryClient)
      const outcome = await blockInBatches(
        blocking,
        records,
        body => blockPart(queryClient, body, records !== null),
        steps,
      )
      // The whole page reacts to the end of the session.
      const { failure } = outcome
      if (failure instanceof ApiError && failure.kind === 'signed-out') throw failure
      return outcome
    },
    // A request whose answer was lost may have succeeded.
    onSettled: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}

/**
 * Blocks any count of numbers in as many requests as needed and adds up their summaries. Numbers that
 * the list has are not sent, so that the activity log counts what a change has blocked.
 *
 * @param records null if the list is unknown, so that all numbers have to be sent
 */
export async function blockInBatches(
  { context, entity, numbers }: Blocking,
  records: BlocklistRecord[] | null,
  block: (request: BlocklistRequest) => Promise<BlockSummary>,
  steps?: BatchSteps,
): Promise<BlockOutcome> {
  const listed = findEntity(records ?? [], context, entity.reference)
  const earlier = new Set(listed.numbers)
  const alreadyBlocked = numbers.filter(number => earlier.has(number))
  const { answers, ...outcome } = await sendInBatches(
    numbers.filter(number => !earlier.has(number)),
    part =>
      block({
        entity: blockableEntity(entity),
        entity_context_name: context,
        blocked_phone_number_list: part.map(phone_number => ({ phone_number })),
      }),
    steps,
  )
  if (alreadyBlocked.length > 0 && (answers.length > 0 || outcome.left.length === 0)) {
    const { name } = listed
    const nothing = { context, entity: { ...entity, name }, blocked: [], missing: [] }
    answers.unshift({ ...nothing, alreadyBlocked, isExact: true })
  }
  return { ...outcome, summary: answers.length === 0 ? null : answers.reduce(together) }
}

/** Adds up what two parts of a change did. The other one is the later one. */
function together(one: BlockSummary, other: BlockSummary): BlockSummary {
  return {
    ...other,
    blocked: [...one.blocked, ...other.blocked],
    alreadyBlocked: [...one.alreadyBlocked, ...other.alreadyBlocked],
    missing: [...one.missing, ...other.missing],
    isExact: one.isExact && other.isExact,
  }
}

async function blockPart(
  queryClient: QueryClient,
  body: BlocklistRequest,
  isKnown: boolean,
): Promise<BlockSummary> {
  const listed = queryClient.getQueryData(blocklistQuery.queryKey)
  const before = isKnown && listed !== undefined ? listed : null
  const record = await request(ListedRecord, '/v1/blocklist/', {
    method: 'POST',
    body,
    expect: [201],
  }).catch(async (failure: unknown) => {
    const records = isAnswerLost(failure) ? await fetchBlocklistForCheck(queryClient) : null
    const withAll = records?.find(each => hasAll(each, body))
    if (withAll) return withAll
    throw failure
  })
  // A refetch that began before the add must not overwrite the newer answer.
  await queryClient.cancelQueries(blocklistQuery)
  queryClient.setQueryData(
    blocklistQuery.queryKey,
    records => records && [...records.filter(({ id }) => id !== record.id), record],
  )
  return summarizeBlock(body, before, record)
}

/** Whether all numbers of a request are on the list. */
function hasAll(record: BlocklistRecord, body: BlocklistRequest): boolean {
  const isMeant =
    record.entity_context_name === body.entity_context_name &&
    record.entity.reference === body.entity.reference
  if (!isMeant) return false
  const listed = new Set(record.blocked_phone_number_list.map(entry => entry.phone_number))
  return body.blocked_phone_number_list.every(({ phone_number }) => listed.has(phone_number))
}
