import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  ReplayItemPage,
  ReplayRunDetails,
  ReplayRunPage,
  type ReplayRunState,
} from '../../../contract/replay.ts'
import { ReplayItemSort, ReplayRunSort } from '../../../contract/replay-part.ts'
import { JUST_LOADED_MS, queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import type { PageSearch } from '../../ui/table/page-search.ts'
import { isLive, isWaiting } from './run-counts.ts'
import type { RunSearch } from './run-search.ts'

const LIVE_MS = 1_000
/** Loading ten thousand events takes a second or two, and a person is waiting. */
const LOADING_MS = 150
/** Someone else may start, resume or cancel a run that waits for a person. */
const WAITING_MS = 5_000

/**
 * One page of the account's runs, or of those with events of a company; refetched while one of them is live or waits
 * for a person.
 */
export function replayRunsQuery({ page, size, sort }: PageSearch, company?: string) {
  return queryOptions({
    queryKey: [...queryKeys.allReplayRuns, { page, size, sort, company }],
    staleTime: JUST_LOADED_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = { page, page_size: size, sort: ReplayRunSort.safeParse(sort).data, company }
      const path = `/gateway/replays${stringifySearch(asked)}`
      const answer = await request(ReplayRunPage, path, { signal })
      // Rows stay on screen while the next page loads, so they keep their page number.
      return { ...answer, page }
    },
    refetchInterval: ({ state: { data } }) => {
      if (data?.results.some(isLive)) return LIVE_MS
      return data?.results.some(isWaiting) ? WAITING_MS : false
    },
  })
}

/** A run with its receivers and causes; refetched while it is live and the tab is visible. */
export function replayRunQuery(id: string) {
  const queryKey = ['replay-run', id]
  return queryOptions({
    queryKey,
    staleTime: 0,
    queryFn: async ({ client, signal }) => {
      const run = await request(ReplayRunDetails, `/gateway/replays/${id}`, { signal })
      const before = client.getQueryData<ReplayRunDetails>(queryKey)
      // A new failure opens what was done.
      if (before !== undefined && before.counts.failed_again !== run.counts.failed_again) {
        void client.invalidateQueries({ queryKey: queryKeys.followUps })
      }
      return run
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false
      if (data.state === 'reading') return LOADING_MS
      if (isLive(data)) return LIVE_MS
      return isWaiting(data) ? WAITING_MS : false
    },
  })
}

/** One page of a run's items. `runState` is part of the key, so that they are refetched when it changes. */
export function runItemsQuery(id: string, runState: ReplayRunState, search: RunSearch) {
  const { state, cause, page, size } = search
  return queryOptions({
    queryKey: ['replay-run-items', id, runState, search],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const sort = ReplayItemSort.safeParse(search.sort).data
      const query = stringifySearch({ page, page_size: size, state, cause, sort })
      const path = `/gateway/replays/${id}/items${query}`
      return { ...(await request(ReplayItemPage, path, { signal })), page }
    },
    refetchInterval: runState === 'running' ? 2 * LIVE_MS : runState === 'ready' && WAITING_MS,
  })
}
