import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { loadModule } from '../../../api/connection.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { isUnderWay } from '../replay-messages.ts'
import { rememberReplays, replayItemsQuery } from './replay-items-query.ts'

const POLL_MS = 500
const POLL_AFTER_ERROR_MS = 5_000

/**
 * The latest replay of each of these events. Replays in progress are polled until they have an outcome,
 * all with one request at a time, and not while the tab is hidden.
 */
export function useReplayItems(list: FailedEventList, ids: string[]): ReplayItem[] | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...replayItemsQuery(list, ids), placeholderData: keepPreviousData })
  const underWay = data?.filter(item => isUnderWay(item.state)) ?? []
  useQuery({
    queryKey: queryKeys.replaysUnderWay(list),
    enabled: underWay.length > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? POLL_AFTER_ERROR_MS : POLL_MS),
    notifyOnChangeProps: [],
    queryFn: async ({ signal }) => {
      const { followReplays } = await loadModule(() => import('./follow-replays.ts'))
      rememberReplays(queryClient, list, await followReplays(list, underWay, signal))
      return null
    },
  })
  return data
}

/** Whether replays continue, but their status is unavailable. */
export function useIsStatusUnavailable(list: FailedEventList): boolean {
  return useQuery({
    queryKey: queryKeys.replaysUnderWay(list),
    queryFn: skipToken,
    notifyOnChangeProps: ['isError'],
  }).isError
}
