import { afterAll, expect, test } from 'vitest'
import type { ReplayRunState } from '../../../contract/replay.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { FIRST_STEP } from '../replays/store/ramp.ts'
import { conditionsOf } from './conditions.ts'
import { WatchState } from './judge.ts'

const MINUTE = 60_000
const NOW = new Date('2026-11-21T08:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE)

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

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
    startedAt: ago(60),
    caller: null,
    state,
  }
  return conditionsOf(db, watch, { hosts, now: NOW, timeZone: 'Africa/Johannesburg' })
}

async function addRun(
  { service, account }: Account,
  state: ReplayRunState,
  finished_at: Date | null = null,
): Promise<string> {
  const id = crypto.randomUUID()
  await db
    .insertInto('replay_run')
    .values({
      ...{ id, service, account, state, finished_at, made_by: 'key', who: 'Thandi' },
      ...{ list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' },
      ...{ asked_for: 'all', name: 'Incident', read_of: null },
    })
    .execute()
  return id
}

test('a run that finished since the last look says what became of its events', async () => {
  const account = newAccount()
  await addRun(account, 'finished', ago(30))
  const run_id = await addRun(account, 'finished', ago(1))
  const item = {
    run_id,
    service: account.service,
    list: 'call_events_fail',
    payload: '{}',
  } as const
  await db
    .insertInto('replay_item')
    .values(
      (['delivered', 'delivered', 'skipped'] as const).map((state, place) => ({
        ...{ ...item, state, event_id: `${place}` },
        ...{ receiver_url: null, reason: null, settled_at: null },
      })),
    )
    .execute()
  expect(await conditions(account)).toEqual([
    {
      ...{ kind: 'run_finished', key: `run_finished ${run_id}`, receiver: null, company: null },
      facts: { run: { id: run_id, name: 'Incident' }, outcome: { delivered: 2, skipped: 1 } },
    },
  ])
})

test('a run waits for a person if it is paused, or if the pause of a receiver has no end', async () => {
  const account = newAccount()
  const paused = await addRun(account, 'paused')
  const running = await addRun(account, 'running')
  const pause = { why: 'gone', at: '2026-11-21T09:00:00+02:00', failed: 1, of: 1 } as const
  const receiver = { run_id: running, open_items: 1, released_items: 0 }
  const some = [
    { receiver_name: 'works.example', pause: null },
    { receiver_name: 'gone.example', pause: JSON.stringify(pause) },
    { receiver_name: 'busy.example', pause: JSON.stringify(pause), wait_until: NOW },
    { receiver_name: 'stopped.example', pause: JSON.stringify(pause), stop_reason: 'Stopped.' },
  ]
  await db
    .insertInto('replay_receiver')
    .values(some.map(one => ({ ...receiver, ...one, ramp: JSON.stringify(FIRST_STEP) })))
    .execute()
  const seen = await conditions(account)
  expect(seen.map(({ key }) => key).toSorted()).toEqual(
    [`run_paused ${running} gone.example`, `run_paused ${paused}`].toSorted(),
  )
})

test('a standing order has ended when it says why or when its time is over', async () => {
  const account = newAccount()
  const run_id = await addRun(account, 'running')
  const order = { run_id, who: null, last_trial: null, ended: null, problem: null }
  const rest = {
    sealed: null,
    made_by: null,
    events_left: null,
    next_read_at: null,
    next_run: null,
  }
  const orders = [
    { receiver_name: 'waits.example', ends_at: ago(-60) },
    { receiver_name: 'late.example', ends_at: ago(1) },
    { receiver_name: 'gone.example', ends_at: ago(-60), ended: 'Answered 410.' },
  ]
  await db
    .insertInto('standing_order')
    .values(orders.map(one => ({ ...order, ...rest, ...one })))
    .execute()
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
  await db
    .insertInto('block_note')
    .values(
      days.map(until => ({
        ...{ ...account, ...note, until, context: 'company' as const },
        phone_numbers: ['27825550189', '27825550190'],
      })),
    )
    .execute()
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
  await db
    .insertInto('receiver_certificate')
    .values(ends.map(one => ({ ...one, checked_at: NOW })))
    .execute()
  const hosts = ends.map(({ receiver }) => receiver)
  const seen = await conditions(newAccount(), ago(2), hosts)
  expect(seen.map(({ receiver, facts }) => [receiver, facts.isOver])).toEqual([
    ['over.example', true],
    ['soon.example', false],
  ])
  await db
    .updateTable('receiver_certificate')
    .set({ valid_until: ago(-12 * DAY) })
    .execute()
  const keys = new Set(
    [...seen, ...(await conditions(newAccount(), ago(2), hosts))].map(one => one.key),
  )
  expect(keys.size).toBe(6)
})
