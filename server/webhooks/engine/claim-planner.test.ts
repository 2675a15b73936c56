import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DueAttempt } from './attempt-queue.ts'
import type { Wanted } from './claim-planner.ts'
import { due, many, startGates, wants } from './testing/start-gates.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a claim skips receivers that have enough, and asks for many of one that answers', () => {
  const { gates, begun, wanted } = startGates()
  const before = wants(gates.wanted('first', true, 500))
  expect(before).toMatchObject({ skippedReceivers: [], isDeep: false, ofOneReceiver: 30 })
  const due = many(30, 'busy.example/')
  gates.add('first', due)
  gates.claimed('first', before, due)
  for (let place = 0; place < 30; place++) {
    const next = begun[place]
    if (next !== undefined) gates.ended(next, true)
  }
  expect(wanted).toContain('first')
  const deep = wants(gates.wanted('first', false, 500))
  expect(deep.isDeep).toBe(true)
  expect(deep.limit).toBeGreaterThan(20)
  gates.add('first', many(deep.limit, 'busy.example/'))
  expect(gates.wanted('first', true, 500)?.skippedReceivers).toEqual(['busy.example/'])
  // It has enough, and its retries are in another queue, of which nothing was claimed yet.
  expect(gates.wanted('first', false, 500)).toBeNull()
  expect(gates.wanted('retries', false, 500)).toBeNull()
})

test('a claim skips receivers of which as many are claimed as it may take', () => {
  const { gates, begun } = startGates()
  gates.add('first', many(21, 'hangs.example/'))
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(20)
  gates.add('first', many(8, 'hangs.example/'))
  expect(gates.wanted('first', true, 500)?.skippedReceivers).toEqual([])
  gates.add('first', [due('hangs.example/')])
  expect(gates.wanted('first', true, 500)?.skippedReceivers).toEqual(['hangs.example/'])
})

test('a claim that fills one receiver says nothing about the others', () => {
  const { gates, wanted } = startGates()
  const claim = (attempts: DueAttempt[]) => {
    const plan = wants(gates.wanted('first', true, 500))
    gates.add('first', attempts)
    gates.claimed('first', plan, attempts)
  }
  const endAll = (attempts: DueAttempt[]) => {
    for (const attempt of attempts) {
      gates.ended(attempt, true)
      gates.released(attempt)
    }
  }
  const few = many(2, 'few.example/')
  claim([...many(30, 'busy.example/'), ...few])
  wanted.length = 0
  endAll(few)
  expect(wanted).toContain('first')

  // Nothing else is left of it in the queue.
  claim([])
  expect(gates.wanted('first', false, 500)).toBeNull()
})

test('a fast receiver at its limit of claims gets more once earlier outcomes are recorded', () => {
  const { gates, begun, wanted } = startGates()
  const claim = (attempts: (plan: Wanted) => DueAttempt[]) => {
    const plan = wants(gates.wanted('first', begun.length === 0, 10_000))
    const claimed = attempts(plan)
    gates.add('first', claimed)
    gates.claimed('first', plan, claimed)
    return plan
  }
  let ended = 0
  const endAll = () => {
    for (; ended < begun.length; ended++) {
      const attempt = begun[ended]
      if (attempt !== undefined) gates.ended(attempt, true)
    }
  }
  claim(() => many(30, 'busy.example/'))
  endAll()
  let claimed = 30
  for (;;) {
    vi.advanceTimersByTime(100)
    const { isDeep, ofOneReceiver } = claim(({ limit, ofOneReceiver }) => {
      const due = many(Math.min(limit, ofOneReceiver - claimed), 'busy.example/')
      claimed += due.length
      return due
    })
    expect(isDeep).toBe(true)
    endAll()
    if (claimed === ofOneReceiver) break
  }
  // PostgreSQL counts all of them as claimed, so this claim finds none.
  claim(() => [])
  wanted.length = 0
  for (const attempt of begun.slice(0, 30)) gates.released(attempt)
  expect(wanted).toContain('first')
  expect(wants(gates.wanted('first', false, 500)).isDeep).toBe(true)
})

test('shallow and deep claims take turns, however long a shallow one takes', () => {
  const { gates, begun } = startGates()
  const shallow = wants(gates.wanted('first', true, 500))
  const due = many(30, 'busy.example/')
  gates.add('first', due)
  gates.claimed('first', shallow, due)
  for (let place = 0; place < 30; place++) {
    const next = begun[place]
    if (next !== undefined) gates.ended(next, true)
  }
  const kinds = Array.from({ length: 4 }, () => {
    vi.advanceTimersByTime(500)
    return wants(gates.wanted('first', true, 500)).isDeep
  })
  expect(kinds).toEqual([true, false, true, false])
})
