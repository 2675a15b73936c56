import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ReceiverSetting } from '../../../contract/receiver.ts'
import type { Database } from '../../database/database.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { knownReceivers, lateReceivers } from './known-receivers.ts'

const open = closedAfterEach()

const OWNER = { service: 'https://service.example', account: 'partner 1', tokenKey: '', who: null }
const HOUR_MS = 60 * 60 * 1_000
const now = Date.now()
const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS)
const stamp = (hours: number) => hoursAgo(hours).toISOString().replace('Z', '+00:00')

type Replay = { receiver: string; hours: number; status: number | null; company?: string }

/** A run of the account with an item for each of these, sent this many hours ago. */
async function addRun(
  { db }: Database,
  replays: Replay[],
  { account = OWNER.account, isStarted = true } = {},
): Promise<void> {
  const run_id = randomUUID()
  const { service } = OWNER
  await db
    .insertInto('replay_run')
    .values({
      id: run_id,
      account,
      made_by: '',
      service,
      list: 'call_events_fail',
      from_date: '2026-11-01',
      to_date: '2026-11-02',
      asked_for: 'all',
      who: null,
      read_of: null,
      started_at: isStarted ? hoursAgo(1_000) : null,
    })
    .execute()
  for (const [index, { receiver, hours, status, company }] of replays.entries()) {
    const { id } = await db
      .insertInto('replay_item')
      .values({
        run_id,
        service,
        list: 'call_events_fail',
        event_id: String(index),
        state: status === null ? 'queued' : status === 200 ? 'delivered' : 'failed_again',
        receiver_url: `https://${receiver}`,
        receiver_name: receiver,
        payload: '{}',
        company: company ?? null,
        reason: null,
        settled_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (status === null) continue
    const error = status === 200 ? null : `answered ${status}`
    const attempt = { at: hoursAgo(hours), status, error, duration_ms: 9, answer: null }
    await db
      .insertInto('replay_attempt')
      .values({ item_id: id, service, receiver_name: receiver, ...attempt })
      .execute()
  }
}

type Late = { account: string; receiver: string; latenessMs: number }

const late = (receiver: string, latenessMs: number, account = OWNER.account): Late => ({
  account,
  receiver,
  latenessMs,
})

/** A process that reports late receivers. */
async function addProcess({ db }: Database, alive_until: Date, receivers: Late[]): Promise<void> {
  await db
    .insertInto('worker_process')
    .values({ id: randomUUID(), alive_until, late: JSON.stringify(receivers) })
    .execute()
}

const setting = (tracking_number: string, url: string): ReceiverSetting => ({
  tracking_number,
  url,
  who: null,
  set_at: '2026-11-22T09:00:00+00:00',
})

test('a receiver is listed with the companies of its latest replays', async () => {
  const database = await open(openTestDatabase())
  const receiver = 'shared.example'
  await addRun(database, [
    { receiver, hours: 3, status: 200, company: 'Bela' },
    { receiver, hours: 2, status: 500, company: 'Acme' },
    { receiver, hours: 1, status: 200, company: 'Acme' },
    { receiver: 'nameless.example', hours: 1, status: 200 },
  ])
  const listed = await knownReceivers(database.db, 'UTC', OWNER, [])
  const companies = new Map(listed.map(one => [one.receiver, one.companies]))
  expect(companies.get(receiver)).toEqual(['Acme', 'Bela'])
  expect(companies.get('nameless.example')).toEqual([])
})

test('receivers that are down come first, and each shows since when', async () => {
  const database = await open(openTestDatabase())
  await addRun(database, [
    { receiver: 'works.example', hours: 300, status: 500 },
    { receiver: 'works.example', hours: 5, status: 200 },
    { receiver: 'recovered.example', hours: 9, status: 500 },
    { receiver: 'down.example', hours: 200, status: 200 },
    { receiver: 'down.example', hours: 90, status: 200 },
  ])
  await addRun(database, [
    { receiver: 'recovered.example', hours: 8, status: 200 },
    { receiver: 'recovered.example', hours: 7, status: 200 },
    { receiver: 'down.example', hours: 80, status: 500 },
    { receiver: 'down.example', hours: 70, status: 404 },
    { receiver: 'queued.example', hours: 0, status: null },
  ])

  const known = await knownReceivers(database.db, 'UTC', OWNER, [])
  expect(known.map(({ receiver, state }) => [receiver, state])).toEqual([
    ['down.example', 'down'],
    ['recovered.example', 'recovered'],
    ['works.example', 'works'],
    ['queued.example', 'unknown'],
  ])
  const [down, recovered, works, queued] = known
  expect(down).toMatchObject({
    last_delivery: stamp(90),
    last_failure: stamp(70),
    works_since: null,
    fails_since: stamp(80),
    last_7_days: { delivered: 1, failed: 2 },
  })
  expect(recovered).toMatchObject({
    last_failure: stamp(9),
    works_since: stamp(8),
    fails_since: null,
    last_delivery: stamp(7),
  })
  expect(works).toMatchObject({ last_7_days: { delivered: 1, failed: 0 }, works_since: stamp(5) })
  expect(queued).toMatchObject({ last_delivery: null, last_failure: null, fails_since: null })
})

test('replays of others to the same receiver, and runs that nobody started, do not count', async () => {
  const database = await open(openTestDatabase())
  await addRun(database, [{ receiver: 'shared.example/hook', hours: 2, status: 200 }])
  await addRun(
    database,
    [
      { receiver: 'shared.example/hook', hours: 1, status: 500 },
      { receiver: 'secret.example/hook', hours: 1, status: 500 },
    ],
    { account: 'partner 2' },
  )
  await addRun(database, [{ receiver: 'draft.example', hours: 0, status: null }], {
    isStarted: false,
  })
  const known = await knownReceivers(database.db, 'UTC', OWNER, [])
  expect(known).toEqual([
    {
      receiver: 'shared.example/hook',
      companies: [],
      state: 'works',
      last_delivery: stamp(2),
      last_failure: null,
      works_since: stamp(2),
      fails_since: null,
      last_7_days: { delivered: 1, failed: 0 },
      late_s: null,
      tracking_numbers: 0,
    },
  ])
})

test('receivers of tracking numbers are listed before anything is replayed to them', async () => {
  const database = await open(openTestDatabase())
  await addRun(database, [{ receiver: 'crm.example/hook', hours: 2, status: 200 }])
  const known = await knownReceivers(database.db, 'UTC', OWNER, [
    setting('27215550100', 'https://crm.example/hook/?token=1'),
    setting('27215550101', 'https://crm.example/hook'),
    setting('27215550102', 'https://new.example/calls'),
  ])
  expect(known).toMatchObject([
    { receiver: 'crm.example/hook', state: 'works', tracking_numbers: 2 },
    { receiver: 'new.example/calls', state: 'unknown', tracking_numbers: 1 },
  ])
})

test('a receiver that holds up its events is down, whatever the result of its last replay', async () => {
  const database = await open(openTestDatabase())
  await addRun(database, [{ receiver: 'crm.example/hook', hours: 2, status: 200 }])
  await addProcess(database, hoursAgo(-1), [
    late('crm.example/hook', 61_000),
    late('calls.example', 5_000),
  ])
  expect(await knownReceivers(database.db, 'UTC', OWNER, [])).toMatchObject([
    { receiver: 'crm.example/hook', state: 'down', late_s: 61, fails_since: null },
    { receiver: 'calls.example', state: 'down', late_s: 5 },
  ])
})

test("the longest delay of all live processes counts, for the account's receivers only", async () => {
  const database = await open(openTestDatabase())
  await addProcess(database, hoursAgo(-1), [
    late('crm.example/hook', 45_400),
    late('other.example/hook', 3_600_000),
    late('secret.example/hook', 90_000, 'partner 2'),
  ])
  await addProcess(database, hoursAgo(-1), [late('crm.example/hook', 61_000)])
  await addProcess(database, hoursAgo(1), [late('dead.example/hook', 61_000)])
  expect(await lateReceivers(database.db, OWNER)).toEqual([
    { receiver: 'other.example/hook', late_s: 3_600 },
    { receiver: 'crm.example/hook', late_s: 61 },
  ])
})
