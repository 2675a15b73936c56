import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  type BlocklistRecord,
  type Entity,
  type EntityContext,
  MAX_NUMBERS_PER_REQUEST,
} from '../../../contract/blocklist.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { entityOf } from './blocked-entities.ts'
import { blocklistQuery } from './queries.ts'
import type { UnblockAccount } from './unblock-account.ts'
import { addToHistory } from './unblock-history.ts'

type Unblocking = { context: EntityContext; entity: Entity; numbers: string[] }

/** What was done, and what the history of this visit calls it; null where nothing was. */
export type UnblockOutcome = { account: UnblockAccount; undo: string | null }

/**
 * Removes numbers from the blocklist of one entity, in parts where there are many. Where the service
 * says that some were not on it (404), the list is read again and the account says what it really
 * holds. What was done before a part failed stays done, and is in the account.
 *
 * @throws ApiError where nothing was done
 */
export function useUnblockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Unblocking): Promise<UnblockOutcome> => {
      const { context, entity, numbers } = asked
      const account = await unblockInParts(queryClient, asked)
      if (account.unblocked.length === 0) return { account, undo: null }
      const undo = addToHistory(queryClient, { context, entity, numbers: account.unblocked })
      if (account.unblocked.length === numbers.length) {
        void queryClient.invalidateQueries(blocklistQuery)
      }
      return { account, undo }
    },
    // An answer that was lost on its way may have been a success.
    onError: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}

async function unblockInParts(
  queryClient: QueryClient,
  { context, entity, numbers }: Unblocking,
): Promise<UnblockAccount> {
  for (let done = 0; done < numbers.length; done += MAX_NUMBERS_PER_REQUEST) {
    const part = numbers.slice(done, done + MAX_NUMBERS_PER_REQUEST)
    try {
      await unblockPart(queryClient, { context, entity, numbers: part })
    } catch (error) {
      const isGone = error instanceof ApiError && error.kind === 'not-found'
      if (!isGone && done === 0) throw error
      const rest = numbers.slice(done)
      await queryClient.cancelQueries(blocklistQuery)
      const records = await queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 })
      const listed = new Set(entityOf(records, context, entity.reference).numbers)
      return {
        entity,
        unblocked: numbers.slice(0, done),
        wereNotBlocked: rest.filter(number => !listed.has(number)),
        stillBlocked: rest.filter(number => listed.has(number)),
      }
    }
  }
  return { entity, unblocked: numbers, wereNotBlocked: [], stillBlocked: [] }
}

async function unblockPart(
  queryClient: QueryClient,
  { context, entity, numbers }: Unblocking,
): Promise<void> {
  await request(z.unknown(), '/v1/blocklist/unblock/', {
    method: 'POST',
    body: {
      entity,
      entity_context_name: context,
      blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    },
  })
  await queryClient.cancelQueries(blocklistQuery)
  queryClient.setQueryData(blocklistQuery.queryKey, records =>
    records?.map(record => withoutNumbers(record, context, entity, new Set(numbers))),
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
