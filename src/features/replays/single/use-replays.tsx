import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { OFTEN, type ReplayItem, ReplayRun } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useWhenOnlineAgain } from '../../../api/connection.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import type { EventRow } from '../../event/event-row.ts'
import { type ReplayTarget, replayRequest } from '../../event/list/replay-target.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { rememberReplay } from '../states/event-states-query.ts'

const ConfirmReplay = lazyPart(async () => (await import('./confirm-replay.tsx')).ConfirmReplay, {
  overPage: { onClose: ({ onClose }) => onClose() },
})

/** The result of the last click on an event's Replay button. */
type Press = { isPending: boolean; error: Error | null }

/** An event to replay, and what a person knows about it. */
type ReplayedEvent = {
  target: ReplayTarget
  latest: ReplayItem | null
  name: string
  /** Whether a replay has delivered the event. */
  isDelivered: boolean
  /** The mark of a handled event. */
  handled: EventState | undefined
}

/** @param name of the event, in a question */
export function replayOfRow({ target, replay, state }: EventRow, name: string): ReplayedEvent {
  const handled = state?.state === 'handled' ? state : undefined
  const isDelivered = !handled && wasDelivered(replay, state)
  return { target, latest: replay, name, isDelivered, handled }
}

/** Whether a replay has delivered the event: its latest one, or one before a replay that skipped it. */
export function wasDelivered(latest: ReplayItem | null, state: EventState | null): boolean {
  return (latest?.state === 'skipped' ? state : latest)?.state === 'delivered'
}

/** Whether a replay of the event asks for a confirmation, whoever starts it. */
export function asksFirst({ latest, isDelivered, handled }: Omit<ReplayedEvent, 'target'>) {
  return isDelivered || handled !== undefined || wasReplayedOften(latest)
}

type Replays = {
  /** Keyed by the event's id, for the buttons of this list. */
  presses: ReadonlyMap<string, Press>
  /** @param isByKey whether a key started it, so that it asks in any case */
  replay: (event: ReplayedEvent, isByKey?: boolean) => void
}

const ReplaysContext = createContext<Replays>({ presses: new Map(), replay: () => {} })

export function useReplays(): Replays {
  return use(ReplaysContext)
}

type ReplaysProviderProps = { list: FailedEventList; children: ReactNode }

/** Starts replays of events of a list, for its rows and its open event, because a hundred rows with their own queries are slow. */
export function ReplaysProvider({ list, children }: ReplaysProviderProps) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<ReplayedEvent | null>(null)
  const [presses, setPresses] = useState<Replays['presses']>(new Map())
  const note = ({ id }: ReplayTarget, press: Press) =>
    setPresses(known => new Map(known).set(id, press))
  const { mutate } = useMutation({
    mutationFn: ({ target, latest, isDelivered, handled }: ReplayedEvent) =>
      // A delivered event may be marked as handled, too.
      startReplay(target, latest?.run_id ?? null, isDelivered || handled !== undefined),
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
  const state = useMemo(
    () => ({
      presses,
      replay: (event: ReplayedEvent, isByKey = false) =>
        isByKey || asksFirst(event) ? setAsked(event) : mutate(event),
    }),
    [presses, mutate],
  )
  return (
    <ReplaysContext value={state}>
      {children}
      {asked && (
        <ConfirmReplay
          {...asked}
          isOften={wasReplayedOften(asked.latest)}
          onSend={() => mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </ReplaysContext>
  )
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

/** Whether a person should ask why the event fails before the next replay. */
function wasReplayedOften(latest: ReplayItem | null): boolean {
  return latest !== null && latest.replays >= OFTEN
}

function isOffline(error: Error | null): boolean {
  return error instanceof ApiError && error.kind === 'offline'
}
