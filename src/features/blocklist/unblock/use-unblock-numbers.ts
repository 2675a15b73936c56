import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { BlocklistRecord, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { ErrorMessage } from '../../../api/error-messages.ts'
import { request } from '../../../api/request.ts'
import { plural } from '../../../format/numbers.ts'
import { type BatchSteps, sendInBatches } from '../batch/send-in-batches.ts'
import { namedOrCounted } from '../records/block-summary.ts'
import { blockableEntity, findEntity } from '../records/blocked-entities.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import {
  blocklistQuery,
  fetchBlocklistForCheck,
  isAnswerLost,
  refetchBlocklist,
} from '../records/queries.ts'
import { addToHistory } from './unblock-history.ts'

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

/** What an unblock did, number by number. */
export type UnblockSummary = {
  entity: Entity
  unblocked: string[]
  /** The service refused these because they were not on the list, and the list confirms that. */
  wereNotBlocked: string[]
  /** Like `wereNotBlocked`, but the service may have removed some of them itself. */
  goneSomehow: string[]
  /** Still on the list, as far as we know. */
  stillBlocked: string[]
  /** Why it stopped early; null if everything was done. */
  ended: { kind: 'gone' } | { kind: 'stopped' } | { kind: 'failed'; failure: unknown } | null
}

/** Formats the summary: "+27 82 123 0001 unblocked for Acme Cars." */
export function formatUnblockSummary(summary: UnblockSummary): string {
  const { entity, unblocked, wereNotBlocked, goneSomehow, stillBlocked, ended } = summary
  const name = entity.name || entity.reference
  const sentences: string[] = []
  if (unblocked.length > 0) sentences.push(`${namedOrCounted(unblocked)} unblocked for ${name}.`)
  if (wereNotBlocked.length > 0) {
    sentences.push(
      `${namedOrCounted(wereNotBlocked)} ${was(wereNotBlocked)} no longer blocked for ${name}: somebody else may have unblocked ${it(wereNotBlocked)}. The list is up to date now.`,
    )
  }
  if (goneSomehow.length > 0) {
    sentences.push(
      `${namedOrCounted(goneSomehow)} ${are(goneSomehow)} no longer blocked for ${name}. The service says that some of them had been removed before: somebody else may have unblocked those.`,
    )
  }
  if (stillBlocked.length > 0) {
    const so = `${namedOrCounted(stillBlocked)} ${are(stillBlocked)} still blocked for ${name}`
    if (ended?.kind === 'stopped') sentences.push(`${so}: you stopped it.`)
    else if (ended?.kind === 'failed') {
      const { title, message } = unblockErrorMessage(ended.failure)
      sentences.push(`${so}, as far as we know. ${title}: ${message}`)
    } else sentences.push(`${so}: the service did not remove ${it(stillBlocked)}. Try again.`)
  }
  return sentences.join(' ')
}

/**
 * Explains a failure. A 404 is about the numbers, and means that the list could not be refetched.
 */
export function unblockErrorMessage(failure: unknown): ErrorMessage {
  const message = blocklistErrorMessage(failure)
  if (!(failure instanceof ApiError) || failure.kind !== 'not-found') return message
  const said = failure.detail === null ? '' : ` It says: “${failure.detail}”`
  return {
    title: 'Some are not on the list',
    message: `Some of these numbers are not on the list. Redial could not reload the list to find out which. Try again in a moment.${said}`,
  }
}

/** The numbers that are still blocked and can be tried again, if there was any progress. */
export function othersToUnblock({ stillBlocked, ...summary }: UnblockSummary): string[] {
  const isProgress = summary.wereNotBlocked.length + summary.unblocked.length > 0
  return isProgress || summary.goneSomehow.length > 0 ? stillBlocked : []
}

function was(numbers: string[]): string {
  return plural(numbers.length, 'was', 'were')
}

function are(numbers: string[]): string {
  return plural(numbers.length, 'is', 'are')
}

function it(numbers: string[]): string {
  return plural(numbers.length, 'it', 'them')
}
