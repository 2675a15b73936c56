import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blocklistQuery } from '../records/queries.ts'
import { addToHistory } from './unblock-history.ts'
import { type Unblocking, unblockInBatches } from './unblock-in-batches.ts'
import type { UnblockSummary } from './unblock-summary.ts'

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
