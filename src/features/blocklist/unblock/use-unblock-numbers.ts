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
  steps?: BatchSteps | undefined
}

type UnblockService = {
  /** Sends one request. */
  unblock: (part: Unblocking) => Promise<void>
  /** Reads the list again; null if that fails. */
  refetch: () => Promise<BlocklistRecord[] | null>
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
  /** The first of `stillBlocked`, which were sent. The service's errors refer to their indexes. */
  failed: string[]
  /** Why these failed; null if a person stopped, or if nothing is still blocked. */
  failure: unknown
}

/**
 * Removes any count of numbers from the blocklist of one entity. If the service says that some were
 * not on it (404), the list is refetched, and the numbers that are still on it are sent again.
 */
export async function unblockInBatches(
  { numbers, steps, ...target }: Unblocking,
  service: UnblockService,
): Promise<UnblockSummary> {
  const { left, failed, failure } = await sendInBatches(
    numbers,
    part => service.unblock({ ...target, numbers: part }),
    steps,
  )
  const summary = {
    entity: target.entity,
    unblocked: numbers.slice(0, numbers.length - left.length),
    wereNotBlocked: [],
    goneSomehow: [],
    stillBlocked: left,
    failed,
    failure,
  }
  const isGone = failure instanceof ApiError && failure.kind === 'not-found'
  const records = isGone ? await service.refetch() : null
  if (records === null) return summary

  const listed = new Set(findEntity(records, target.context, target.entity.reference).numbers)
  const gone = left.filter(number => !listed.has(number))
  const others = left.filter(number => listed.has(number))
  if (gone.length === 0) return summary
  const restSteps = steps && stepsAfter(numbers.length - others.length, steps)
  const rest = await unblockInBatches({ ...target, numbers: others, steps: restSteps }, service)
  // A service may still remove the others (docs/interface.md, "Errors", gaps). Then nobody knows
  // who removed which.
  const isUnclear = failed.length > 1 && failed.every(number => !listed.has(number))
  const key = isUnclear ? 'goneSomehow' : 'wereNotBlocked'
  return {
    ...rest,
    unblocked: [...summary.unblocked, ...rest.unblocked],
    [key]: [...gone, ...rest[key]],
  }
}

/** Adds the numbers that are done already to the progress of the others. */
function stepsAfter(before: number, steps: BatchSteps): BatchSteps {
  return {
    ...steps,
    onProgress: ({ done, all, wait }) =>
      steps.onProgress({ done: before + done, all: before + all, wait }),
  }
}

async function unblockPart(
  queryClient: QueryClient,
  { context, entity, numbers }: Unblocking,
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

/**
 * Removes numbers from the blocklist of one entity, in batches if there are many. Batches that were
 * done before a failure are in the summary and in the history of this session. `undo` is the id of
 * the entry in the history; null if nothing was unblocked.
 *
 * @throws ApiError if nothing was done
 */
export function useUnblockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (unblocking: Unblocking) => {
      const { context, entity } = unblocking
      const summary = await unblockInBatches(unblocking, {
        unblock: part => unblockPart(queryClient, part),
        refetch: () => refetchBlocklist(queryClient),
      })
      const { unblocked, goneSomehow, stillBlocked, failure } = summary
      const isNothingDone = stillBlocked.length === unblocking.numbers.length
      if (isNothingDone && failure !== null) throw failure
      const numbers = [...unblocked, ...goneSomehow]
      const undo =
        numbers.length > 0 ? addToHistory(queryClient, { context, entity, numbers }) : null
      return { summary, undo }
    },
    // A request whose answer was lost may have succeeded.
    onSettled: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}

/** Whether the unblock did all that was asked. Otherwise its message must not look like a success. */
export function isAllUnblocked(summary: UnblockSummary): boolean {
  const { wereNotBlocked, goneSomehow, stillBlocked } = summary
  return wereNotBlocked.length + goneSomehow.length + stillBlocked.length === 0
}

/** Formats the summary: "+27 82 123 0001 unblocked for Acme Cars." */
export function formatUnblockSummary(summary: UnblockSummary): string {
  const { entity, unblocked, wereNotBlocked, goneSomehow, stillBlocked, failure } = summary
  const name = entity.name || entity.reference
  const sentences: string[] = []
  if (unblocked.length > 0) sentences.push(`${namedOrCounted(unblocked)} unblocked for ${name}.`)
  if (wereNotBlocked.length > 0) {
    const [was, it] = wereNotBlocked.length === 1 ? ['was', 'it'] : ['were', 'them']
    sentences.push(
      `${namedOrCounted(wereNotBlocked)} ${was} no longer blocked for ${name}: somebody else may have unblocked ${it}. The list is up to date now.`,
    )
  }
  if (goneSomehow.length > 0) {
    sentences.push(
      `${namedOrCounted(goneSomehow)} are no longer blocked for ${name}. The service says that some of them had been removed before: somebody else may have unblocked those.`,
    )
  }
  if (stillBlocked.length > 0) {
    const are = plural(stillBlocked.length, 'is', 'are')
    const so = `${namedOrCounted(stillBlocked)} ${are} still blocked for ${name}`
    const { title, message } = unblockErrorMessage(failure)
    sentences.push(
      failure === null
        ? `${so}: you stopped it.`
        : `${so}, as far as we know. ${title}: ${message}`,
    )
  }
  return sentences.join(' ')
}

/** Explains a failure. A 404 is about the numbers, and the list didn't say which. */
export function unblockErrorMessage(failure: unknown): ErrorMessage {
  if (!(failure instanceof ApiError) || failure.kind !== 'not-found') {
    return blocklistErrorMessage(failure)
  }
  const said = failure.detail === null ? '' : ` Its message: “${failure.detail}”`
  return {
    title: 'Some are not on the list',
    message: `The service says that some of these numbers are not on the list, but Redial could not find out which. Try again in a moment.${said}`,
  }
}
