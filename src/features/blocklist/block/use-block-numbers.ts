import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BlocklistRecord, BlocklistRequest } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import type { BatchProgress } from '../batch/send-in-batches.ts'
import { type BlockSummary, summarizeBlock } from '../records/block-summary.ts'
import { ListedRecord } from '../records/listed-record.ts'
import {
  blocklistQuery,
  fetchBlocklistForCheck,
  isAnswerLost,
  refetchBlocklist,
} from '../records/queries.ts'
import {
  type Blocking,
  type BlockOutcome,
  blockInBatches,
  splitListed,
  together,
} from './block-in-batches.ts'

type BlockingSteps = Blocking & {
  onProgress?: (progress: BatchProgress) => void
  isStopped?: () => boolean
}

/**
 * Adds numbers to the blocklist of one entity, in batches if needed, and returns a summary. A
 * failure is part of the outcome; only the end of the session is thrown.
 */
export function useBlockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({
      onProgress = () => undefined,
      isStopped = () => false,
      ...blocking
    }: BlockingSteps): Promise<BlockOutcome> => {
      // Load the list first to find numbers that are already blocked: a colleague may have blocked
      // some of them a moment ago.
      const records = await refetchBlocklist(queryClient)
      const { fresh, listed } = splitListed(blocking, records)
      if (fresh.length === 0) return { summary: listed, left: [], failed: [], failure: null }
      const outcome = await blockInBatches(
        { ...blocking, numbers: fresh },
        {
          block: body => blockPart(queryClient, body, records !== null),
          onProgress,
          isStopped,
        },
      )
      // The whole page reacts to the end of the session.
      if (isSignedOut(outcome.failure)) throw outcome.failure
      const { summary } = outcome
      return { ...outcome, summary: summary && listed ? together(listed, summary) : summary }
    },
    // A request whose answer was lost may have succeeded.
    onSettled: () => void queryClient.invalidateQueries(blocklistQuery),
  })
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
  queryClient.setQueryData(blocklistQuery.queryKey, records => withRecord(records, record))
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

function withRecord(records: BlocklistRecord[] | undefined, record: BlocklistRecord) {
  if (records === undefined) return undefined
  const others = records.filter(({ id }) => id !== record.id)
  return [...others, record]
}

function isSignedOut(failure: unknown): boolean {
  return failure instanceof ApiError && failure.kind === 'signed-out'
}
