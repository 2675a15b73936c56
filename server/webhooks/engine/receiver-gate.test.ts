import { expect, test } from 'vitest'
import { MAX_CONCURRENT_PER_RECEIVER, ReceiverGate } from './receiver-gate.ts'

const CAP = MAX_CONCURRENT_PER_RECEIVER
const SECOND = 1_000

const late = (latenessMs: number) => ({
  url: 'https://crm.example/hook',
  account: 'partner 1',
  latenessMs,
})

/** How many may be in flight if the next one has just arrived. */
const limitOf = (gate: ReceiverGate) => gate.limit(CAP, 0, true)

test('a receiver gets two at first, one more with each 200, and at most twenty', () => {
  const gate = new ReceiverGate(0)
  expect(limitOf(gate)).toBe(2)
  for (let answers = 1; answers <= 18; answers++) {
    gate.ended(true)
    expect(limitOf(gate)).toBe(2 + answers)
  }
  for (let answers = 0; answers < 10; answers++) gate.ended(true)
  expect(limitOf(gate)).toBe(CAP)
})

test('after a failure it gets one trial attempt, and the first 200 starts it over', () => {
  const gate = new ReceiverGate(0)
  for (let answers = 0; answers < 30; answers++) gate.ended(true)
  gate.ended(false)
  expect(limitOf(gate)).toBe(1)
  gate.ended(false)
  expect(limitOf(gate)).toBe(1)
  gate.ended(true)
  expect(limitOf(gate)).toBe(2)
  gate.ended(true)
  expect(limitOf(gate)).toBe(3)
})

test('an attempt that has waited for half a second joins the trial attempt if the process has slots', () => {
  const gate = new ReceiverGate(0)
  gate.ended(false)
  expect(gate.limit(CAP, SECOND / 2 - 1, true)).toBe(1)
  expect(gate.limit(CAP, SECOND / 2, true)).toBe(CAP)
  expect(gate.limit(CAP, SECOND / 2, false)).toBe(1)
})

test('a receiver that is too slow with twenty attempts gets single trial attempts until it answers', () => {
  const gate = new ReceiverGate(0)
  for (let failures = 0; failures < 20; failures++) gate.ended(false)
  gate.began(late(30 * SECOND))
  expect(gate.limit(CAP, SECOND, true)).toBe(CAP)
  expect(gate.late()).toBeNull()
  gate.began(late(30 * SECOND + 1))
  expect(gate.limit(CAP, SECOND, true)).toBe(1)
  expect(gate.late()).toEqual(late(30 * SECOND + 1))
  expect(gate.ahead(CAP)).toBe(1)
  gate.ended(true)
  expect(gate.limit(CAP, SECOND, true)).toBe(CAP)
  expect(gate.late()).toBeNull()
})

test('processes share the twenty among them', () => {
  const gate = new ReceiverGate(0)
  for (let answers = 0; answers < 30; answers++) gate.ended(true)
  expect(gate.limit(10, 0, true)).toBe(10)
})

test('a fast receiver has as many claimed ahead as it takes in a quarter of a second', () => {
  const gate = new ReceiverGate(0)
  expect(gate.ahead(CAP)).toBe(CAP)
  let now = 0
  for (let look = 0; look < 20; look++) {
    for (let answers = 0; answers < 100; answers++) gate.ended(true)
    now += 100
    gate.look(now)
  }
  expect(gate.ahead(CAP)).toBeCloseTo(250, -1)
  for (let look = 0; look < 20; look++) {
    now += 100
    gate.look(now)
  }
  expect(gate.ahead(CAP)).toBe(2 * CAP)
})

test('a fast receiver has some read ahead after twenty answers since it last had nothing to send', () => {
  const gate = new ReceiverGate(0)
  for (let answers = 0; answers < 100; answers++) gate.ended(true)
  gate.look(100)
  expect(gate.prefetchCount()).toBeGreaterThan(0)
  gate.rest()
  for (let answers = 1; answers < CAP; answers++) gate.ended(true)
  expect(gate.prefetchCount()).toBe(0)
  gate.ended(true)
  expect(gate.prefetchCount()).toBeGreaterThan(0)
  gate.ended(false)
  expect(gate.prefetchCount()).toBe(0)
})
