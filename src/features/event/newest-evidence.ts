import type { Outcome } from '../../../contract/event/failure-cause.ts'
import type { EventState } from '../../../contract/event-state.ts'
import type { ReplayItem } from '../../../contract/replay.ts'

/**
 * The last known failure. Rows, filters, groups, files and messages all use it.
 *
 * @param state the state since the final failure; null or undefined if nothing has happened
 */
export function knownFailure(
  { outcome }: { outcome: Outcome | null },
  state: { failure: Outcome | null } | null | undefined,
): Outcome | null {
  return state?.failure ?? outcome
}

/** When that was, if a replay failed so; null if the service's last attempt did, at the time that the list shows. */
export function failedAgainAt(
  state: Pick<EventState, 'failure' | 'failed_again_at'> | null | undefined,
): string | null {
  return state?.failure ? state.failed_again_at : null
}

/**
 * The newest facts about an event: how its last attempt failed, or which replay delivered it.
 *
 * @param own the outcome of the service's last attempt
 * @param replays of the event, oldest first. Replays in progress and skipped ones have no outcome,
 *   so the previous one counts.
 */
export function newestEvidence(own: Outcome | null, replays: ReplayItem[]) {
  const last = replays.findLast(({ state }) => state === 'delivered' || state === 'failed_again')
  const failedReplay = replays.findLast(({ state }) => state === 'failed_again') ?? null
  const attempt = failedReplay?.attempts.at(-1)
  return {
    /** How the newest attempt failed; null if the service reports no attempts. */
    failure: attempt ?? own,
    /** The replay that made that attempt; null if the service made it. */
    failedReplay: attempt === undefined ? null : failedReplay,
    /** The replay that delivered the event, if none has failed since; otherwise null. */
    deliveredBy: last?.state === 'delivered' ? last : null,
  }
}

export type Evidence = ReturnType<typeof newestEvidence>
