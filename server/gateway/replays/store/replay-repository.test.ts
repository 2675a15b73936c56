import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { rowsOf, setRows } from '../../../testing/rows.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { eventStatesVersion } from '../../events/event-states.ts'
import { RANGE } from '../testing/replay-client.ts'
import { DELIVERED, FAILED, OWNER, storedItems } from '../testing/stored-items.ts'
import { lockForChange } from './locks.ts'
import { beginSending, closeItems, settleItems } from './replay-repository.ts'

const database = await closedAfterAll(openTestDatabase())
const { addOne, reach, runOf, stateOf, settle, waitsOrEnds } = storedItems(database)

test('an item is only sent by the job that it names', async () => {
  const { itemId, jobId } = await addOne('running', 'queued')
  expect(await beginSending(database.db, [{ id: itemId, jobId: randomUUID() }])).toEqual([])
  expect(await stateOf(itemId)).toBe('queued')
  const [item] = await beginSending(database.db, [{ id: itemId, jobId }])
  expect(item).toMatchObject({ id: itemId, jobId, payload: '{}' })
  expect(await stateOf(itemId)).toBe('sending')
})

test.each(['paused', 'cancelled', 'ready'] as const)('a %s run sends nothing new', async state => {
  const { itemId, jobId } = await addOne(state, 'queued')
  expect(await beginSending(database.db, [{ id: itemId, jobId }])).toEqual([])
})

test('an item is only sent after its receiver has come to it, and not while the receiver is paused or stopped', async () => {
  const { runId, itemId, jobId } = await addOne('running', 'queued')
  for (const [pass, id] of [
    [0, 0],
    [1, itemId + 1],
  ] as const) {
    await reach(runId, pass, id)
    expect(await beginSending(database.db, [{ id: itemId, jobId }])).toEqual([])
  }
  await reach(runId, 1, itemId)
  const setPause = (pause: string | null) =>
    sql`update replay_receiver set pause = ${pause}::jsonb where run_id = ${runId}`.execute(
      database.db,
    )
  await setPause('{}')
  expect(await beginSending(database.db, [{ id: itemId, jobId }])).toEqual([])
  await setPause(null)
  const setStop = (stop_reason: string | null) =>
    database.db
      .updateTable('replay_receiver')
      .set({ stop_reason })
      .where('run_id', '=', runId)
      .execute()
  await setStop('Stopped by Thandi.')
  expect(await beginSending(database.db, [{ id: itemId, jobId }])).toEqual([])
  await setStop(null)
  expect(await beginSending(database.db, [{ id: itemId, jobId }])).toHaveLength(1)
})

test('no sending starts while somebody changes the run, or after that', async () => {
  const { runId, itemId, jobId } = await addOne('running', 'queued')
  let beginning: Promise<unknown[]> = Promise.resolve([])
  await database.db.transaction().execute(async trx => {
    await lockForChange(trx, runId, OWNER)
    beginning = beginSending(database.workerDb, [{ id: itemId, jobId }])
    await waitsOrEnds(beginning)
    await trx.updateTable('replay_run').set({ state: 'paused' }).where('id', '=', runId).execute()
  })
  expect(await beginning).toEqual([])
})

test('what a run with a pace has released counts for the time until it may release more', async () => {
  const { runId } = await addOne('running', 'queued')
  const pausesForMinutes = await database.db.transaction().execute(async trx => {
    await trx.updateTable('replay_run').set({ pace: 10 }).where('id', '=', runId).execute()
    await closeItems(trx, runId, 0, 6_000)
    const { rows } = await sql<{ s: number }>`
      select extract(epoch from paced_until - clock_timestamp())::float8 as s from replay_run where id = ${runId}
    `.execute(trx)
    return Math.round((rows[0]?.s ?? 0) / 60)
  })
  expect(pausesForMinutes).toBe(10)
})

test('an item in flight when its process died is sent again, and a settled one never', async () => {
  const { itemId: id, jobId } = await addOne('paused', 'sending')
  const inFlight = { id, jobId }
  expect(await beginSending(database.db, [inFlight])).toHaveLength(1)
  await settle([id])
  expect(await beginSending(database.db, [inFlight])).toEqual([])
})

test('settling an item a second time changes nothing', async () => {
  const { runId, itemId, jobId } = await addOne('running', 'queued')
  await beginSending(database.db, [{ id: itemId, jobId }])
  await Promise.all([settle([itemId]), settle([itemId])])
  const attempts = await rowsOf(database.db, 'replay_attempt', { item_id: itemId }, 'answer')
  expect(attempts).toEqual([{ answer: DELIVERED.answer?.replace('\0', '\u{fffd}') }])
  expect(await runOf(runId)).toMatchObject({ state: 'finished', finished_at: expect.any(Date) })
})

test('runs are finished by the transaction that settles their last item, many at once', async () => {
  const items = []
  for (let count = 0; count < 20; count++) items.push(await addOne('running', 'sending'))
  const ids = items.map(({ itemId }) => itemId)
  await Promise.all([settle(ids), settle(ids.toReversed()), settle(ids.slice(5, 15))])
  for (const { runId } of items) expect((await runOf(runId)).state).toBe('finished')
})

test.each([
  ['after the failure', [FAILED, DELIVERED]],
  ['before the failure', [DELIVERED, FAILED]],
  ['between two failures', [FAILED, DELIVERED, FAILED]],
])(
  'an item with a 200 that is recorded %s is delivered, and its run counts it',
  async (_when, outcomes) => {
    const { runId, itemId } = await addOne('running', 'sending')
    for (const outcome of outcomes) await settle([itemId], outcome)
    expect(await stateOf(itemId)).toBe('delivered')
    expect(await runOf(runId)).toMatchObject({
      state: 'finished',
      final_counts: { delivered: 1 },
    })
  },
)

test('a late 200 changes the version of the event states, also in a run that is not finished', async () => {
  const { runId, itemId } = await addOne('running', 'sending')
  await setRows(database.db, 'replay_run', { id: runId }, { started_at: new Date(), open_items: 2 })
  await settle([itemId], FAILED)
  const version = () => eventStatesVersion(database.db, RANGE.list, OWNER)
  const before = await version()
  expect(await version()).toBe(before)
  await settle([itemId])
  expect(await version()).not.toBe(before)
})

test('a late 200 counts in a run that another transaction finishes at the same time', async () => {
  const { db } = database
  const [one, other] = [await addOne('running', 'sending'), await addOne('running', 'sending')]
  await setRows(db, 'replay_item', { id: other.itemId }, { run_id: one.runId })
  await db.updateTable('replay_run').set({ open_items: 2 }).where('id', '=', one.runId).execute()
  await settle([one.itemId], FAILED)
  const late = Promise.withResolvers<void>()
  const isSettled = Promise.withResolvers<void>()
  const overriding = db.transaction().execute(async trx => {
    await settleItems(trx, [{ id: one.itemId, outcome: DELIVERED }])
    isSettled.resolve()
    await late.promise
  })
  await isSettled.promise
  const finishing = settle([other.itemId])
  await waitsOrEnds(finishing)
  late.resolve()
  await Promise.all([overriding, finishing])
  expect(await runOf(one.runId)).toMatchObject({
    state: 'finished',
    final_counts: { delivered: 2 },
  })
})
