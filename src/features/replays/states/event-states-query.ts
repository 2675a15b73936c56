import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShownPage } from '../../../../contract/event-page.ts'
import {
  type EventState,
  EventStates,
  MAX_EVENT_STATES_ASKED,
} from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { afterPaint } from '../../../ui/after-paint.ts'
import type { StaleNoticeProps } from '../../request-errors/request-notices.tsx'
import { isUnderWay } from '../replay-messages.ts'

/** How often the dashboard asks whether a colleague has replayed something, while the tab is visible. */
const POLL_MS = 5_000
/** The same while a replay of one of the events is in progress. */
const POLL_WHILE_SENDING_MS = 500

/** Old states may be shown for this long without a word, because a later poll may succeed. */
const STALE_AFTER_MS = 30_000

/** The state for each event id: null if the event is still missing. The state of an event that isn't in it is unknown. */
export type StatesOfEvents = ReadonlyMap<string, EventState | null>

/** The latest replay of each event that has one, by the event's id. */
export type ReplaysOfEvents = ReadonlyMap<string, ReplayItem>

type LoadedStates = { version: string; states: StatesOfEvents; replays: ReplaysOfEvents }

export type EventStatesResult = {
  /** undefined while nothing is known. */
  states: StatesOfEvents | undefined
  replays: ReplaysOfEvents | undefined
  /** Whether the states are unknown because they could not be loaded. */
  hasFailed: boolean
  /** Whether the states could not be updated, so that nobody knows how replays in progress are getting on. */
  isUnavailable: boolean
  /** The states, if they could not be updated for a while; otherwise null. */
  stale: StaleNoticeProps['query'] | null
}

const keyOf = (list: FailedEventList, ids: string[]) => [
  ...queryKeys.eventStates(list),
  ids.join(' '),
]

/** The states of these events, followed while the page is open. */
export function useEventStates(
  list: FailedEventList,
  ids: string[],
  { enabled = true }: { enabled?: boolean } = {},
): EventStatesResult {
  const queryClient = useQueryClient()
  const queryKey = keyOf(list, ids)
  const query = useQuery<LoadedStates>({
    queryKey,
    enabled: enabled && ids.length > 0,
    staleTime: POLL_MS,
    refetchInterval: ({ state: { data, status } }) =>
      status !== 'error' && replaysUnderWay(data).length > 0 ? POLL_WHILE_SENDING_MS : POLL_MS,
    // Other sets of events may include these, also without a connection.
    initialData: () => statesOfOtherSets(queryClient, list, ids),
    initialDataUpdatedAt: 0,
    // There may be thousands, and the map is replaced only if something has changed.
    structuralSharing: false,
    notifyOnChangeProps: ['data', 'error', 'errorUpdateCount'],
    queryFn: async ({ signal }): Promise<LoadedStates> => {
      await afterPaint()
      const before = queryClient.getQueryData<LoadedStates>(queryKey)
      const isSending = replaysUnderWay(before).length > 0
      const loaded = await loadIfChanged(list, ids, isSending ? undefined : before?.version, signal)
      if (loaded === null) return before ?? { version: '', ...statesOf([], []) }
      if (before !== undefined && before.version !== loaded.version) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.recoveredDays(list) })
        void queryClient.invalidateQueries({ queryKey: queryKeys.readings(list) })
        void queryClient.invalidateQueries({ queryKey: queryKeys.receivers })
      }
      return loaded
    },
  })
  const { data, error, errorUpdateCount, dataUpdatedAt, refetch } = query
  const isStale = error !== null && dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > STALE_AFTER_MS
  return {
    states: data?.states,
    replays: data?.replays,
    // The next poll clears the error of a query without data, but nothing is known yet.
    hasFailed: errorUpdateCount > 0 && data === undefined,
    isUnavailable: error !== null,
    stale: isStale ? { error, dataUpdatedAt, isFetching: false, refetch } : null,
  }
}

/**
 * Keeps the states that came with a page of events, unless states of these events are there already: they may be
 * newer.
 */
export function rememberStates(
  queryClient: QueryClient,
  list: FailedEventList,
  { results, states: { version, ...loaded } }: Pick<ShownPage, 'results' | 'states'>,
): void {
  const ids = results.map(({ id }) => id)
  queryClient.setQueryData<LoadedStates>(
    keyOf(list, ids),
    // Nothing is set then, not even when the states were loaded.
    cached => (cached === undefined ? { version, ...statesOf(ids, [loaded]) } : undefined),
  )
}

/** The states of these events that were loaded for other sets of events; undefined if one is missing. */
function statesOfOtherSets(
  queryClient: QueryClient,
  list: FailedEventList,
  ids: string[],
): LoadedStates | undefined {
  if (ids.length === 0) return undefined
  return queryClient
    .getQueriesData<LoadedStates>({ queryKey: queryKeys.eventStates(list) })
    .find(([, data]) => data !== undefined && ids.every(id => data.states.has(id)))?.[1]
}

/** Loads the states of all events on screen again. */
export function refetchEventStates(
  queryClient: QueryClient,
  list: FailedEventList,
): Promise<unknown> {
  return queryClient.refetchQueries({ queryKey: queryKeys.eventStates(list), type: 'active' })
}

/** The states and latest replays of these events as they are now. */
export async function loadStates(
  list: FailedEventList,
  ids: string[],
  signal: AbortSignal,
): Promise<Omit<LoadedStates, 'version'>> {
  return (await loadIfChanged(list, ids, undefined, signal)) ?? statesOf([], [])
}

/** Returns null if nothing has changed since the known version. */
async function loadIfChanged(
  list: FailedEventList,
  ids: string[],
  knownVersion: string | undefined,
  signal: AbortSignal,
): Promise<LoadedStates | null> {
  const answers: EventStates[] = []
  for (let from = 0; from < ids.length; from += MAX_EVENT_STATES_ASKED) {
    const answer = await request(EventStates, '/gateway/event-states', {
      method: 'POST',
      body: {
        list,
        event_ids: ids.slice(from, from + MAX_EVENT_STATES_ASKED),
        ...(from === 0 && knownVersion !== undefined && { known_version: knownVersion }),
      },
      signal,
    })
    if (answer.results === null) return null
    answers.push(answer)
  }
  // The version of the first request, so that the next poll finds a change between two requests.
  return { version: answers[0]?.version ?? '', ...statesOf(ids, answers) }
}

function statesOf(ids: string[], answers: Pick<EventStates, 'results' | 'replays'>[]) {
  const states = new Map<string, EventState | null>(ids.map(id => [id, null]))
  for (const { results } of answers) {
    for (const state of results ?? []) states.set(state.event_id, state)
  }
  const replays = new Map(
    answers.flatMap(({ replays }) => replays ?? []).map(item => [item.event_id, item]),
  )
  return { states, replays }
}

function replaysUnderWay(loaded: LoadedStates | undefined): ReplayItem[] {
  return [...(loaded?.replays.values() ?? [])].filter(({ state }) => isUnderWay(state))
}
