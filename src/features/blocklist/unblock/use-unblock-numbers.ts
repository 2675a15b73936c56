import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import { type BatchSteps, sendInBatches } from '../batch/send-in-batches.ts'
import { blockableEntity, findEntity } from '../records/blocked-entities.ts'
import {
  blocklistQuery,
  fetchBlocklistForCheck,
  isAnswerLost,
  refetchBlocklist,
} from '../records/queries.ts'
import { addToHistory } from './unblock-history.ts'
import type { UnblockSummary } from './unblock-summary.ts'

type Unblocking = {
  context: EntityContext
  entity: Entity
  numbers: string[]
  steps?: BatchSteps
  /** Called with the numbers of a request that failed. The service's errors refer to their indexes. */
  onFailed?: (numbers: string[]) => void
}

/**
 * Removes any count of numbers from the blocklist of one entity. If the service says that some were
 * not on it (404), the list is refetched, so that the summary is exact.
 */
async function unblockInBatches(
  queryClient: QueryClient,
  { context, entity, numbers, steps, onFailed }: Unblocking,
): Promise<UnblockSummary> {
  const { left, failed, failure } = await sendInBatches(
    numbers,
    part => unblockPart(queryClient, { context, entity, numbers: part }),
    steps,
  )
  if (failed.length > 0) onFailed?.(failed)
  const unblocked = numbers.slice(0, numbers.length - left.length)
  const nothing = { entity, unblocked, wereNotBlocked: [], goneSomehow: [], stillBlocked: left }
  if (left.length === 0) return { ...nothing, ended: null }
  if (failure === null) return { ...nothing, ended: { kind: 'stopped' } }
  const isGone = failure instanceof ApiError && failure.kind === 'not-found'
  const records = isGone ? await refetchBlocklist(queryClient) : null
  if (records === null) return { ...nothing, ended: { kind: 'failed', failure } }

  const listed = new Set(findEntity(records, context, entity.reference).numbers)
  const gone = left.filter(number => !listed.has(number))
  const stillBlocked = left.filter(number => listed.has(number))
  // A service may still remove the others (docs/interface.md, "Errors", gaps). Then nobody knows
  // who removed which.
  const isUnclear = failed.length > 1 && failed.every(number => !listed.has(number))
  return {
    ...nothing,
    stillBlocked,
    [isUnclear ? 'goneSomehow' : 'wereNotBlocked']: gone,
    ended: { kind: 'gone' },
  }
}

async function unblockPart(
  queryClient: QueryClient,
  { context, entity, numbers }: Pick<Unblocking, 'context' | 'entity' | 'numbers'>,
): Promise<void> {
  await request(z.unknown(), '/v1/blocklist/unblock/', {
    method: 'POST',
    body: {
      entity: blockableEntity(entity),
      entity_context_name: context,
      blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    },
  }).catch(async (failure: unknown) => {
    const records = isAnswerLost(failure) ? await fetchBlocklistForCheck(queryClient) : null
    const listed = records && new Set(findEntity(records, context, entity.reference).numbers)
    if (listed === null || numbers.some(number => listed.has(number))) throw failure
  })
  await queryClient.cancelQueries(blocklistQuery)
  const removed = new Set(numbers)
  queryClient.setQueryData(blocklistQuery.queryKey, records =>
    records?.map(record => withoutNumbers(record, context, entity, removed)),
  )
}

function withoutNumbers(
  record: BlocklistRecord,
  context: EntityContext,
  entity: Entity,
  removed: ReadonlySet<string>,
): BlocklistRecord {
  const isMeant =
    record.entity_context_name === context && record.entity.reference === entity.reference
  if (!isMeant) return record
  return {
    ...record,
    blocked_phone_number_list: record.blocked_phone_number_list.filter(
      ({ phone_number }) => !removed.has(phone_number),
    ),
  }
}

/** The summary and the id of the history entry; null if nothing was unblocked. */
export type UnblockOutcome = { summary: UnblockSummary; undo: string | null }

/**
 * Removes numbers from the blocklist of one entity, in batches if there are many. Batches that were
 * done before a failure are in the summary and in the history of this session.
 *
 * @throws ApiError if nothing was done
 */
export function useUnblockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Unblocking): Promise<UnblockOutcome> => {
      const { context, entity } = asked
      const summary = await unblockInBatches(queryClient, asked)
      const numbers = [...summary.unblocked, ...summary.goneSomehow]
      if (numbers.length === 0) {
        if (summary.ended?.kind === 'failed') throw summary.ended.failure
        return { summary, undo: null }
      }
      return { summary, undo: addToHistory(queryClient, { context, entity, numbers }) }
    },
    // A request whose answer was lost may have succeeded.
    onSettled: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}
