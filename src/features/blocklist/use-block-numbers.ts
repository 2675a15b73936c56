import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { BlocklistRecord, type BlocklistRequest } from '../../../contract/blocklist.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { type BlockAccount, blockAccountOf } from './block-account.ts'
import {
  type Blocking,
  type BlockOutcome,
  type BlockProgress,
  blockInParts,
} from './block-in-parts.ts'
import { blocklistQuery } from './queries.ts'

type BlockingSteps = Blocking & {
  onProgress?: (progress: BlockProgress) => void
  isStopped?: () => boolean
}

/**
 * Adds numbers to the blocklist of one entity, in parts where there are many, and gives an account
 * of what that did. What failed is in the outcome; only the end of the session is thrown.
 */
export function useBlockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({
      onProgress = () => undefined,
      isStopped = () => false,
      ...blocking
    }: BlockingSteps): Promise<BlockOutcome> => {
      // What is there already is told from a list that is up to date, if that can be had.
      await queryClient.fetchQuery(blocklistQuery).catch(() => undefined)
      const outcome = await blockInParts(blocking, {
        block: body => blockPart(queryClient, body),
        onProgress,
        isStopped,
      })
      // The session's end is for the whole page to see.
      if (isSignedOut(outcome.failure)) throw outcome.failure
      return outcome
    },
    // An answer that was lost on its way may have been a success.
    onSettled: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}

async function blockPart(queryClient: QueryClient, body: BlocklistRequest): Promise<BlockAccount> {
  const before = queryClient.getQueryData(blocklistQuery.queryKey) ?? null
  const record = await request(BlocklistRecord, '/v1/blocklist/', {
    method: 'POST',
    body,
    expect: [201],
  })
  // A reading that began before the add must not overwrite what the service has answered since.
  await queryClient.cancelQueries(blocklistQuery)
  queryClient.setQueryData(blocklistQuery.queryKey, records => withRecord(records, record))
  return blockAccountOf(body, before, record)
}

function withRecord(records: BlocklistRecord[] | undefined, record: BlocklistRecord) {
  if (records === undefined) return undefined
  const others = records.filter(({ id }) => id !== record.id)
  return [...others, record]
}

function isSignedOut(failure: unknown): boolean {
  return failure instanceof ApiError && failure.kind === 'signed-out'
}
