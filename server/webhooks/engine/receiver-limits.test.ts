import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { due, many, startLimits } from './testing/start-limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a hanging receiver delays neither another receiver nor another account on the same host', () => {
  const { limits, begunAt } = startLimits()
  limits.add('first', many(20, 'automation.example/hangs'))
  vi.advanceTimersByTime(2_000)
  expect(begunAt('automation.example/hangs')).toHaveLength(20)
  limits.add('first', [due('automation.example/other', { account: 'other' })])
  expect(begunAt('automation.example/other')).toHaveLength(1)
})

test('a receiver is down after three failures in a row, until it answers 200 or has had no attempt for long', () => {
  const { limits, begun } = startLimits()
  const end = (receiver: string, delivered: boolean | null) => {
    limits.add('first', [due(receiver)])
    const attempt = begun.at(-1)
    if (attempt === undefined) throw new Error('No attempt began')
    limits.ended(attempt, delivered)
    limits.released(attempt)
  }
  for (const delivered of [false, false, true, false, false, null]) end('a.example/', delivered)
  expect(limits.countDown()).toBe(0)
  end('a.example/', false)
  for (let failures = 0; failures < 3; failures++) end('b.example/', false)
  expect(limits.countDown()).toBe(2)
  end('a.example/', true)
  expect(limits.countDown()).toBe(1)
  vi.advanceTimersByTime(11 * 60_000)
  limits.planClaim('first', true, 10)
  expect(limits.countDown()).toBe(0)
})

test('a host has its own limit, of which an account leaves a part to the others', () => {
  const { limits, begun, begunAt } = startLimits()
  const receivers = Array.from({ length: 400 }, (_, index) => `automation.example/${index}`)
  limits.add(
    'first',
    receivers.map(receiver => due(receiver)),
  )
  const ofTheFirst = begun.length
  expect(ofTheFirst).toBeLessThan(400)
  limits.add('first', many(2, 'automation.example/other', 'other'))
  expect(begunAt('automation.example/other')).toHaveLength(2)
  limits.add('first', many(2, 'elsewhere.example/'))
  expect(begunAt('elsewhere.example/')).toHaveLength(2)
})

test('hanging receivers, however many, leave most of the room in the process to others', () => {
  const { limits, begun, begunAt } = startLimits()
  const hanging = Array.from({ length: 100 }, (_, index) => `hangs-${index}.example/`)
  for (const receiver of hanging) limits.add('first', many(20, receiver))
  vi.advanceTimersByTime(8_000)
  // Two for each, and 500 in addition.
  expect(begun).toHaveLength(2 * 100 + 500)
  limits.add('first', many(2, 'healthy.example/'))
  expect(begunAt('healthy.example/')).toHaveLength(2)
})

test('late attempts to hanging receivers start a few at a time, of one receiver after the other', () => {
  const { limits, begun } = startLimits()
  for (let receiver = 0; receiver < 100; receiver++)
    limits.add('first', many(20, `${receiver}.example/`))
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
  const { limits, begun } = startLimits()
  for (let count = 1; count <= 20; count++) {
    limits.add('first', [due('hangs.example/')])
    vi.advanceTimersByTime(600)
    expect(begun).toHaveLength(count)
  }
  limits.add('first', [due('hangs.example/')])
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(20)
})

test('attempts that a person waits for go first', () => {
  const { limits, begun } = startLimits()
  const [first, second, ...others] = many(10, 'one.example/')
  if (first === undefined || second === undefined) throw new Error('There are ten')
  limits.add('first', [first, second, ...others])
  const urgent = due('one.example/', { isUrgent: true })
  limits.add('first', [urgent])
  limits.ended(first, true)
  expect(begun[2]).toBe(urgent)
})

test('a waiting attempt starts when another one ends, and an attempt that sent nothing proves nothing', () => {
  const { limits, begun } = startLimits()
  const [first, ...others] = many(3, 'one.example/')
  if (first === undefined) throw new Error('There are three')
  limits.add('first', [first, ...others])
  expect(begun).toHaveLength(2)
  limits.ended(first, null)
  expect(begun).toHaveLength(3)
  expect(limits.planClaim('first', true, 500)).toMatchObject({ isDeep: false, limit: 500 })
})

test("attempts beyond a receiver's capacity are given back, and so are waiting ones at the end", () => {
  const { limits, begun } = startLimits()
  const surplus = limits.add('first', many(100, 'new.example/'))
  expect(begun).toHaveLength(2)
  expect(begun.length + surplus.length + limits.takeWaiting().length).toBe(100)
  expect(surplus.length).toBeGreaterThan(50)
  vi.advanceTimersByTime(5_000)
  expect(begun).toHaveLength(2)
})

describe('a busy process', () => {
  /** Receivers that have answered so often, each in `tookMs`, that each may have twenty attempts in flight. */
  function startQuickReceivers(count: number, tookMs = 5) {
    const started = startLimits({ isBusy: true })
    const names = Array.from({ length: count }, (_, index) => `quick-${index}.example/`)
    for (let answers = 0; answers < 20; answers++) {
      const attempts = names.map(name => due(name))
      started.limits.add('first', attempts)
      vi.advanceTimersByTime(tookMs)
      for (const attempt of attempts) started.limits.ended(attempt, true)
    }
    const posting = (name: string) => started.postedAt(name).length - 20
    return { ...started, names, posting }
  }

  test.each([
    { receivers: 1, each: 20 },
    { receivers: 4, each: 15 },
    { receivers: 30, each: 3 },
  ])('posts $each at a time to each of $receivers quick receivers', ({ receivers, each }) => {
    const { limits, names, posting } = startQuickReceivers(receivers)
    for (const name of names) limits.add('first', [due(name)])
    for (const name of names) limits.add('first', many(25, name))
    expect(names.map(posting)).toEqual(names.map(() => each))
  })

  test('posts the next one to a quick receiver when one has ended', () => {
    const { limits, names, posting, postedAt } = startQuickReceivers(30)
    for (const name of names) limits.add('first', many(6, name))
    const name = names.at(-1) ?? ''
    const before = posting(name)
    vi.advanceTimersByTime(50)
    expect(posting(name)).toBe(before)
    const [first] = postedAt(name).slice(20)
    if (first !== undefined) limits.ended(first, true)
    expect(posting(name)).toBe(before + 1)
  })

  test('posts all to a receiver that has not answered for a tenth of a second', () => {
    const { limits, names, posting } = startQuickReceivers(30)
    for (const name of names) limits.add('first', many(6, name))
    vi.advanceTimersByTime(150)
    expect(names.map(posting)).toEqual(names.map(() => 6))
  })

  test('posts all to a distant receiver', () => {
    const { limits, names, posting } = startQuickReceivers(30, 80)
    for (const name of names) limits.add('first', many(6, name))
    expect(names.map(posting)).toEqual(names.map(() => 6))
  })
})
