import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { due, many, startGates } from './testing/start-gates.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

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

test("attempts beyond a receiver's capacity are given back, and so are waiting ones at the end", () => {
  const { gates, begun } = startGates()
  const surplus = gates.add('first', many(100, 'new.example/'))
  expect(begun).toHaveLength(2)
  expect(begun.length + surplus.length + gates.takeWaiting().length).toBe(100)
  expect(surplus.length).toBeGreaterThan(50)
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(2)
})
