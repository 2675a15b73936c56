import type { QueryClient } from '@tanstack/react-query'
import type { BlocklistRecord } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { blocklistQuery } from './queries.ts'

/** Refetches the blocklist; null if that fails. */
export async function refetchBlocklist(
  queryClient: QueryClient,
): Promise<BlocklistRecord[] | null> {
  // A fetch in progress may have started before the change.
  await queryClient.cancelQueries(blocklistQuery)
  return queryClient.fetchQuery({ ...blocklistQuery, staleTime: 0 }).catch(() => null)
}

/**
 * Like `refetchBlocklist`, to check whether our own change was made. It doesn't update the list on
 * screen, because that would report the change as a colleague's.
 */
export function fetchBlocklistForCheck(
  queryClient: QueryClient,
): Promise<BlocklistRecord[] | null> {
  const query = {
    ...blocklistQuery,
    queryKey: queryKeys.blocklistForCheck,
    staleTime: 0,
    gcTime: 0,
  }
  return queryClient.fetchQuery(query).catch(() => null)
}

/** Whether a change may have succeeded although its answer was lost or unreadable. */
export function isAnswerLost(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.status === 413) return false
  return ['offline', 'cut-off', 'unavailable', 'unreadable'].includes(failure.kind)
}
