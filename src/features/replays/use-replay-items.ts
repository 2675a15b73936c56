import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type ReplayItem, ReplayItemState, ReplayRunDetails } from '../../../contract/replay.ts'
import { request } from '../../api/request.ts'
import { isUnderWay } from './replay-words.ts'
import { readReplayItems, rememberReplays, replayItemsQuery } from './replays-query.ts'

const POLL_MS = 500

const underWayKey = (list: FailedEventList) => ['replays-under-way', list]

/**
 * The latest replay of each of these events. Those that are under way are followed until they have
 * come out, all of them by one request at a time; not while the tab is hidden.
 */
export function useReplayItems(list: FailedEventList, ids: string[]): ReplayItem[] | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...replayItemsQuery(list, ids), placeholderData: keepPreviousData })
  const underWay = data?.filter(item => isUnderWay(item.state)) ?? []
  useQuery({
    queryKey: underWayKey(list),
    enabled: underWay.length > 0,
    staleTime: 0,
    refetchInterval: POLL_MS,
    notifyOnChangeProps: [],
    queryFn: async ({ signal }) => {
      rememberReplays(queryClient, list, await follow(list, underWay, signal))
      return null
    },
  })
  return data
}

/** Whether replays go on, but can't be seen just now. */
export function useIsOutOfSight(list: FailedEventList): boolean {
  return useQuery({
    queryKey: underWayKey(list),
    queryFn: skipToken,
    notifyOnChangeProps: ['isError'],
  }).isError
}

async function follow(list: FailedEventList, underWay: ReplayItem[], signal: AbortSignal) {
  const ids = underWay.map(item => item.event_id)
  const items = await readReplayItems(list, ids, signal)
  // An event that was skipped may have an older replay that says more: then that is the answer.
  const absent = underWay.filter(({ run_id }) => !items.some(item => item.run_id === run_id))
  const ended = await Promise.all(absent.map(item => ifEnded(item, signal)))
  return [...ended.filter(item => item !== null), ...items]
}

/** What came of the item's run of one event, if it is over. */
async function ifEnded(item: ReplayItem, signal: AbortSignal): Promise<ReplayItem | null> {
  const run = await request(ReplayRunDetails, `/gateway/replays/${item.run_id}`, { signal })
  const state = ReplayItemState.options.find(one => run.counts[one] > 0) ?? 'skipped'
  const reason = run.problem ?? run.causes[0]?.cause ?? null
  const isOver = run.state === 'finished' || run.state === 'cancelled' || run.state === 'broken'
  return isOver ? { ...item, state, reason } : null
}
