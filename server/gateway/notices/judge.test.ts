import { expect, test } from 'vitest'
import { judge, judgeAway, type ReceiverSeen, type Seen, WatchState } from './judge.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVERY = 2 * MINUTE
const START = Date.parse('2026-11-21T08:00:00Z')

/** One account whose receivers a test changes while time passes. */
function watch({ knowsSuccesses = true } = {}) {
  let now = START
  let state = WatchState.parse({})
  const seen: Seen = {
    receivers: [],
    knowsSuccesses,
    certificates: [],
    finished: [],
    paused: [],
    due: 0,
    orders: [],
  }
  const self = {
    seen,
    at: (ms = 0) => new Date(now + ms),
    /** Looks now, and returns the kinds that are told, each with its receiver. */
    look(): string[] {
      const judged = judge(state, seen, { now: new Date(now), everyMs: EVERY })
      // As the database stores it.
      state = WatchState.parse(JSON.parse(JSON.stringify(judged.state)))
      return judged.notices.map(({ kind, receiver }) => [kind, receiver].filter(Boolean).join(' '))
    },
    away(): string[] {
      const judged = judgeAway(state, { now: new Date(now), everyMs: EVERY, reason: 'Timeout.' })
      state = judged.state
      return judged.notices.map(({ kind }) => kind)
    },
    /** Time passes with a look every two minutes. Returns all that is told. */
    pass(ms: number, change: () => void = () => {}): string[] {
      const told: string[] = []
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + EVERY)
        change()
        told.push(...self.look())
      }
      return told
    },
    jump(ms: number) {
      now += ms
    },
  }
  expect(self.look()).toEqual([])
  return self
}

type Watched = ReturnType<typeof watch>

function receiver(name: string, more: Partial<ReceiverSeen> = {}): ReceiverSeen {
  const none = { failures: 0, recent: 0, first: null, last: null, cause: null, success: null }
  return { receiver: name, company: null, mayBeOurs: false, ...none, ...more }
}

function failing(one: Watched, count: number, more: Partial<ReceiverSeen> = {}): ReceiverSeen {
  return receiver('acme', {
    ...{
      failures: count,
      recent: count,
      first: one.at(-MINUTE),
      last: one.at(),
      cause: 'Answered 500',
    },
    ...more,
  })
}

function recovered(one: Watched): ReceiverSeen {
  return receiver('acme', { success: one.at() })
}

test('a receiver fails after five failures since its last success, and is told once', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 4)]
  expect(one.pass(EVERY)).toEqual([])
  one.seen.receivers = [failing(one, 5)]
  expect(one.pass(EVERY)).toEqual(['failing acme'])
  one.seen.receivers = [failing(one, 500)]
  expect(one.pass(HOUR)).toEqual([])
})

test('a receiver fails after one failure that is 30 minutes old, without a success since', () => {
  const one = watch()
  const first = one.at()
  one.seen.receivers = [failing(one, 1, { first, last: first })]
  expect(one.pass(28 * MINUTE)).toEqual([])
  expect(one.pass(EVERY)).toEqual(['failing acme'])
})

test('where successes are unknown, only the failures of an hour count', () => {
  const one = watch({ knowsSuccesses: false })
  const first = one.at()
  one.seen.receivers = [failing(one, 20, { recent: 4, first })]
  expect(one.pass(HOUR)).toEqual([])
  one.seen.receivers = [failing(one, 21, { recent: 5, first })]
  expect(one.pass(EVERY)).toEqual(['failing acme'])
})

test('what failed before somebody let Redial watch is not told', () => {
  const one = watch()
  const earlier = { ...one.seen, receivers: [failing(one, 50)] }
  const at = (ms: number) => ({ now: one.at(ms), everyMs: EVERY })
  const first = judge(WatchState.parse({}), earlier, at(0))
  expect(first.notices).toEqual([])
  expect(judge(first.state, earlier, at(EVERY)).notices).toEqual([])
})

test('blocked numbers that are due are told', () => {
  const one = watch()
  one.seen.due = 3
  expect(one.look()).toEqual(['numbers_due'])
})

test('failures of an older day, which somebody has opened, are no news', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 50, { first: one.at(-9 * DAY), last: one.at(-8 * DAY) })]
  expect(one.pass(HOUR)).toEqual([])
})

test('a receiver that still fails after a day is told once more', () => {
  const one = watch()
  const first = one.at()
  const told = one.pass(3 * DAY, () => {
    one.seen.receivers = [failing(one, 9, { first })]
  })
  expect(told).toEqual(['failing acme', 'still_failing acme'])
})

test('a receiver that has been quiet for a day is not said to fail still', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 9)]
  expect(one.pass(3 * DAY)).toEqual(['failing acme'])
})

test('a receiver has recovered when nothing failed for ten minutes after a success', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 9)]
  one.pass(HOUR)
  one.seen.receivers = [recovered(one)]
  expect(one.pass(10 * MINUTE)).toEqual([])
  expect(one.pass(EVERY)).toEqual(['recovered acme'])
  expect(one.pass(DAY)).toEqual([])
})

test('events that people dealt with in another way are no recovery', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 9)]
  one.pass(HOUR)
  one.seen.receivers = [receiver('acme')]
  expect(one.pass(DAY)).toEqual([])
})

test('a receiver that flaps every minute is told at most once an hour', () => {
  const one = watch()
  let looks = 0
  const told = one.pass(6 * HOUR, () => {
    looks += 1
    one.seen.receivers = [looks % 2 === 0 ? recovered(one) : failing(one, 9)]
  })
  expect(told).toEqual(['failing acme'])
})

test('after a recovery, a receiver is not said to fail again within an hour', () => {
  const one = watch()
  const fails = () => {
    one.seen.receivers = [failing(one, 9)]
  }
  const works = () => {
    one.seen.receivers = [recovered(one)]
  }
  one.pass(EVERY, fails)
  expect(one.pass(14 * MINUTE, works)).toEqual(['recovered acme'])
  expect(one.pass(50 * MINUTE, fails)).toEqual([])
  expect(one.pass(HOUR, fails)).toEqual(['failing acme'])
})

test('failures of a company with a contact are judged alone', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 9), failing(one, 4, { company: 'Acme' })]
  expect(one.pass(EVERY)).toEqual(['failing acme'])
  one.seen.receivers = [failing(one, 10), failing(one, 5, { company: 'Acme' })]
  expect(one.pass(EVERY)).toEqual(['failing acme'])
})

const many = (one: Watched, count: number, more: Partial<ReceiverSeen>) =>
  Array.from({ length: count }, (_, at) => ({ ...failing(one, 9, more), receiver: `r${at}` }))

const OURS = { mayBeOurs: true, cause: 'Could not be reached' }

test('many receivers that can’t be reached at once are one outage, and its end is told', () => {
  const one = watch()
  one.seen.receivers = many(one, 100, OURS)
  expect(one.pass(EVERY)).toEqual(['outage'])
  one.seen.receivers = many(one, 120, OURS)
  expect(one.pass(HOUR)).toEqual([])
  one.seen.receivers = one.seen.receivers.map(({ receiver: name }) =>
    receiver(name, { success: one.at() }),
  )
  expect(one.pass(HOUR)).toEqual(['outage_over'])
})

test('a receiver that still fails after an outage is told alone', () => {
  const one = watch()
  one.seen.receivers = many(one, 20, OURS)
  one.pass(EVERY)
  one.seen.receivers = one.seen.receivers.map((seen, at) =>
    at === 0 ? seen : receiver(seen.receiver, { success: one.at() }),
  )
  expect(one.pass(HOUR)).toEqual(['outage_over', 'failing r0'])
})

test('many receivers that answer with errors are their own fault', () => {
  const one = watch()
  one.seen.receivers = many(one, 20, {})
  expect(one.pass(EVERY)).toHaveLength(20)
})

test('a service that does not answer is told after ten minutes, and when it answers again', () => {
  const one = watch()
  one.seen.receivers = many(one, 20, {})
  const told: string[] = []
  for (let minutes = 0; minutes < 60; minutes += 2) {
    one.jump(EVERY)
    told.push(...one.away())
  }
  expect(told).toEqual(['service_away'])
  one.seen.receivers = []
  expect(one.pass(EVERY)).toEqual(['service_back'])
})

test('a service that does not answer for a moment is not told', () => {
  const one = watch()
  for (let minutes = 0; minutes < 8; minutes += 2) {
    one.jump(EVERY)
    expect(one.away()).toEqual([])
  }
  expect(one.pass(HOUR)).toEqual([])
})

test('that Redial itself did not look is told', () => {
  const one = watch()
  one.jump(HOUR)
  expect(one.look()).toEqual(['not_watched'])
})

test('a clock that is set back tells nothing', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 9)]
  one.pass(EVERY)
  one.jump(-3 * HOUR)
  expect(one.look()).toEqual([])
  expect(one.pass(HOUR)).toEqual([])
})

test('a certificate that expires soon is told although Redial has just begun to watch', () => {
  const one = watch()
  const certificates = [{ receiver: 'acme', until: one.at(DAY) }]
  const at = (ms: number) => ({ now: one.at(ms), everyMs: EVERY })
  const first = judge(WatchState.parse({}), { ...one.seen, certificates }, at(0))
  expect(first.notices.map(({ kind }) => kind)).toEqual(['certificate'])
  expect(judge(first.state, { ...one.seen, certificates }, at(EVERY)).notices).toEqual([])
})

test('a certificate is told once, 14 days before it expires', () => {
  const one = watch()
  const until = one.at(15 * DAY)
  one.seen.certificates = [{ receiver: 'acme', until }]
  expect(one.pass(23 * HOUR)).toEqual([])
  expect(one.pass(3 * DAY)).toEqual(['certificate acme'])
  one.seen.certificates = [{ receiver: 'acme', until: one.at(13 * DAY) }]
  expect(one.pass(EVERY)).toEqual(['certificate acme'])
})

const RUN = { id: 'run', name: 'Incident' }

test('a part of a replay that waits for a person is told once each time', () => {
  const one = watch()
  one.seen.paused = [{ ...RUN, receiver: 'acme' }]
  expect(one.pass(HOUR)).toEqual(['run_paused acme'])
  one.seen.paused = []
  one.pass(EVERY)
  one.seen.paused = [{ ...RUN, receiver: 'acme' }]
  expect(one.pass(HOUR)).toEqual(['run_paused acme'])
})

test('a finished replay has one key, however often it is seen', () => {
  const one = watch()
  const finished = [{ ...RUN, delivered: 3, failed: 1, skipped: 0 }]
  const state = WatchState.parse({ lookedAt: one.at().toISOString() })
  const keys = [one.at(EVERY), one.at(2 * EVERY)].flatMap(now =>
    judge(state, { ...one.seen, finished }, { now, everyMs: EVERY }).notices.map(({ key }) => key),
  )
  expect(new Set(keys)).toEqual(new Set(['run_finished run']))
})

test('a standing order that ends is told, and one that ended before is not', () => {
  const one = watch()
  const order = { ...RUN, receiver: 'acme', isActive: true, reason: null }
  const old = { ...order, receiver: 'old', isActive: false }
  one.seen.orders = [order, old]
  expect(one.pass(HOUR)).toEqual([])
  one.seen.orders = [{ ...order, isActive: false, reason: 'Answered 410' }, old]
  expect(one.pass(HOUR)).toEqual(['order_ended acme'])
})
