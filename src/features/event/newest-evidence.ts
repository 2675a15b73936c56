import type { ReplayItem } from '../../../contract/replay.ts'
import type { Outcome } from './cause/failure-cause.ts'

/** What is known last of an event: how its last attempt failed, or that a replay delivered it. */
export type Evidence = {
  /** How the newest attempt failed; null where the service names no attempts. */
  failure: Outcome | null
  /** The replay that made that attempt; null where the service made it itself. */
  failedReplay: ReplayItem | null
  /** The replay that has delivered the event and after which none has failed; null for none. */
  deliveredBy: ReplayItem | null
}

/**
 * @param own how the service's own last attempt came out
 * @param replays of the event, the first one first. Those that are under way or were skipped say
 *   nothing yet, so the one before them counts.
 */
export function newestEvidence(own: Outcome | null, replays: ReplayItem[]): Evidence {
  const last = replays.findLast(({ state }) => state === 'delivered' || state === 'failed_again')
  const failedReplay = replays.findLast(({ state }) => state === 'failed_again') ?? null
  const attempt = failedReplay?.attempts.at(-1)
  return {
    failure: attempt ?? own,
    failedReplay: attempt === undefined ? null : failedReplay,
    deliveredBy: last?.state === 'delivered' ? last : null,
  }
}
