import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Outcome } from '../../../../contract/event/failure-cause.ts'
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
import { isUnderWay } from '../replay-messages.ts'

/** How often the dashboard asks whether a colleague has replayed something, while the tab is visible. */
const POLL_MS = 5_000

/** Old states may be shown for this long without a word, because a later poll may succeed. */
const STALE_AFTER_MS = 30_000

/** The state for each event id: null if the event is still missing. The state of an event that isn't in it is unknown. */
export type StatesOfEvents = ReadonlyMap<string, EventState | null>

/** How the newest replay of each event failed, by its id. Events without such a replay are not in it. */
export type Failures = ReadonlyMap<string, Outcome>

/** `failures` are those in `states`. It is another map only if one of them is another. */
type Known = { version: string; states: StatesOfEvents; failures: Failures }

export const NO_FAILURES: Failures = new Map()

export type EventStatesResult = {
  /** undefined while nothing is known. They may be those of an earlier set of events. */
  states: StatesOfEvents | undefined
  failures: Failures
  /** Whether the states of all of these events are known. */
  isComplete: boolean
  /** Whether the states are unknown because they could not be loaded. */
  hasFailed: boolean
  /** When the states were loaded that could not be updated since, in ms since 1970; otherwise null. */
  staleSince: number | null
}

/**
 * The states of these events, followed while the page is open.
 *
 * @param name names the set of events in the cache: other events need another name
 */
export function useEventStates(
  list: FailedEventList,
  name: string,
  ids: string[],
  { enabled = true }: { enabled?: boolean } = {},
): EventStatesResult {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.eventStatesOf(list, name)
  const query = useQuery<Known>({
    queryKey,
    enabled: enabled && ids.length > 0,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    // Other sets of events may include these, also without a connection.
    placeholderData: previous => knownStates(queryClient, list, ids) ?? previous,
    // There may be thousands, and the map is replaced only if something has changed.
    structuralSharing: false,
    notifyOnChangeProps: ['data', 'isPlaceholderData', 'error', 'errorUpdateCount'],
    queryFn: async ({ signal }): Promise<Known> => {
      await afterPaint()
      const load = async () => {
        const known = queryClient.getQueryData<Known>(queryKey)
        const loaded = await loadStates(list, ids, known?.version, signal)
        return { known, loaded, isNewest: queryClient.getQueryData(queryKey) === known }
      }
      const first = await load()
      // Replays that the page has noted in the meantime may be newer than this answer.
      const { known, loaded } = first.isNewest ? first : await load()
      if (loaded === null && known !== undefined)
        return queryClient.getQueryData<Known>(queryKey) ?? known
      if (known !== undefined) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.latestReplays(list) })
        void queryClient.invalidateQueries({ queryKey: queryKeys.recoveredDays(list) })
        void queryClient.invalidateQueries({ queryKey: queryKeys.readings(list) })
        void queryClient.invalidateQueries({ queryKey: queryKeys.knownReceivers })
      }
      return loaded === null
        ? { version: '', states: new Map(), failures: NO_FAILURES }
        : { ...loaded, failures: failuresOf(loaded.states, known?.failures) }
    },
  })
  const { isPlaceholderData, error, errorUpdateCount, dataUpdatedAt } = query
  const isComplete = query.data !== undefined && !isPlaceholderData
  // A query that has failed has no placeholder any more.
  const data = query.data ?? (error === null ? undefined : knownStates(queryClient, list, ids))
  // The next poll clears the error of a query without data, but nothing is known yet.
  const isKnown = isComplete || (data !== undefined && ids.every(id => data.states.has(id)))
  const hasFailed = errorUpdateCount > 0 && !isKnown
  const isStale = isComplete && error !== null && Date.now() - dataUpdatedAt > STALE_AFTER_MS
  return {
    states: hasFailed ? undefined : data?.states,
    failures: hasFailed || data === undefined ? NO_FAILURES : data.failures,
    isComplete,
    hasFailed,
    staleSince: isStale ? dataUpdatedAt : null,
  }
}

/**
 * Keeps the states that came with a page of events, unless states of these events are there already: they may
 * include a replay that a person has just started.
 */
export function rememberStates(
  queryClient: QueryClient,
  list: FailedEventList,
  { results, states: { version, results: ofEvents } }: Pick<ShownPage, 'results' | 'states'>,
): void {
  const ids = results.map(({ id }) => id)
  const states = new Map<string, EventState | null>(ids.map(id => [id, null]))
  for (const state of ofEvents) states.set(state.event_id, state)
  queryClient.setQueryData<Known>(
    queryKeys.eventStatesOf(list, nameOfEvents(ids)),
    // Nothing is set then, not even when the states were loaded.
    known => (known === undefined ? { version, states, failures: failuresOf(states) } : undefined),
  )
}

/** The name of the events of a page for `useEventStates`. */
export function nameOfEvents(ids: string[]): string {
  return ids.join(' ')
}

/** The states of these events that were loaded for other sets of events; undefined if one is missing. */
function knownStates(
  queryClient: QueryClient,
  list: FailedEventList,
  ids: string[],
): Known | undefined {
  if (ids.length === 0) return undefined
  return queryClient
    .getQueriesData<Known>({ queryKey: queryKeys.eventStates(list) })
    .find(([, known]) => known !== undefined && ids.every(id => known.states.has(id)))?.[1]
}

/** Loads the states of all events on screen again. */
export function refetchEventStates(
  queryClient: QueryClient,
  list: FailedEventList,
): Promise<unknown> {
  return queryClient.refetchQueries({ queryKey: queryKeys.eventStates(list), type: 'active' })
}

/** @param before returned again if nothing differs, because whatever depends on it is expensive */
export function failuresOf(states: StatesOfEvents, before: Failures = NO_FAILURES): Failures {
  const failures = new Map<string, Outcome>()
  let isSame = true
  for (const [id, state] of states) {
    const failure = state?.failure ?? null
    if (failure === null) continue
    failures.set(id, failure)
    const known = before.get(id)
    if (known?.status !== failure.status || known?.error !== failure.error) isSame = false
  }
  return isSame && failures.size === before.size ? before : failures
}

/** The states of these events as they are now. */
export async function readEventStates(
  list: FailedEventList,
  ids: string[],
  signal: AbortSignal,
): Promise<StatesOfEvents> {
  return (await loadStates(list, ids, undefined, signal))?.states ?? new Map()
}

/** Returns null if nothing has changed since the known version. */
async function loadStates(
  list: FailedEventList,
  ids: string[],
  knownVersion: string | undefined,
  signal: AbortSignal,
): Promise<Pick<Known, 'version' | 'states'> | null> {
  const states = new Map<string, EventState | null>(ids.map(id => [id, null]))
  let version: string | null = null
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
    // The version of the first request, so that the next poll finds a change between two requests.
    version ??= answer.version
    for (const state of answer.results) states.set(state.event_id, state)
  }
  return { version: version ?? '', states }
}

/**
 * Immediately shows the replays that this page knows. The next poll loads the rest, and all states if one has
 * changed: they may not be those of the known version any more, because these replays may be older.
 */
export function noteReplayStates(
  queryClient: QueryClient,
  list: FailedEventList,
  items: ReplayItem[],
): void {
  const isSkipped = items.some(({ state }) => state === 'skipped')
  queryClient.setQueriesData<Known>({ queryKey: queryKeys.eventStates(list) }, known => {
    if (known === undefined) return known
    const states = new Map(known.states)
    let isOfVersion = !isSkipped
    for (const item of items) {
      const before = states.get(item.event_id)
      const state = stateAfter(item, before)
      if (state === undefined) continue
      states.set(item.event_id, state)
      if (state?.state !== before?.state) isOfVersion = false
    }
    const failures = failuresOf(states, known.failures)
    return { states, failures, version: isOfVersion ? known.version : '' }
  })
  void queryClient.invalidateQueries({ queryKey: queryKeys.readings(list) })
  // The event is not being sent after all, and its state before that is not known here.
  if (isSkipped) void queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) })
}

function stateAfter(
  item: ReplayItem,
  before: EventState | null | undefined,
): EventState | null | undefined {
  const { event_id, who } = item
  const last = item.attempts.at(-1)
  const at = last?.at ?? null
  const isNewest = item.state === 'failed_again' && last !== undefined
  const failure = isNewest ? last : (before?.failure ?? null)
  if (item.state === 'delivered') return { event_id, state: 'delivered', at, who, failure }
  // It is handled again if this replay fails. The replay itself says that it is in progress.
  if (before?.state === 'handled') return { ...before, failure }
  if (isUnderWay(item.state)) return { event_id, state: 'sending', at: null, who: null, failure }
  if (item.state !== 'failed_again') return before
  return before?.state === 'delivered'
    ? { ...before, failure }
    : { event_id, state: 'failed_again', at, who, failure }
}
