import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { OFTEN, type ReplayItem, ReplayRun } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useWhenOnlineAgain } from '../../../api/connection.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { type ReplayTarget, replayRequest } from '../../event/list/replay-target.ts'
import { ReplayQuestion } from '../confirm/replay-question.tsx'
import { rememberReplay } from '../states/event-states-query.ts'
import type { KnownStates } from './replay-outcome.tsx'

/** The result of the last click on an event's Replay button. */
type Press = { isPending: boolean; error: Error | null }

type RowReplay = { target: ReplayTarget; latest: ReplayItem | null; name: string }
type AskedReplay = RowReplay & {
  /** Whether a replay has delivered the event. */
  isDelivered: boolean
  /** The mark of a handled event. */
  handled: EventState | undefined
}

type RowReplaysState = {
  /** Keyed by the event's id, for the buttons of this list. */
  presses: ReadonlyMap<string, Press>
  /** Asks first if a replay has delivered the event or somebody has marked it as handled. */
  replay: (event: RowReplay) => void
  ofStates: KnownStates
}

const RowReplaysContext = createContext<RowReplaysState>({
  presses: new Map(),
  replay: () => {},
  ofStates: { states: undefined, hasFailed: false, isUnavailable: false },
})

/**
 * Starts replays of events of a list, one at a time. It asks first if an event was delivered or handled.
 *
 * @param leastMs how long a replay takes at least: a shorter change of a button looks as if nothing happened
 */
export function useReplays(list: FailedEventList, leastMs = 0) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<AskedReplay | null>(null)
  const [presses, setPresses] = useState<RowReplaysState['presses']>(new Map())
  const note = ({ id }: ReplayTarget, press: Press) =>
    setPresses(known => new Map(known).set(id, press))
  const { mutate } = useMutation({
    mutationFn: async ({ target, latest, isDelivered, handled }: AskedReplay) => {
      const [item] = await Promise.all([
        // A delivered event may be marked as handled, too.
        startReplay(target, latest?.run_id ?? null, isDelivered || handled !== undefined),
        leastMs > 0 && new Promise(resolve => setTimeout(resolve, leastMs)),
      ])
      return item
    },
    onMutate: ({ target }) => note(target, { isPending: true, error: null }),
    onSuccess: async (item, { target }) => {
      await rememberReplay(queryClient, list, item)
      note(target, { isPending: false, error: null })
    },
    onError: async (error, { target }) => {
      // Someone else may have replayed the event or marked it.
      await queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) })
      note(target, { isPending: false, error })
    },
  })
  const forgetOffline = useCallback(
    () => setPresses(known => new Map([...known].filter(([, { error }]) => !isOffline(error)))),
    [],
  )
  useWhenOnlineAgain(forgetOffline)
  const replay = useCallback(
    (event: AskedReplay) =>
      event.isDelivered || event.handled || wasReplayedOften(event.latest)
        ? setAsked(event)
        : mutate(event),
    [mutate],
  )
  return {
    presses,
    replay,
    /** The question, while it waits for an answer. */
    question: asked && (
      <ReplayQuestion
        {...asked}
        isOften={wasReplayedOften(asked.latest)}
        onSend={() => mutate(asked)}
        onClose={() => setAsked(null)}
      >
        {asked.name}
      </ReplayQuestion>
    ),
  }
}

/**
 * Starts a replay of one event.
 *
 * @param isAnyway whether the person sends it although it is marked as handled
 * @returns the replay, whose event may not be loaded from the service yet
 * @throws ApiError of kind `conflict` if someone else has replayed the event or marked it as handled in the meantime
 */
async function startReplay(
  target: ReplayTarget,
  seenRunId: string | null,
  isAnyway: boolean,
): Promise<ReplayItem> {
  const run = await request(ReplayRun, '/gateway/replays', {
    method: 'POST',
    body: replayRequest(target, seenRunId, isAnyway),
    expect: [201],
  })
  const { id: event_id, list } = target
  const { id: run_id, who, created_at } = run
  const start = { state: 'queued', receiver_url: null, reason: null } as const
  return { run_id, event_id, list, ...start, who, created_at, attempts: [], replays: 0 }
}

type RowReplaysProps = { list: FailedEventList; ofStates: KnownStates; children: ReactNode }

/** Starts the replays of all rows of a list, because a hundred rows with their own queries are slow. */
export function RowReplays({ list, ofStates, children }: RowReplaysProps) {
  const { presses, replay, question } = useReplays(list)
  const { states, hasFailed, isUnavailable } = ofStates
  const state = useMemo(
    () => ({
      presses,
      replay: (event: RowReplay) => {
        const { id } = event.target
        const handled = handledState(states, id)
        const isDelivered = !handled && wasDelivered(event.latest, states, id)
        replay({ ...event, isDelivered, handled })
      },
      ofStates: { states, hasFailed, isUnavailable },
    }),
    [presses, replay, states, hasFailed, isUnavailable],
  )
  return (
    <RowReplaysContext value={state}>
      {children}
      {question}
    </RowReplaysContext>
  )
}

/** Whether a person should ask why the event fails before the next replay. */
export function wasReplayedOften(latest: ReplayItem | null): boolean {
  return latest !== null && latest.replays >= OFTEN
}

/** Whether a replay has delivered the event: its latest one, or one before a replay that skipped it. */
export function wasDelivered(
  latest: ReplayItem | null,
  states: KnownStates['states'],
  id: string,
): boolean {
  if (latest?.state === 'skipped') return states?.get(id)?.state === 'delivered'
  return latest?.state === 'delivered'
}

/** The state of an event that is marked as handled; undefined for any other. */
export function handledState(states: KnownStates['states'], id: string): EventState | undefined {
  const state = states?.get(id)
  return state?.state === 'handled' ? state : undefined
}

function isOffline(error: Error | null): boolean {
  return error instanceof ApiError && error.kind === 'offline'
}

export function useRowReplays(): RowReplaysState {
  return use(RowReplaysContext)
}
