import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SCHEDULE } from '../../testing/delivery-engine.ts'
import { nextState } from './retry-schedule.ts'

const Random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it('a success at any point ends a delivery', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), Random, (number, random) => {
      expect(nextState(number, true, SCHEDULE, random)).toEqual({
        state: 'delivered',
        delayMs: null,
      })
    }),
  )
})

it('a failure waits for its retry: at least its delay, and at most 5 s or a twentieth more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), Random, (number, random) => {
      const next = nextState(number, false, SCHEDULE, random)
      const delay = SCHEDULE[number - 1] ?? 0
      expect(next.state).toBe('waiting')
      expect(next.delayMs).toBeGreaterThanOrEqual(delay)
      expect(next.delayMs).toBeLessThanOrEqual(delay + Math.min(delay / 20, 5_000))
    }),
  )
})

it('retries after one outage spread over five seconds', () => {
  const delays = [0, 0.5, 0.999].map(random => nextState(3, false, SCHEDULE, random).delayMs)
  expect(delays).toEqual([1_800_000, 1_802_500, 1_804_995])
})

it('a delay that is too short for that is not changed', () => {
  expect(nextState(1, false, [5_000], 0.999)).toEqual({ state: 'waiting', delayMs: 5_000 })
})

it('the failure of the last retry is final', () => {
  expect(nextState(4, false, SCHEDULE, 0)).toEqual({ state: 'failed', delayMs: null })
})
