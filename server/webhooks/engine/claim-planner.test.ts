import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DueAttempt } from './attempt-queue.ts'
import type { PlannedClaim } from './claim-planner.ts'
import { due, many, planned, startLimits } from './testing/start-limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a claim skips receivers that have enough, and asks for many of one that answers', () => {
  const { limits, begun, wanted } = startLimits()
  const before = planned(limits.planClaim('first', true, 500))
  expect(before).toMatchObject({ skippedReceivers: [], isDeep: false, ofOneReceiver: 30 })
  const due = many(30, 'busy.example/')
  limits.add('first', due)
  limits.claimed('first', before, due)
  for (let index = 0; index < 30; index++) {
    const next = begun[index]
    if (next !== undefined) limits.ended(next, true)
  }
  expect(wanted).toContain('first')
  const deep = planned(limits.planClaim('first', false, 500))
  expect(deep.isDeep).toBe(true)
  expect(deep.limit).toBeGreaterThan(20)
  limits.add('first', many(deep.limit, 'busy.example/'))
  expect(limits.planClaim('first', true, 500)?.skippedReceivers).toEqual(['busy.example/'])
  // It has enough, and its retries are in another queue, of which nothing was claimed yet.
  expect(limits.planClaim('first', false, 500)).toBeNull()
  expect(limits.planClaim('retries', false, 500)).toBeNull()
})

test('a claim skips receivers of which as many are claimed as it may take', () => {
  const { limits, begun } = startLimits()
  limits.add('first', many(21, 'hangs.example/'))
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(20)
  limits.add('first', many(8, 'hangs.example/'))
  expect(limits.planClaim('first', true, 500)?.skippedReceivers).toEqual([])
  limits.add('first', [due('hangs.example/')])
  expect(limits.planClaim('first', true, 500)?.skippedReceivers).toEqual(['hangs.example/'])
})

test('a claim that fills one receiver says nothing about the others', () => {
  const { limits, wanted } = startLimits()
  const claim = (attempts: DueAttempt[]) => {
    const plan = planned(limits.planClaim('first', true, 500))
    limits.add('first', attempts)
    limits.claimed('first', plan, attempts)
  }
  const endAll = (attempts: DueAttempt[]) => {
    for (const attempt of attempts) {
      limits.ended(attempt, true)
      limits.released(attempt)
    }
  }
  const few = many(2, 'few.example/')
  claim([...many(30, 'busy.example/'), ...few])
  wanted.length = 0
  endAll(few)
  expect(wanted).toContain('first')

  // Nothing else is left of it in the queue.
  claim([])
  expect(limits.planClaim('first', false, 500)).toBeNull()
})

test('a fast receiver at its limit of claims gets more once earlier outcomes are recorded', () => {
  const { limits, begun, wanted } = startLimits()
  const claim = (attempts: (plan: PlannedClaim) => DueAttempt[]) => {
    const plan = planned(limits.planClaim('first', begun.length === 0, 10_000))
    const claimed = attempts(plan)
    limits.add('first', claimed)
    limits.claimed('first', plan, claimed)
    return plan
  }
  let ended = 0
  const endAll = () => {
    for (; ended < begun.length; ended++) {
      const attempt = begun[ended]
      if (attempt !== undefined) limits.ended(attempt, true)
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
  for (const attempt of begun.slice(0, 30)) limits.released(attempt)
  expect(wanted).toContain('first')
  expect(planned(limits.planClaim('first', false, 500)).isDeep).toBe(true)
})

test('shallow and deep claims take turns, however long a shallow one takes', () => {
  const { limits, begun } = startLimits()
  const shallow = planned(limits.planClaim('first', true, 500))
  const due = many(30, 'busy.example/')
  limits.add('first', due)
  limits.claimed('first', shallow, due)
  for (let index = 0; index < 30; index++) {
    const next = begun[index]
    if (next !== undefined) limits.ended(next, true)
  }
  const kinds = Array.from({ length: 4 }, () => {
    vi.advanceTimersByTime(500)
    return planned(limits.planClaim('first', true, 500)).isDeep
  })
  expect(kinds).toEqual([true, false, true, false])
})
