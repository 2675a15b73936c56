import { expect, test } from 'vitest'
import type { ReplayRunState } from '../../../contract/replay.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRows, setRows } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { FIRST_STEP } from '../replays/store/ramp.ts'
import { addStoredItem, addStoredRun } from '../replays/testing/stored-replay.ts'
import { conditionsOf } from './conditions.ts'
import { WatchState } from './judge.ts'

const MINUTE = 60_000
const NOW = new Date('2026-11-21T08:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE)

const { db } = await closedAfterAll(openTestDatabase())

/** Each test has an account of its own. */
let accounts = 0
const newAccount = () => ({ service: 'service', account: `account ${accounts++}` })
type Account = ReturnType<typeof newAccount>

async function conditions(account: Account, lookedAt = ago(2), hosts: string[] = []) {
  const state = WatchState.parse({ lookedAt: lookedAt.toISOString() })
  const watch = {
    ...account,
    id: 1,
    tokenKey: 'key',
    looks: 1,
    started_at: ago(60),
    caller: null,
    state,
  }
  return conditionsOf(db, watch, { hosts, now: NOW, timeZone: 'Africa/Johannesburg' })
}

/** A run of the account in this state. */
const addRun = (account: Account, state: ReplayRunState, finished_at: Date | null = null) =>
  addStoredRun(db, { ...account, state, finished_at, name: 'Incident' })

test('a run that finished since the last look says what became of its events', async () => {
  const account = newAccount()
  await addRun(account, 'finished', ago(30))
  const run = await addRun(account, 'finished', ago(1))
  for (const [place, state] of (['delivered', 'delivered', 'skipped'] as const).entries())
    await addStoredItem(db, run, { state, event_id: `${place}` })
  expect(await conditions(account)).toEqual([
    {
      ...{ kind: 'run_finished', key: `run_finished ${run.id}`, receiver: null, company: null },
      facts: { run: { id: run.id, name: 'Incident' }, outcome: { delivered: 2, skipped: 1 } },
    },
  ])
})

test('a run waits for a person if it is paused, or if the pause of a receiver has no end', async () => {
  const account = newAccount()
  const paused = await addRun(account, 'paused')
  const running = await addRun(account, 'running')
  const pause = { why: 'gone', at: '2026-11-21T09:00:00+02:00', failed: 1, of: 1 } as const
  const receiver = { run_id: running.id, open_items: 1, released_items: 0 }
  const some = [
    { receiver_name: 'works.example', pause: null },
    { receiver_name: 'gone.example', pause: JSON.stringify(pause) },
    { receiver_name: 'busy.example', pause: JSON.stringify(pause), wait_until: NOW },
    { receiver_name: 'stopped.example', pause: JSON.stringify(pause), stop_reason: 'Stopped.' },
  ]
  await addRows(
    db,
    'replay_receiver',
    ...some.map(one => ({ ...receiver, ...one, ramp: JSON.stringify(FIRST_STEP) })),
  )
  const seen = await conditions(account)
  expect(seen.map(({ key }) => key).toSorted()).toEqual(
    [`run_paused ${running.id} gone.example`, `run_paused ${paused.id}`].toSorted(),
  )
})

test('a standing order has ended when it says why or when its time is over', async () => {
  const account = newAccount()
  const { id: run_id } = await addRun(account, 'running')
  const orders = [
    { receiver_name: 'waits.example', ends_at: ago(-60) },
    { receiver_name: 'late.example', ends_at: ago(1) },
    { receiver_name: 'gone.example', ends_at: ago(-60), ended: 'Answered 410.' },
  ]
  await addRows(db, 'standing_order', ...orders.map(one => ({ run_id, who: null, ...one })))
  const ended = await conditions(account)
  expect(ended.map(({ receiver, facts }) => [receiver, facts.reason])).toEqual([
    ['gone.example', 'Answered 410.'],
    ['late.example', null],
  ])
})

test('blocked numbers become due on their day, even if Redial did not look then', async () => {
  const account = newAccount()
  const note = { reason: null, note: null, who: null, at: null, reference: 'acme' }
  const days = ['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22']
  await addRows(
    db,
    'block_note',
    ...days.map(until => ({
      ...{ ...account, ...note, until, context: 'company' as const },
      phone_numbers: ['27825550189', '27825550190'],
    })),
  )
  const counts = async (lookedAt: Date) =>
    (await conditions(account, lookedAt)).map(({ kind, facts }) => [kind, facts.count])
  expect(await counts(ago(2))).toEqual([['numbers_due', 2]])
  expect(await counts(ago(2 * 24 * 60))).toEqual([['numbers_due', 4]])
})

test('a certificate is a condition from 14 days before it expires, with a key for each expiry date', async () => {
  const DAY = 24 * 60
  const ends = [
    { receiver: 'late.example', valid_until: ago(-15 * DAY) },
    { receiver: 'soon.example', valid_until: ago(-13 * DAY) },
    { receiver: 'over.example', valid_until: ago(1) },
    { receiver: 'unknown.example', valid_until: null },
  ]
  await addRows(db, 'receiver_certificate', ...ends.map(one => ({ ...one, checked_at: NOW })))
  const hosts = ends.map(({ receiver }) => receiver)
  const seen = await conditions(newAccount(), ago(2), hosts)
  expect(seen.map(({ receiver, facts }) => [receiver, facts.isOver])).toEqual([
    ['over.example', true],
    ['soon.example', false],
  ])
  await setRows(db, 'receiver_certificate', {}, { valid_until: ago(-12 * DAY) })
  const keys = new Set(
    [...seen, ...(await conditions(newAccount(), ago(2), hosts))].map(one => one.key),
  )
  expect(keys.size).toBe(6)
})
