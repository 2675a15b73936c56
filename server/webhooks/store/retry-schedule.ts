/** The delays of the retries after a failure, in ms, one for each retry. */
export type RetrySchedule = readonly number[]

/** The state of a delivery after an attempt, and when its next attempt is due. */
export type NextState =
  | { state: 'delivered' | 'failed'; delayMs: null }
  | { state: 'waiting'; delayMs: number }

/** A retry is late by at most a tenth of its delay, so that retries after an outage spread out. */
const SPREAD_PARTS = 10

/** The part of that tenth that is left to the worker, which checks once a second for due attempts. */
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
  const spread = Math.max(0, delay / SPREAD_PARTS - NOTICED_WITHIN_MS)
  return { state: 'waiting', delayMs: delay + Math.floor(spread * random) }
}
