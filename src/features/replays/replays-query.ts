import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import {
  MAX_EVENTS_ASKED_ABOUT,
  type ReplayItem,
  ReplayItems,
  ReplayRun,
} from '../../../contract/replay.ts'
import { request } from '../../api/request.ts'
import { type ReplayTarget, replayRequest } from './replay-target.ts'
import { isUnderWay } from './replay-words.ts'

const POLL_MS = 500

/**
 * The latest replay of each of these events, of those that have one. A flat list may have more
 * events than one request can ask about: then in parts, one after the other.
 */
export function replayItemsQuery(list: FailedEventList, ids: string[]) {
  return queryOptions({
    queryKey: ['replay-items', list, ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const items: ReplayItem[] = []
      for (let from = 0; from < ids.length; from += MAX_EVENTS_ASKED_ABOUT) {
        const part = ids.slice(from, from + MAX_EVENTS_ASKED_ABOUT)
        const query = new URLSearchParams([['list', list], ...part.map(id => ['event_id', id])])
        const { results } = await request(ReplayItems, `/gateway/replay-items?${query}`, { signal })
        items.push(...results)
      }
      return items
    },
  })
}

/** A run, read again and again while it is under way; not while the tab is hidden. */
export function replayRunQuery(id: string) {
  return queryOptions({
    queryKey: ['replay-run', id],
    staleTime: 0,
    queryFn: ({ signal }) => request(ReplayRun, `/gateway/replays/${id}`, { signal }),
    refetchInterval: query => {
      const items = query.state.data?.items
      return items === undefined || items.some(item => isUnderWay(item.state)) ? POLL_MS : false
    },
  })
}

/** @throws ApiError of kind `conflict` where the event is being replayed already */
export function startReplay(target: ReplayTarget): Promise<ReplayRun> {
  return request(ReplayRun, '/gateway/replays', {
    method: 'POST',
    body: replayRequest(target),
    expect: [201],
  })
}

/** Puts a new run's items where the rows and the drawer look for the latest replay. */
export function rememberRun(queryClient: QueryClient, run: ReplayRun) {
  queryClient.setQueryData(replayRunQuery(run.id).queryKey, run)
  const isNew = (item: ReplayItem) => run.items.some(({ event_id }) => event_id === item.event_id)
  queryClient.setQueriesData<ReplayItem[]>({ queryKey: ['replay-items', run.list] }, known =>
    known ? [...known.filter(item => !isNew(item)), ...run.items] : known,
  )
}
