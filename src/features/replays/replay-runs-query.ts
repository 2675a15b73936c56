import { queryOptions } from '@tanstack/react-query'
import {
  ReplayItemPage,
  ReplayRunDetails,
  ReplayRunPage,
  type ReplayRunState,
} from '../../../contract/replay.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { isLive } from './run-messages.ts'
import type { RunSearch } from './run-search.ts'

const LIVE_MS = 1_000
/** Ten thousand events are read in a second or two, and somebody waits to look them over. */
const READING_MS = 300
/** Someone else may start, go on with or cancel what waits for a person. */
const WAITING_MS = 5_000

/** A page of the account's runs, the newest first; read again while one of them is under way. */
export function replayRunsQuery({ page, size }: { page: number; size: number }) {
  return queryOptions({
    queryKey: queryKeys.replayRuns({ page, size }),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), page_size: String(size) })
      const answer = await request(ReplayRunPage, `/gateway/replays?${query}`, { signal })
      // Rows outlive their address while the next page loads: they keep which page they are.
      return { ...answer, page }
    },
    refetchInterval: ({ state }) => (state.data?.results.some(isLive) ? LIVE_MS : false),
  })
}

/** A run with its receivers and causes; read again while it is under way, and the tab is in sight. */
export function replayRunQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.replayRun(id),
    staleTime: 0,
    queryFn: ({ signal }) => request(ReplayRunDetails, `/gateway/replays/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false
      if (data.state === 'reading') return READING_MS
      if (isLive(data)) return LIVE_MS
      return data.state === 'ready' || data.state === 'paused' ? WAITING_MS : false
    },
  })
}

/** A page of a run's items. `runState` stands in the key so that they are read anew when it changes. */
export function runItemsQuery(id: string, runState: ReplayRunState, asked: RunSearch) {
  const { state, page, size } = asked
  return queryOptions({
    queryKey: queryKeys.runItems(id, runState, asked),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), page_size: String(size) })
      if (state !== undefined) query.set('state', state)
      const path = `/gateway/replays/${id}/items?${query}`
      return { ...(await request(ReplayItemPage, path, { signal })), page }
    },
    refetchInterval: runState === 'running' ? 2 * LIVE_MS : runState === 'ready' && WAITING_MS,
  })
}
