import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { BlocklistRecord, Entity, EntityContext } from '../../../contract/blocklist.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { entityOf } from './blocked-entities.ts'
import { blocklistQuery } from './queries.ts'
import type { UnblockAccount } from './unblock-account.ts'

type Unblocking = { context: EntityContext; entity: Entity; numbers: string[] }

/**
 * Removes numbers from the blocklist of one entity. Where the service says that some were not on it
 * (404), the list is read again and the account says what it really holds.
 */
export function useUnblockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ context, entity, numbers }: Unblocking): Promise<UnblockAccount> => {
      const isRemoved = await request(z.unknown(), '/v1/blocklist/unblock/', {
        method: 'POST',
        body: {
          entity,
          entity_context_name: context,
          blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
        },
      }).then(
        () => true,
        error => {
          if (error instanceof ApiError && error.kind === 'not-found') return false
          throw error
        },
      )
      await queryClient.cancelQueries(blocklistQuery)
      if (isRemoved) {
        queryClient.setQueryData(blocklistQuery.queryKey, records =>
          records?.map(record => withoutNumbers(record, context, entity, numbers)),
        )
        void queryClient.invalidateQueries(blocklistQuery)
        return { entity, unblocked: numbers, wereNotBlocked: [], stillBlocked: [] }
      }
      const records = await queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 })
      const listed = new Set(entityOf(records, context, entity.reference).numbers)
      return {
        entity,
        unblocked: [],
        wereNotBlocked: numbers.filter(number => !listed.has(number)),
        stillBlocked: numbers.filter(number => listed.has(number)),
      }
    },
    // An answer that was lost on its way may have been a success.
    onError: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}

function withoutNumbers(
  record: BlocklistRecord,
  context: EntityContext,
  entity: Entity,
  numbers: string[],
): BlocklistRecord {
  const isMeant =
    record.entity_context_name === context && record.entity.reference === entity.reference
  if (!isMeant) return record
  const removed = new Set(numbers)
  return {
    ...record,
    blocked_phone_number_list: record.blocked_phone_number_list.filter(
      ({ phone_number }) => !removed.has(phone_number),
    ),
  }
}
