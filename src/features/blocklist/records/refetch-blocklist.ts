import type { QueryClient } from '@tanstack/react-query'
import type { BlocklistRecord } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { blocklistQuery } from './queries.ts'

/** The blocklist as the service has it now; null where it can't be read. */
export async function refetchBlocklist(
  queryClient: QueryClient,
): Promise<BlocklistRecord[] | null> {
  // A reading that is under way may have begun before what it is to tell.
  await queryClient.cancelQueries(blocklistQuery)
  return queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 }).catch(() => null)
}

/**
 * Like `refetchBlocklist`, to check whether our own change was made. It doesn't update the list on screen,
 * which would report the change as a colleague's.
 */
export function fetchBlocklistForCheck(
  queryClient: QueryClient,
): Promise<BlocklistRecord[] | null> {
  const aside = {
    ...blocklistQuery,
    queryKey: queryKeys.blocklistForCheck,
    staleTime: 0,
    gcTime: 0,
  }
  return queryClient.fetchQuery(aside).catch(() => null)
}

/** Whether a change may have come through although its answer didn't, or made no sense. */
export function isAnswerLost(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.status === 413) return false
  return ['offline', 'cut-off', 'unavailable', 'unreadable'].includes(failure.kind)
}
