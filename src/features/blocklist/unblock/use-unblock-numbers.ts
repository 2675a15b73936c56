import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blocklistQuery } from '../records/queries.ts'
import type { UnblockAccount } from './unblock-account.ts'
import { addToHistory } from './unblock-history.ts'
import { type Unblocking, unblockInParts } from './unblock-in-parts.ts'

/** What was done, and what the history of this visit calls it; null where nothing was. */
export type UnblockOutcome = { account: UnblockAccount; undo: string | null }

/**
 * Removes numbers from the blocklist of one entity, in parts where there are many. What was done
 * before a part failed stays done, and is in the account and in the history of this visit.
 *
 * @throws ApiError where nothing was done
 */
export function useUnblockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Unblocking): Promise<UnblockOutcome> => {
      const { context, entity } = asked
      const account = await unblockInParts(queryClient, asked)
      const numbers = [...account.unblocked, ...account.goneSomehow]
      if (numbers.length === 0) {
        if (account.ended?.kind === 'failed') throw account.ended.failure
        return { account, undo: null }
      }
      return { account, undo: addToHistory(queryClient, { context, entity, numbers }) }
    },
    // An answer that was lost on its way may have been a success.
    onSettled: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}
