import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DueAttempt } from './attempt-queue.ts'
import type { Wanted } from './claim-planner.ts'
import { GateRegistry } from './gate-registry.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

let made = 0

function due(receiver: string, { account = 'acme', isUrgent = false } = {}): DueAttempt {
  const id = ++made
  return { jobId: `job ${id}`, retryCount: 0, id, number: 1, receiver, account, isUrgent }
}

const many = (count: number, receiver: string, account?: string) =>
  Array.from({ length: count }, () => due(receiver, { account }))

function wants(wanted: Wanted | null): Wanted {
  if (wanted === null) throw new Error('Nothing is wanted')
  return wanted
}

function startGates({ processes = 1, inFlight = 2_000 } = {}) {
  const begun: DueAttempt[] = []
  const wanted: string[] = []
  const gates = new GateRegistry<string>({
    begin: attempt => begun.push(attempt),
    wantMore: queue => wanted.push(queue),
    processes: () => processes,
    now: () => performance.now(),
    inFlight,
  })
  const begunAt = (receiver: string) => begun.filter(one => one.receiver === receiver)
  return { gates, begun, begunAt, wanted }
}

test('a hanging receiver delays neither another receiver nor another account on the same host', () => {
  const { gates, begunAt } = startGates()
  gates.add('first', many(20, 'automation.example/hangs'))
  vi.advanceTimersByTime(2_000)
  expect(begunAt('automation.example/hangs')).toHaveLength(20)
  gates.add('first', [due('automation.example/other', { account: 'other' })])
  expect(begunAt('automation.example/other')).toHaveLength(1)
})

test('a receiver is down after three failures in a row, until it answers 200 or has had no attempt for long', () => {
  const { gates, begun } = startGates()
  const end = (receiver: string, delivered: boolean | null) => {
    gates.add('first', [due(receiver)])
    const attempt = begun.at(-1)
    if (attempt === undefined) throw new Error('No attempt began')
    gates.ended(attempt, delivered)
    gates.released(attempt)
  }
  for (const delivered of [false, false, true, false, false, null]) end('a.example/', delivered)
  expect(gates.countDown()).toBe(0)
  end('a.example/', false)
  for (let failures = 0; failures < 3; failures++) end('b.example/', false)
  expect(gates.countDown()).toBe(2)
  end('a.example/', true)
  expect(gates.countDown()).toBe(1)
  vi.advanceTimersByTime(11 * 60_000)
  gates.wanted('first', true, 10)
  expect(gates.countDown()).toBe(0)
})

test('a host has its own limit, of which an account leaves a part to the others', () => {
  const { gates, begun, begunAt } = startGates()
  const receivers = Array.from({ length: 400 }, (_, place) => `automation.example/${place}`)
  gates.add(
    'first',
    receivers.map(receiver => due(receiver)),
  )
  const ofTheFirst = begun.length
  expect(ofTheFirst).toBeLessThan(400)
  gates.add('first', many(2, 'automation.example/other', 'other'))
  expect(begunAt('automation.example/other')).toHaveLength(2)
  gates.add('first', many(2, 'elsewhere.example/'))
  expect(begunAt('elsewhere.example/')).toHaveLength(2)
})

test('hanging receivers, however many, leave most slots of the process to others', () => {
  const { gates, begun, begunAt } = startGates()
  const hanging = Array.from({ length: 100 }, (_, place) => `hangs-${place}.example/`)
  for (const receiver of hanging) gates.add('first', many(20, receiver))
  vi.advanceTimersByTime(8_000)
  // Two for each, and 500 in addition.
  expect(begun).toHaveLength(2 * 100 + 500)
  gates.add('first', many(2, 'healthy.example/'))
  expect(begunAt('healthy.example/')).toHaveLength(2)
})

test('late attempts to hanging receivers start a few at a time, of one receiver after the other', () => {
  const { gates, begun } = startGates()
  for (let receiver = 0; receiver < 100; receiver++)
    gates.add('first', many(20, `${receiver}.example/`))
  vi.advanceTimersByTime(1_000)
  const before = begun.length
  vi.advanceTimersByTime(50)
  const late = begun.slice(before)
  expect(late).toHaveLength(5)
  expect(new Set(late.map(({ receiver }) => receiver)).size).toBe(5)
  vi.advanceTimersByTime(50)
  expect(new Set(begun.slice(before).map(({ receiver }) => receiver)).size).toBe(10)
})

test('attempts that arrive one by one for a hanging receiver start in parallel after half a second', () => {
  const { gates, begun } = startGates()
  for (let place = 1; place <= 20; place++) {
    gates.add('first', [due('hangs.example/')])
    vi.advanceTimersByTime(600)
    expect(begun).toHaveLength(place)
  }
  gates.add('first', [due('hangs.example/')])
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(20)
})

test('attempts that a person waits for go first', () => {
  const { gates, begun } = startGates()
  const [first, second, ...others] = many(10, 'one.example/')
  if (first === undefined || second === undefined) throw new Error('There are ten')
  gates.add('first', [first, second, ...others])
  const urgent = due('one.example/', { isUrgent: true })
  gates.add('first', [urgent])
  gates.ended(first, true)
  expect(begun[2]).toBe(urgent)
})

test('a waiting attempt starts when another one ends, and an attempt that sent nothing proves nothing', () => {
  const { gates, begun } = startGates()
  const [first, ...others] = many(3, 'one.example/')
  if (first === undefined) throw new Error('There are three')
  gates.add('first', [first, ...others])
  expect(begun).toHaveLength(2)
  gates.ended(first, null)
  expect(begun).toHaveLength(3)
  expect(gates.wanted('first', true, 500)).toMatchObject({ isDeep: false, limit: 500 })
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

test("attempts beyond a receiver's capacity are given back, and so are waiting ones at the end", () => {
  const { gates, begun } = startGates()
  const surplus = gates.add('first', many(100, 'new.example/'))
  expect(begun).toHaveLength(2)
  expect(begun.length + surplus.length + gates.takeWaiting().length).toBe(100)
  expect(surplus.length).toBeGreaterThan(50)
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(2)
})
