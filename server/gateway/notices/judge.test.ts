import { expect, test } from 'vitest'
import { failureSummary } from '../../../contract/event/failure-cause.ts'
import {
  judge,
  judgeAway,
  type NewNotice,
  type ReceiverFailures,
  type Seen,
  WatchState,
} from './judge.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVERY = 2 * MINUTE
const START = Date.parse('2026-11-21T08:00:00Z')

/** One account whose receivers a test changes while time passes. */
function watch({ knowsSuccesses = true } = {}) {
  let now = START
  let state = WatchState.parse({})
  const seen: Seen = { receivers: [], knowsSuccesses, conditions: [] }
  const self = {
    seen,
    at: (ms = 0) => new Date(now + ms),
    /** Looks now, and returns the kinds of the notices, each with its receiver. */
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
    /** Time passes with a look every two minutes. Returns all notices. */
    pass(ms: number, change: () => void = () => {}): string[] {
      const notices: string[] = []
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + EVERY)
        change()
        notices.push(...self.look())
      }
      return notices
    },
    jump(ms: number) {
      now += ms
    },
  }
  expect(self.look()).toEqual([])
  return self
}

type Watched = ReturnType<typeof watch>

function receiver(name: string, more: Partial<ReceiverFailures> = {}): ReceiverFailures {
  const none = { failures: 0, recent: 0, first_failure: null, last_failure: null, cause: null }
  return { receiver: name, company: null, companies: [], last_delivery: null, ...none, ...more }
}

function failing(
  one: Watched,
  count: number,
  more: Partial<ReceiverFailures> = {},
): ReceiverFailures {
  return receiver('acme', {
    ...{ failures: count, recent: count, cause: 'Answered 500' },
    ...{ first_failure: one.at(-MINUTE), last_failure: one.at() },
    ...more,
  })
}

function recovered(one: Watched): ReceiverFailures {
  return receiver('acme', { last_delivery: one.at() })
}

test.each(['__proto__', 'constructor'])(
  'there is one notice about a receiver at the host %s',
  name => {
    const one = watch()
    one.seen.receivers = [failing(one, 5, { receiver: name })]
    expect(one.pass(HOUR)).toEqual([`failing ${name}`])
  },
)

test('there is one notice when a receiver has failed five times since its last success', () => {
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
  one.seen.receivers = [failing(one, 1, { first_failure: first, last_failure: first })]
  expect(one.pass(28 * MINUTE)).toEqual([])
  expect(one.pass(EVERY)).toEqual(['failing acme'])
})

test('where successes are unknown, only the failures of an hour count', () => {
  const one = watch({ knowsSuccesses: false })
  const first = one.at()
  one.seen.receivers = [failing(one, 20, { recent: 4, first_failure: first })]
  expect(one.pass(HOUR)).toEqual([])
  one.seen.receivers = [failing(one, 21, { recent: 5, first_failure: first })]
  expect(one.pass(EVERY)).toEqual(['failing acme'])
})

test('there is no notice about what failed before somebody let Redial watch', () => {
  const one = watch()
  const earlier = { ...one.seen, receivers: [failing(one, 50)] }
  const at = (ms: number) => ({ now: one.at(ms), everyMs: EVERY })
  const first = judge(WatchState.parse({}), earlier, at(0))
  expect(first.notices).toEqual([])
  expect(judge(first.state, earlier, at(EVERY)).notices).toEqual([])
})

test('failures of an older day, which somebody has opened, are no news', () => {
  const one = watch()
  one.seen.receivers = [
    failing(one, 50, { first_failure: one.at(-9 * DAY), last_failure: one.at(-8 * DAY) }),
  ]
  expect(one.pass(HOUR)).toEqual([])
})

test('there is a reminder each day while a receiver still fails', () => {
  const one = watch()
  const first = one.at()
  const notices = one.pass(3 * DAY + HOUR, () => {
    one.seen.receivers = [failing(one, 9, { first_failure: first })]
  })
  expect(notices).toEqual(['failing acme', ...Array(3).fill('still_failing acme')])
})

test('where successes are unknown, a reminder needs failures from the last hour', () => {
  const one = watch({ knowsSuccesses: false })
  one.seen.receivers = [failing(one, 9)]
  one.pass(HOUR)
  // It has failed for the last time 23 hours before the reminder would be due.
  one.seen.receivers = [failing(one, 9, { recent: 0 })]
  expect(one.pass(24 * HOUR)).toEqual([])
})

test('a reminder lists every receiver that has failed for a day and was in none for twelve hours', () => {
  const one = watch()
  const list = (names: string[]) => {
    one.seen.receivers = names.map(receiver => failing(one, 9, { receiver }))
  }
  one.pass(13 * HOUR, () => list(['acme']))
  one.pass(10 * HOUR, () => list(['acme', 'bela']))
  expect(one.pass(2 * HOUR, () => list(['acme', 'bela']))).toEqual(['still_failing acme'])
  const nextDay = one.pass(24 * HOUR, () => list(['acme', 'bela']))
  expect(nextDay).toEqual(['still_failing acme', 'still_failing bela'])
})

test('after a day, reminders list the receivers of an outage', () => {
  const one = watch()
  const notices = one.pass(DAY + HOUR, () => {
    one.seen.receivers = many(one, 10, OURS)
  })
  expect(notices).toEqual([
    'outage',
    ...many(one, 10, {}).map(({ receiver }) => `still_failing ${receiver}`),
  ])
})

test('a company with a contact does not make an outage larger', () => {
  const one = watch()
  const receivers = many(one, 5, OURS)
  one.seen.receivers = [...receivers, ...receivers.map(each => ({ ...each, company: 'Acme' }))]
  expect(one.pass(EVERY)).toHaveLength(10)
})

test('there is no reminder about a receiver that has been quiet for a day', () => {
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

test('there is at most one notice an hour about a receiver that flaps every minute', () => {
  const one = watch()
  let looks = 0
  const notices = one.pass(6 * HOUR, () => {
    looks += 1
    one.seen.receivers = [looks % 2 === 0 ? recovered(one) : failing(one, 9)]
  })
  expect(notices).toEqual(['failing acme'])
})

test('after a recovery, there is no notice within an hour that a receiver fails again', () => {
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

const many = (one: Watched, count: number, more: Partial<ReceiverFailures>) =>
  Array.from({ length: count }, (_, at) => ({ ...failing(one, 9, more), receiver: `r${at}` }))

const OURS = {
  cause: failureSummary({ status: null, error: null, cause: { code: 'unreachable' } }),
}

test('many receivers that can’t be reached at once are one outage, and there is a notice when it ends', () => {
  const one = watch()
  one.seen.receivers = many(one, 100, OURS)
  expect(one.pass(EVERY)).toEqual(['outage'])
  one.seen.receivers = many(one, 120, OURS)
  expect(one.pass(HOUR)).toEqual([])
  one.seen.receivers = one.seen.receivers.map(({ receiver: name }) =>
    receiver(name, { last_delivery: one.at() }),
  )
  expect(one.pass(HOUR)).toEqual(['outage_over'])
})

test('there is a notice about a receiver that still fails after an outage', () => {
  const one = watch()
  one.seen.receivers = many(one, 20, OURS)
  one.pass(EVERY)
  one.seen.receivers = one.seen.receivers.map((seen, at) =>
    at === 0 ? seen : receiver(seen.receiver, { last_delivery: one.at() }),
  )
  expect(one.pass(HOUR)).toEqual(['outage_over', 'failing r0'])
})

test('many receivers that answer with errors are their own fault', () => {
  const one = watch()
  one.seen.receivers = many(one, 20, {})
  expect(one.pass(EVERY)).toHaveLength(20)
})

test('there is a notice after a service has not answered for ten minutes, and one when it answers again', () => {
  const one = watch()
  one.seen.receivers = many(one, 20, {})
  const notices: string[] = []
  for (let minutes = 0; minutes < 60; minutes += 2) {
    one.jump(EVERY)
    notices.push(...one.away())
  }
  expect(notices).toEqual(['service_away'])
  one.seen.receivers = []
  expect(one.pass(EVERY)).toEqual(['service_back'])
})

test('there is no notice about a service that does not answer for a moment', () => {
  const one = watch()
  for (let minutes = 0; minutes < 8; minutes += 2) {
    one.jump(EVERY)
    expect(one.away()).toEqual([])
  }
  expect(one.pass(HOUR)).toEqual([])
})

test('there is a notice when Redial itself did not look', () => {
  const one = watch()
  one.jump(HOUR)
  expect(one.look()).toEqual(['not_watched'])
})

test('a clock that is set back causes no notice', () => {
  const one = watch()
  one.seen.receivers = [failing(one, 9)]
  one.pass(EVERY)
  one.jump(-3 * HOUR)
  expect(one.look()).toEqual([])
  expect(one.pass(HOUR)).toEqual([])
})

const condition = (kind: NewNotice['kind'], key: string): NewNotice => ({
  ...{ kind, key, receiver: 'acme', company: null },
  facts: {},
})

test('there is a notice when a condition begins, and none about one that was there before', () => {
  const one = watch()
  one.seen.conditions = [condition('order_ended', 'one')]
  expect(one.pass(HOUR)).toEqual(['order_ended acme'])
  const conditions = [condition('order_ended', 'old'), condition('certificate', 'old')]
  const first = judge(
    WatchState.parse({}),
    { ...one.seen, conditions },
    { now: one.at(), everyMs: EVERY },
  )
  expect(first.notices.map(({ kind }) => kind)).toEqual(['certificate'])
})

test('there is a notice each time a part of a replay waits for a person', () => {
  const one = watch()
  const looks = () => {
    one.seen.conditions = [condition('run_paused', 'run')]
    const before = one.pass(HOUR)
    one.seen.conditions = []
    return [...before, ...one.pass(EVERY)]
  }
  expect([...looks(), ...looks()]).toEqual(['run_paused acme', 'run_paused acme'])
})
