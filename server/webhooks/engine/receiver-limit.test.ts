import { expect, test } from 'vitest'
import { MAX_CONCURRENT_PER_RECEIVER, ReceiverLimit } from './receiver-limit.ts'

const CAP = MAX_CONCURRENT_PER_RECEIVER
const SECOND = 1_000

const late = (latenessMs: number) => ({
  url: 'https://crm.example/hook',
  account: 'partner 1',
  latenessMs,
})

/** How many may be in flight if the next one has just arrived. */
const limitOf = (limit: ReceiverLimit) => limit.limit(CAP, 0, true)

test('a receiver gets two at first, one more with each 200, and at most twenty', () => {
  const limit = new ReceiverLimit(0)
  expect(limitOf(limit)).toBe(2)
  for (let answers = 1; answers <= 18; answers++) {
    limit.ended(true)
    expect(limitOf(limit)).toBe(2 + answers)
  }
  for (let answers = 0; answers < 10; answers++) limit.ended(true)
  expect(limitOf(limit)).toBe(CAP)
})

test('after a failure it gets one trial attempt, and the first 200 starts it over', () => {
  const limit = new ReceiverLimit(0)
  for (let answers = 0; answers < 30; answers++) limit.ended(true)
  limit.ended(false)
  expect(limitOf(limit)).toBe(1)
  limit.ended(false)
  expect(limitOf(limit)).toBe(1)
  limit.ended(true)
  expect(limitOf(limit)).toBe(2)
  limit.ended(true)
  expect(limitOf(limit)).toBe(3)
})

test('an attempt that has waited for half a second joins the trial attempt if the process has room', () => {
  const limit = new ReceiverLimit(0)
  limit.ended(false)
  expect(limit.limit(CAP, SECOND / 2 - 1, true)).toBe(1)
  expect(limit.limit(CAP, SECOND / 2, true)).toBe(CAP)
  expect(limit.limit(CAP, SECOND / 2, false)).toBe(1)
})

test('a receiver that is too slow with twenty attempts gets single trial attempts until it answers', () => {
  const limit = new ReceiverLimit(0)
  for (let failures = 0; failures < 20; failures++) limit.ended(false)
  limit.postBegan(late(30 * SECOND), 0)
  expect(limit.limit(CAP, SECOND, true)).toBe(CAP)
  expect(limit.late()).toBeNull()
  limit.postBegan(late(30 * SECOND + 1), 0)
  expect(limit.limit(CAP, SECOND, true)).toBe(1)
  expect(limit.late()).toEqual(late(30 * SECOND + 1))
  expect(limit.ahead(CAP)).toBe(1)
  limit.ended(true)
  expect(limit.limit(CAP, SECOND, true)).toBe(CAP)
  expect(limit.late()).toBeNull()
})

test('processes share the twenty among them', () => {
  const limit = new ReceiverLimit(0)
  for (let answers = 0; answers < 30; answers++) limit.ended(true)
  expect(limit.limit(10, 0, true)).toBe(10)
})

test('a fast receiver has as many claimed ahead as it takes in a quarter of a second', () => {
  const limit = new ReceiverLimit(0)
  expect(limit.ahead(CAP)).toBe(CAP)
  let now = 0
  for (let look = 0; look < 20; look++) {
    for (let answers = 0; answers < 100; answers++) limit.ended(true)
    now += 100
    limit.updateRate(now)
  }
  expect(limit.ahead(CAP)).toBeCloseTo(250, -1)
  for (let look = 0; look < 20; look++) {
    now += 100
    limit.updateRate(now)
  }
  expect(limit.ahead(CAP)).toBe(2 * CAP)
})

test('a fast receiver has some read ahead after twenty answers since it last had nothing to send', () => {
  const limit = new ReceiverLimit(0)
  for (let answers = 0; answers < 100; answers++) limit.ended(true)
  limit.updateRate(100)
  expect(limit.prefetchCount()).toBeGreaterThan(0)
  limit.rest()
  for (let answers = 1; answers < CAP; answers++) limit.ended(true)
  expect(limit.prefetchCount()).toBe(0)
  limit.ended(true)
  expect(limit.prefetchCount()).toBeGreaterThan(0)
  limit.ended(false)
  expect(limit.prefetchCount()).toBe(0)
})
