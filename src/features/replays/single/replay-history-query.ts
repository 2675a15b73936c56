import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ReplayItem, ReplayItems } from '../../../../contract/replay.ts'
import { request } from '../../../api/request.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { isUnderWay } from '../replay-messages.ts'

const POLL_MS = 1_000

/**
 * Every replay of an event, oldest first; refetched while one is in progress.
 *
 * @param latest the latest known replay. A different one means that there is more to load.
 */
export function replayHistoryQuery(target: ReplayTarget, latest: ReplayItem | null) {
  const { list, id } = target
  return queryOptions({
    queryKey: ['replay-history', list, id, latest?.run_id ?? null, latest?.state ?? null],
    // A colleague may have replayed it in the meantime.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ list, event_id: id })
      return (await request(ReplayItems, `/gateway/replay-history?${query}`, { signal })).results
    },
    refetchInterval: ({ state }) =>
      state.data?.some(item => isUnderWay(item.state)) ? POLL_MS : false,
  })
}

/** The history with the latest known replay, which may be newer. */
export function withLatest(history: ReplayItem[] = [], latest: ReplayItem | null): ReplayItem[] {
  if (latest === null) return history
  const stored = history.find(item => item.run_id === latest.run_id)
  const newest = stored !== undefined && !isUnderWay(stored.state) ? stored : latest
  return [...history.filter(item => item !== stored), newest].toSorted(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  )
}
