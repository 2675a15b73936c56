import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { rowsOf, setRows } from '../../../testing/rows.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { FAILED, LOST, OWNER, storedItems } from '../testing/stored-items.ts'
import { lockForChange } from './locks.ts'
import { queueItems } from './queue-items.ts'
import { beginReceivers, dueItems, pausedReceivers, renewReceivers } from './run-receivers.ts'
import { endOrders, makeOrders } from './standing-orders.ts'

const database = await closedAfterAll(openTestDatabase())
const { db } = database
const { add, runOf, stateOf, settle, waitsOrEnds } = storedItems(database)

const HOSTS = ['acme.example', 'bela.example']

/** A run with an event that is being sent to each host. Both have a standing order. */
async function ordered() {
  const [one, other] = await add('running', 'sending', HOSTS)
  if (one === undefined || other === undefined) throw new Error('There are no items')
  const options = { who: null, days: 7, tryNow: false }
  await db.transaction().execute(trx => makeOrders(trx, one.runId, 'all', options))
  await setRows(
    db,
    'replay_receiver',
    {},
    { released_items: sql`open_items`, pause: null, wait_until: null },
  )
  return { runId: one.runId, one: one.itemId, other: other.itemId }
}

test('an event waits again only if the order of its own receiver is active', async () => {
  const { runId, one, other } = await ordered()
  await db.transaction().execute(trx => endOrders(trx, runId, HOSTS.slice(1), 'Stopped.'))
  await settle([one, other], FAILED)
  expect([await stateOf(one), await stateOf(other)]).toEqual(['prepared', 'failed_again'])
})

test.each([
  [4, 'fail with 500', 'prepared', FAILED],
  [2, 'lose their answers', 'prepared', LOST],
  [3, 'lose their answers', 'failed_again', LOST],
])('after %i trials that %s, an event is %s', async (trials, _, state, outcome) => {
  const { one } = await ordered()
  for (let made = 0; made < trials; made++) {
    await setRows(db, 'replay_item', { id: one }, { state: 'sending' })
    await settle([one], outcome)
  }
  expect(await stateOf(one)).toBe(state)
})

test('an order that a person has ended keeps their reason', async () => {
  const { runId } = await ordered()
  for (const reason of ['Stopped by Thandi.', 'Nothing that failed since is missing.']) {
    await endOrders(db, runId, HOSTS, reason)
  }
  const ends = await rowsOf(db, 'standing_order', { run_id: runId }, 'ended')
  expect(ends).toEqual(HOSTS.map(() => ({ ended: 'Stopped by Thandi.' })))
})

test('an event does not wait again if a person ends its order while it is being recorded', async () => {
  const { runId, one } = await ordered()
  let settling: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async trx => {
    await lockForChange(trx, runId, OWNER)
    await endOrders(trx, runId, HOSTS, 'Stopped.')
    settling = settle([one], FAILED)
    await waitsOrEnds(settling)
  })
  await settling
  expect(await stateOf(one)).toBe('failed_again')
})

test('a late 200 for an event that waits again is its result, and ends its run', async () => {
  const { runId, one, other } = await ordered()
  await settle([other])
  await settle([one], FAILED)
  expect(await stateOf(one)).toBe('prepared')
  await settle([one])
  expect(await stateOf(one)).toBe('delivered')
  expect(await runOf(runId)).toMatchObject({
    state: 'finished',
    open_items: 0,
    final_counts: { delivered: 2 },
  })
})

test('a receiver that a person tries does not begin again when its planned trial comes meanwhile', async () => {
  const { runId } = await ordered()
  await setRows(
    db,
    'replay_receiver',
    { run_id: runId },
    { wait_until: sql`now() - interval '1 second'`, ramp: sql`ramp || '{"step": 20}'` },
  )
  await db.transaction().execute(trx => renewReceivers(trx, runId))
  const ramps = await rowsOf(db, 'replay_receiver', { run_id: runId }, 'ramp')
  expect(ramps.map(({ ramp }) => ramp.step)).toEqual([20, 20])
})

test('a paused receiver has no due events, and a stopped one is not paused', async () => {
  const [{ runId = '' } = {}] = await add('running', 'prepared', HOSTS)
  const set = (receiver: string, column: 'pause' | 'stop_reason', value: string) =>
    sql`
      update replay_receiver set ${sql.ref(column)} = ${value} where run_id = ${runId} and receiver_name = ${receiver}
    `.execute(db)
  const [acme = '', bela = ''] = HOSTS
  await sql`update replay_receiver set reached_pass = 0 where run_id = ${runId}`.execute(db)
  await set(acme, 'pause', '{}')
  const due = await db.transaction().execute(trx => dueItems(trx, runId, 10))
  expect(due.map(({ receiver }) => receiver)).toEqual([bela])
  await set(bela, 'pause', '{}')
  await set(bela, 'stop_reason', 'Stopped by Thandi.')
  const paused = await pausedReceivers(db, [{ id: runId }])
  expect(paused.map(({ receiver_name }) => receiver_name)).toEqual([acme])
})

test('events of receivers that were stopped for different reasons have their own', async () => {
  const [{ runId } = { runId: '' }] = await add('running', 'prepared', HOSTS)
  const reasonOf = (host: string) => `Stopped at ${host}.`
  await db.transaction().execute(async trx => {
    const run = await lockForChange(trx, runId, OWNER)
    if (run === undefined) throw new Error('There is no run')
    for (const host of HOSTS) {
      const stopReason = reasonOf(host)
      await beginReceivers(trx, runId, { receivers: [host], keep: 'all', stopReason })
    }
    const due = await dueItems(trx, runId, 10)
    await queueItems(trx, run, due, { isUrgent: false, timeZone: 'UTC' })
  })
  const reasons = await rowsOf(db, 'replay_item', { run_id: runId }, 'reason')
  expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(HOSTS.map(reasonOf))
})
