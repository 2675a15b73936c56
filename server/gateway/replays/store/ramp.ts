import { type Selectable, sql } from 'kysely'
import type { ReceiverPause } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'

/*
 * How a run reaches full speed at one receiver: one event, then 2, 5 and 20, and then a rolling window. Each
 * step begins after the outcomes of the one before (docs/decisions/0017).
 */

export type Ramp = Selectable<Schema['replay_receiver']>['ramp']
export type Pause = Omit<ReceiverPause, 'at' | 'until' | 'order_until' | 'may_heal'>

const STEPS = [1, 2, 5, 20]

/** How many events wait in the queue at full speed. Enough for thousands a second, and few to drop at a pause. */
const WINDOW = 500

/** At full speed, as many outcomes are judged together. */
const JUDGED_TOGETHER = 20

const MAX_IN_A_ROW = 3

/** Answers about one event. The receiver works, so the others are sent. */
const ABOUT_THE_EVENT = [400, 413, 415, 422]
const GONE = 410

/** A step whose `settled` is negative begins after as many outcomes of events that were sent before it. */
export const FIRST_STEP: Ramp = {
  ...{ step: 1, settled: 0, failed: 0, rejected: 0 },
  ...{ failedInARow: 0, rejectedInARow: 0, waits: 0 },
}

/** How many events may be released now, of a `receiver`. */
export const ROOM = sql<number>`(case
  when (receiver.ramp ->> 'step')::integer >= ${WINDOW} then
    case when receiver.released_items <= ${WINDOW / 2} then ${WINDOW} - receiver.released_items else 0 end
  when receiver.released_items = 0 then
    (receiver.ramp ->> 'step')::integer - (receiver.ramp ->> 'settled')::integer
  else 0
end)`

export type Judged = {
  ramp: Ramp
  pause: Pause | null
  /** For how long the receiver asked to wait, if `pause` says so. */
  waitS: number
}

type JudgedOutcome = Pick<Outcome, 'delivered' | 'status' | 'retryAfterS'>

/**
 * Decides from the next outcome of a receiver whether it gets more events, and how many at a time.
 *
 * @param hasOrder whether a standing order tries again: then one failure of the first step is enough to wait
 */
export function judge(
  before: Ramp,
  { delivered, status, retryAfterS }: JudgedOutcome,
  hasOrder = false,
): Judged {
  const isRejected = ABOUT_THE_EVENT.includes(status ?? 0)
  const ramp = { ...before, settled: before.settled + 1 }
  if (delivered) Object.assign(ramp, { failedInARow: 0, rejectedInARow: 0, waits: 0 })
  else if (isRejected) {
    ramp.rejected += 1
    ramp.rejectedInARow += 1
  } else {
    ramp.failed += 1
    ramp.failedInARow += 1
  }
  if (!delivered && !isRejected && retryAfterS !== undefined) {
    ramp.waits += 1
    if (ramp.waits < MAX_IN_A_ROW) {
      return { ramp, pause: { why: 'asked_to_wait', failed: 1, of: 1 }, waitS: retryAfterS }
    }
  }
  const isTrial = hasOrder && ramp.step === 1 && !isRejected
  const pause = delivered ? null : pauseOf(ramp, status, isTrial)
  return { ramp: pause === null ? nextStep(ramp) : ramp, pause, waitS: 0 }
}

function pauseOf(ramp: Ramp, status: number | null, isTrial: boolean): Pause | null {
  const { step, failedInARow, rejectedInARow, waits } = ramp
  if (status === GONE) return { why: 'gone', failed: 1, of: 1 }
  if (isTrial) return { why: 'failed_in_a_row', failed: failedInARow, of: failedInARow }
  const inARow = { failed: MAX_IN_A_ROW, of: MAX_IN_A_ROW }
  if (waits >= MAX_IN_A_ROW) return { why: 'asked_too_often', ...inARow }
  if (failedInARow >= MAX_IN_A_ROW) return { why: 'failed_in_a_row', ...inARow }
  if (rejectedInARow >= MAX_IN_A_ROW) return { why: 'events_rejected', ...inARow }
  // Three different events are no coincidence.
  const failed = ramp.failed + (ramp.rejected >= MAX_IN_A_ROW ? ramp.rejected : 0)
  const of = Math.min(step, JUDGED_TOGETHER)
  // One failure says too little: a step of one is repeated.
  return of > 1 && failed * 2 >= of ? { why: 'half_failed', failed, of } : null
}

/** The next step follows one in which every event was delivered. Any other step is repeated. */
function nextStep(ramp: Ramp): Ramp {
  if (ramp.settled < Math.min(ramp.step, JUDGED_TOGETHER)) return ramp
  const isDelivered = ramp.failed + ramp.rejected === 0
  const step = isDelivered ? (STEPS.find(size => size > ramp.step) ?? WINDOW) : ramp.step
  return { ...ramp, step, settled: 0, failed: 0, rejected: 0 }
}
