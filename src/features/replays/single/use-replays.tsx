import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { OFTEN, type ReplayItem, ReplayRun, ReplayRunDetails } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { ApiError, type ApiErrorKind } from '../../../api/api-error.ts'
import { useWhenOnlineAgain } from '../../../api/connection.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import type { EventRow } from '../../event/event-row.ts'
import { type ReplayTarget, replayRequest } from '../../event/list/replay-target.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { isUnderWay } from '../replay-messages.ts'
import { refetchEventStates } from '../states/event-states-query.ts'

const ConfirmReplay = lazyPart(() => import('./confirm-replay.tsx'), {
  overPage: { onClose: ({ onClose }) => onClose() },
})

/**
 * The result of the last click on an event's Replay button.
 *
 * - "starting": `problem` is why the event is not loaded from the service yet, such as a pause that it asks for
 * - "refused": nothing was started
 * - "skipped": the replay sent nothing
 * - "started": what becomes of it is in the state of the event
 */
export type Press =
  | { state: 'starting'; problem: string | null }
  | { state: 'refused'; error: Error }
  | { state: 'skipped'; reason: string }
  | { state: 'started'; runId: string }

type ReplayedEvent = {
  row: Pick<EventRow, 'target' | 'replay' | 'state'>
  /** In a question. */
  name: string
  /** Whether a replay has delivered it, if more than its row is known. */
  isDelivered?: boolean
}

/** What a person should know before a replay of the event. */
function cautionsOf({ row: { replay, state }, isDelivered: isKnown }: ReplayedEvent) {
  const handled = state?.state === 'handled' ? state : undefined
  const isDelivered = isKnown ?? (!handled && wasDelivered(replay, state))
  const isOften = replay !== null && replay.replays >= OFTEN
  return { isDelivered, handled: isDelivered ? undefined : handled, isOften }
}

/** Whether a replay has delivered the event: its latest one, or one before a replay that skipped it. */
export function wasDelivered(latest: ReplayItem | null, state: EventState | null): boolean {
  return (latest?.state === 'skipped' ? state : latest)?.state === 'delivered'
}

/** Whether a replay of the event asks for a confirmation, whoever starts it. */
export function asksFirst(event: ReplayedEvent): boolean {
  const { isDelivered, handled, isOften } = cautionsOf(event)
  return isDelivered || handled !== undefined || isOften
}

/** Whether a replay of the event is starting or in progress, so that its button is off. */
export function isReplayRunning(press: Press | undefined, latest: ReplayItem | null): boolean {
  return press?.state === 'starting' || (latest !== null && isUnderWay(latest.state))
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

/**
 * Starts replays of the events of a list, for its rows and its open event. A hundred rows with their own queries would be
 * slow.
 */
export function ReplaysProvider({ list, children }: ReplaysProviderProps) {
  const queryClient = useQueryClient()
  const [toConfirm, setToConfirm] = useState<ReplayedEvent | null>(null)
  const [presses, setPresses] = useState<Replays['presses']>(new Map())
  const note = ({ id }: ReplayTarget, press: Press) =>
    setPresses(known => new Map(known).set(id, press))
  const { mutate } = useMutation({
    mutationFn: (event: ReplayedEvent) => {
      const { target, replay } = event.row
      const { isDelivered, handled } = cautionsOf(event)
      // A delivered event may be marked as handled, too.
      const isAnyway = isDelivered || handled !== undefined
      const body = replayRequest(target, replay?.run_id ?? null, isAnyway)
      return startReplay(body, problem => note(target, { state: 'starting', problem }))
    },
    onMutate: ({ row: { target } }) => note(target, { state: 'starting', problem: null }),
    onSuccess: async (press, { row: { target } }) => {
      await refetchEventStates(queryClient, list)
      note(target, press)
    },
    onError: async (error, { row: { target } }) => {
      // Someone else may have replayed the event or marked it.
      await queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) })
      note(target, { state: 'refused', error })
    },
  })
  useWhenOnlineAgain(() =>
    setPresses(known => new Map([...known].filter(([, press]) => !isOffline(press)))),
  )
  const state = useMemo(
    () => ({
      presses,
      replay: (event: ReplayedEvent, isByKey = false) =>
        isByKey || asksFirst(event) ? setToConfirm(event) : mutate(event),
    }),
    [presses, mutate],
  )
  return (
    <ReplaysContext value={state}>
      {children}
      {toConfirm && (
        <ConfirmReplay
          {...cautionsOf(toConfirm)}
          latest={toConfirm.row.replay}
          name={toConfirm.name}
          onSend={() => mutate(toConfirm)}
          onClose={() => setToConfirm(null)}
        />
      )}
    </ReplaysContext>
  )
}

const ASK_AGAIN_MS = 500
const MAX_ASK_AGAIN_MS = 30_000
const DRAFT = 'somebody has to check it first. It is a draft on the page Replays.'

/**
 * Starts a replay of one event, and waits until the service has returned it.
 *
 * @param onWait called while a busy service lets Redial wait, with what it says
 * @returns whether the replay sends it
 * @throws ApiError of kind `conflict` if someone else has replayed the event or marked it as handled in the meantime
 */
export async function startReplay(
  body: ReplayRequest,
  onWait: (problem: string | null) => void,
  sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds)),
): Promise<Press> {
  let run = await request(ReplayRun, '/gateway/replays', { method: 'POST', body, expect: [201] })
  let waitMs = ASK_AGAIN_MS
  while (run.state === 'reading') {
    onWait(run.problem)
    await sleep(waitMs)
    const { id } = run
    try {
      run = await request(ReplayRunDetails, `/gateway/replays/${id}`)
      waitMs = ASK_AGAIN_MS
    } catch (error) {
      // The person has signed out, for example. The replay continues.
      if (!isTransient(error)) return { state: 'started', runId: id }
      waitMs = Math.min(2 * waitMs, MAX_ASK_AGAIN_MS)
    }
  }
  if (run.problem !== null) return { state: 'skipped', reason: run.problem }
  // Its start was refused after the pause, such as for a receiver that nobody has confirmed.
  if (run.state === 'ready') return { state: 'skipped', reason: DRAFT }
  if (run.counts.skipped === 0) return { state: 'started', runId: run.id }
  const { causes } = await request(ReplayRunDetails, `/gateway/replays/${run.id}`)
  return { state: 'skipped', reason: causes[0]?.cause ?? 'unknown reason' }
}

const TRANSIENT: ApiErrorKind[] = ['unavailable', 'offline', 'cut-off', 'throttled']

/** Whether another request may be answered. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && TRANSIENT.includes(error.kind)
}

function isOffline(press: Press): boolean {
  return (
    press.state === 'refused' && press.error instanceof ApiError && press.error.kind === 'offline'
  )
}
