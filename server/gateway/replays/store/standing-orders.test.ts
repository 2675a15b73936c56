import { expect, test } from 'vitest'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import { DELIVERED, FAILED, LOST } from '../testing/stored-items.ts'
import { FIRST_STEP, judge } from './ramp.ts'
import { type ActiveOrder, afterOutcome, mayHeal } from './standing-orders.ts'

/** An order whose first trial is planned. */
const NEW: ActiveOrder = { trials: 1, isFirstDay: true, last_trial: null, ended: null }
const AT = '2026-11-21T08:30:00.000Z'
const answered = (status: number): Outcome => ({ ...FAILED, status })
const times = (count: number, outcome: Outcome) => Array<Outcome>(count).fill(outcome)

/** The order after these outcomes of its receiver, and in how many minutes the next trial came after each pause. */
function after(outcomes: Outcome[]) {
  let order = NEW
  let ramp = FIRST_STEP
  const minutes: (number | null)[] = []
  for (const outcome of outcomes) {
    const judged = judge(ramp, outcome, true)
    const next = afterOutcome(order, outcome, { ...judged, at: AT, step: ramp.step })
    order = next.order
    if (judged.pause !== null) minutes.push(next.waitS && next.waitS / 60)
    ramp = judged.pause === null ? judged.ramp : FIRST_STEP
  }
  return { order, minutes }
}

test('trials come after 5, 10, 20 and 40 minutes and then each hour', () => {
  expect(after(times(5, FAILED)).minutes).toEqual([10, 20, 40, 60, 60])
})

test('after four trials that the receiver may have got, one comes every four hours', () => {
  // At most ten a day.
  expect(after(times(5, LOST)).minutes).toEqual([10, 20, 40, 240, 240])
})

test('a receiver that asks to wait puts off the next trial', () => {
  expect(after([{ ...answered(503), retryAfterS: 1_800 }]).minutes).toEqual([30])
})

test('a receiver that fails again after it took a whole step is tried after five minutes again', () => {
  const failed = times(3, FAILED)
  expect(after([...failed, ...times(28, DELIVERED), ...failed]).minutes).toEqual([10, 20, 40, 5])
})

test.each([
  [403, 1, 'Answered 403, access refused: waiting doesn’t change that.'],
  [410, 1, 'Answered 410, address closed permanently: waiting doesn’t change that.'],
  [204, 1, 'Answered 204, but only 200 counts: waiting doesn’t change that.'],
  [302, 1, 'Answered 302, redirected us: waiting doesn’t change that.'],
  [422, 3, 'The receiver rejected three different events in a row.'],
])('an order ends with the reason after %i, %i times', (status, count, ended) => {
  const outcomes = times(count, answered(status))
  expect(after(outcomes.slice(1)).order.ended).toBe(null)
  expect(after(outcomes)).toMatchObject({ order: { ended }, minutes: [null] })
})

test.each([true, false, null])('a 404 may heal on the first day: %j', isFirstDay => {
  const order = isFirstDay === null ? null : { isFirstDay }
  expect(mayHeal('failed_in_a_row', answered(404), order)).toBe(isFirstDay ?? true)
})
