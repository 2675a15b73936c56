/** The delays of the retries after a failure, in ms, one for each retry. */
export type RetrySchedule = readonly number[]

/** The state of a delivery after an attempt, and when its next attempt is due. */
export type NextState =
  | { state: 'delivered' | 'failed'; delayMs: null }
  | { state: 'waiting'; delayMs: number }

/** Retries are never later than a tenth of their delay. Half of that may be used to spread them. */
const SPREAD_PARTS = 20

/** So that the retries after an outage don't all come at one moment. */
const MAX_SPREAD_MS = 5_000

/** The part of the spread that is left to the worker, which checks once a second for due attempts. */
const NOTICED_WITHIN_MS = 1_500

/**
 * docs/interface.md, "States and transitions": a success ends a delivery, a failure waits for its
 * retry, and the failure of the last one is final.
 *
 * @param number of the attempt, 1 for the initial one
 * @param random from 0 up to but not including 1
 */
export function nextState(
  number: number,
  delivered: boolean,
  schedule: RetrySchedule,
  random: number,
): NextState {
  if (delivered) return { state: 'delivered', delayMs: null }
  const delay = schedule[number - 1]
  if (delay === undefined) return { state: 'failed', delayMs: null }
  const spread = Math.max(0, Math.min(delay / SPREAD_PARTS - NOTICED_WITHIN_MS, MAX_SPREAD_MS))
  return { state: 'waiting', delayMs: delay + Math.floor(spread * random) }
}
