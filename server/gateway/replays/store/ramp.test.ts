import { assert, constantFrom, array as manyOf, property } from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_STEP, judge, type Pause, type Ramp } from './ramp.ts'

type Answer = number | 'timeout'
const outcomeOf = (answer: Answer) => ({
  delivered: answer === 200,
  status: answer === 'timeout' ? null : answer,
})

/** How a ramp continues after these answers, and the size of each step. It ends with a pause. */
function after(answers: Answer[]) {
  let ramp: Ramp = FIRST_STEP
  let pause: Pause | null = null
  const steps = [ramp.step]
  for (const [index, answer] of answers.entries()) {
    const judged = judge(ramp, outcomeOf(answer))
    ramp = judged.ramp
    pause = judged.pause
    if (ramp.settled === 0) steps.push(ramp.step)
    if (pause !== null) return { ramp, pause, steps, count: index + 1 }
  }
  return { ramp, pause, steps, count: answers.length }
}
const times = (count: number, answer: Answer) => Array<Answer>(count).fill(answer)

test('a receiver that answers 200 gets 1, 2, 5 and 20 events, and then as many as it handles', () => {
  expect(after(times(28, 200)).steps).toEqual([1, 2, 5, 20, 500])
})

test.each<[string, Answer[], Pause['why'], number]>([
  ['does not answer', times(9, 'timeout'), 'failed_in_a_row', 3],
  ['fails one half of a step', [200, 200, 500], 'half_failed', 3],
  ['fails every second event', [500, 200, 500, 200, 500], 'half_failed', 3],
  ['answers the first event and fails the others', [200, 503, 503], 'half_failed', 2],
  [
    'fails three in a row at full speed',
    [...times(100, 200), 500, 500, 500],
    'failed_in_a_row',
    103,
  ],
  ['rejects three different events in a row', times(9, 422), 'events_rejected', 3],
  ['is gone', [...times(50, 200), 410], 'gone', 51],
])('a receiver that %s is paused', (_, answers, why, count) => {
  expect(after(answers)).toMatchObject({ pause: { why }, count })
})

test.each([400, 413, 415, 422])(
  'an answer %i about one or two events pauses no receiver',
  answer => {
    expect(after([answer, answer, ...times(27, 200)]).pause).toBe(null)
    expect(after([200, answer, 200, 200, answer]).pause).toBe(null)
  },
)

test('a step is repeated until every event of one was delivered', () => {
  expect(after([500, 200, 200, 200, 500, ...times(9, 200)]).steps).toEqual([1, 1, 2, 5, 5, 20])
})

test('a receiver that asks for a pause gets one, and is paused when it asks for a third one', () => {
  const busy = { delivered: false, status: 503, retryAfterS: 60 }
  const first = judge(FIRST_STEP, busy)
  expect(first).toMatchObject({ pause: { why: 'asked_to_wait' }, waitS: 60 })
  const second = judge({ ...FIRST_STEP, waits: first.ramp.waits }, busy)
  expect(second.pause?.why).toBe('asked_to_wait')
  const third = judge({ ...FIRST_STEP, waits: second.ramp.waits }, busy)
  expect(third.pause?.why).toBe('asked_too_often')
  expect(judge(second.ramp, outcomeOf(200)).ramp.waits).toBe(0)
})

test('whatever a receiver answers, no step exceeds 20 before one of 20 was delivered, and three failures pause it', () => {
  const answers = manyOf(constantFrom<Answer[]>(200, 200, 200, 200, 422, 500, 'timeout'), {
    maxLength: 200,
  })
  assert(
    property(answers, all => {
      const { ramp, pause, count } = after(all)
      const seen = all.slice(0, count)
      const isFailure = (answer: Answer) => answer === 500 || answer === 'timeout'
      const last = seen.filter(answer => answer !== 422).slice(-3)
      if (last.length === 3 && last.every(isFailure)) expect(pause).not.toBe(null)
      const longest = Math.max(
        0,
        ...seen
          .map(answer => (answer === 200 ? '1' : ' '))
          .join('')
          .split(' ')
          .map(run => run.length),
      )
      if (ramp.step > 20) expect(longest).toBeGreaterThanOrEqual(20)
    }),
    { seed: 46, numRuns: 1_000 },
  )
})
