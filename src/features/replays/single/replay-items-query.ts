import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import {
  MAX_EVENTS_ASKED_ABOUT,
  type ReplayItem,
  ReplayItems,
  ReplayRun,
} from '../../../../contract/replay.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { afterPaint } from '../../../ui/after-paint.ts'
import { type ReplayTarget, replayRequest } from '../../event/list/replay-target.ts'
import { latestReplay } from '../replay-messages.ts'
import { noteReplayStates } from '../states/event-states-query.ts'

/** The latest replay of each of these events, if there is one. */
export function replayItemsQuery(list: FailedEventList, ids: string[]) {
  return queryOptions({
    queryKey: queryKeys.latestReplaysOf(list, ids),
    enabled: ids.length > 0,
    // A run or a colleague may have replayed them since the last request.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      await afterPaint()
      return readReplayItems(list, ids, signal)
    },
  })
}

/** A flat list may have more events than one request can contain, so requests are sent one by one. */
export async function readReplayItems(
  list: FailedEventList,
  ids: string[],
  signal: AbortSignal,
): Promise<ReplayItem[]> {
  const items: ReplayItem[] = []
  for (let from = 0; from < ids.length; from += MAX_EVENTS_ASKED_ABOUT) {
    const part = ids.slice(from, from + MAX_EVENTS_ASKED_ABOUT)
    const query = new URLSearchParams([['list', list], ...part.map(id => ['event_id', id])])
    const { results } = await request(ReplayItems, `/gateway/replay-items?${query}`, { signal })
    items.push(...results)
  }
  return items
}

/** Writes the new states into the cache, from which rows and drawer read the latest replays. */
export function rememberReplays(
  queryClient: QueryClient,
  list: FailedEventList,
  fresh: ReplayItem[],
) {
  noteReplayStates(queryClient, list, fresh)
  queryClient.setQueriesData<ReplayItem[]>({ queryKey: queryKeys.latestReplays(list) }, known => {
    if (known === undefined) return known
    const ids = new Set([...known, ...fresh].map(item => item.event_id))
    const ofEvent = (items: ReplayItem[], id: string) => items.find(item => item.event_id === id)
    return Array.from(ids, id => latestReplay(ofEvent(fresh, id), ofEvent(known, id))).filter(
      item => item !== null,
    )
  })
}

/** After a replay could not start: someone else may have replayed the event or marked it, so show that. */
export function refetchReplayed(queryClient: QueryClient, list: FailedEventList): Promise<unknown> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) })
  return queryClient.invalidateQueries({ queryKey: queryKeys.latestReplays(list) })
}

/**
 * Starts a replay of one event.
 *
 * @param isAnyway whether the person sends it although it is marked as handled
 * @returns the replay, whose event may not be loaded from the service yet
 * @throws ApiError of kind `conflict` if someone else has replayed the event or marked it as handled in the meantime
 */
export async function startReplay(
  target: ReplayTarget,
  seenRunId: string | null,
  isAnyway: boolean,
): Promise<ReplayItem> {
  const run = await request(ReplayRun, '/gateway/replays', {
    method: 'POST',
    body: replayRequest(target, seenRunId, isAnyway),
    expect: [201],
  })
  return {
    run_id: run.id,
    event_id: target.id,
    list: target.list,
    state: 'queued',
    receiver_url: null,
    reason: null,
    who: run.who,
    created_at: run.created_at,
    attempts: [],
  }
}
