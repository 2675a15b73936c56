import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReplayItemState, ReplayRunState } from '../../../../contract/replay.ts'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import { eventStatesVersion } from '../../events/event-states.ts'
import { addItems } from './add-items.ts'
import { beginSending, settleItems } from './replay-repository.ts'
import { beginReceivers } from './run-receivers.ts'
import { addRun } from './run-store.ts'

const RANGE = {
  list: 'call_events_fail',
  from_date: '2026-11-21',
  to_date: '2026-11-22',
  asked_for: 'all',
  read_of: null,
} as const
const OWNER = { account: 'acme', service: 'own', tokenKey: 'thandi', who: 'Thandi' }
const OUTCOME = {
  at: new Date('2026-11-21T08:30:00Z'),
  delivered: true,
  status: 200,
  error: null,
  cause: null,
  duration_ms: 20,
  answer: 'null characters \0 are no text of a database',
}

let made = 0
const database = await closedAfterAll(openTestDatabase())

/** A run with one event, whose item has the job `jobId`. */
const addOne = async (runState: ReplayRunState, state: ReplayItemState) => {
  const { db } = database
  const jobId = randomUUID()
  const event = { event_id: String(++made), receiver_url: 'https://acme.example/', payload: '{}' }
  const runId = await db.transaction().execute(async trx => {
    const id = await addRun(trx, OWNER, RANGE)
    const frozen = {
      ...event,
      list: RANGE.list,
      state: 'prepared',
      reason: null,
      company: null,
    } as const
    await addItems(trx, id, [{ ...frozen, failed_at: null }], { pass: 1, of: 1 })
    await trx.updateTable('replay_run').set({ state: runState }).where('id', '=', id).execute()
    if (runState === 'running') await beginReceivers(trx, id)
    return id
  })
  await reach(runId, 1, 0)
  const { id: itemId } = await db
    .updateTable('replay_item')
    .set({ state, job_id: jobId })
    .where('run_id', '=', runId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { runId, itemId, jobId }
}
/** Releases the items of a run up to a place. */
const reach = (runId: string, reached_pass: number, reached_id: number) =>
  database.db
    .updateTable('replay_receiver')
    .set({ reached_pass, reached_id })
    .where('run_id', '=', runId)
    .execute()
const runOf = (id: string) =>
  database.db.selectFrom('replay_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (itemId: number) => {
  const query = database.db.selectFrom('replay_item').select('state').where('id', '=', itemId)
  return (await query.executeTakeFirstOrThrow()).state
}
const settle = (itemIds: number[], outcome: Outcome = OUTCOME) =>
  database.db.transaction().execute(trx =>
    settleItems(
      trx,
      itemIds.map(itemId => ({ itemId, outcome })),
    ),
  )

test('an item is only sent by the job that it names', async () => {
  const { itemId, jobId } = await addOne('running', 'queued')
  expect(await beginSending(database.db, [{ itemId, jobId: randomUUID() }])).toEqual([])
  expect(await stateOf(itemId)).toBe('queued')
  const [item] = await beginSending(database.db, [{ itemId, jobId }])
  expect(item).toMatchObject({ itemId, jobId, payload: '{}' })
  expect(await stateOf(itemId)).toBe('sending')
})

test.each(['paused', 'cancelled', 'ready'] as const)('a %s run sends nothing new', async state => {
  const { itemId, jobId } = await addOne(state, 'queued')
  expect(await beginSending(database.db, [{ itemId, jobId }])).toEqual([])
})

test('an item is only sent after its receiver has come to it, and not while the receiver is paused', async () => {
  const { runId, itemId, jobId } = await addOne('running', 'queued')
  for (const [pass, id] of [
    [0, 0],
    [1, itemId + 1],
  ] as const) {
    await reach(runId, pass, id)
    expect(await beginSending(database.db, [{ itemId, jobId }])).toEqual([])
  }
  await reach(runId, 1, itemId)
  const setPause = (pause: string | null) =>
    sql`update replay_receiver set pause = ${pause}::jsonb where run_id = ${runId}`.execute(
      database.db,
    )
  await setPause('{}')
  expect(await beginSending(database.db, [{ itemId, jobId }])).toEqual([])
  await setPause(null)
  expect(await beginSending(database.db, [{ itemId, jobId }])).toHaveLength(1)
})

test('an item in flight when its process died is sent again, and a settled one never', async () => {
  const inFlight = await addOne('paused', 'sending')
  expect(await beginSending(database.db, [inFlight])).toHaveLength(1)
  await settle([inFlight.itemId])
  expect(await beginSending(database.db, [inFlight])).toEqual([])
})

test('settling an item a second time changes nothing', async () => {
  const { runId, itemId, jobId } = await addOne('running', 'queued')
  await beginSending(database.db, [{ itemId, jobId }])
  await Promise.all([settle([itemId]), settle([itemId])])
  const attempts = await database.db
    .selectFrom('replay_attempt')
    .select('answer')
    .where('item_id', '=', itemId)
    .execute()
  expect(attempts).toEqual([{ answer: OUTCOME.answer.replace('\0', '\u{fffd}') }])
  expect(await runOf(runId)).toMatchObject({ state: 'finished', finished_at: expect.any(Date) })
})

test('runs are finished by the transaction that settles their last item, many at once', async () => {
  const items = []
  for (let count = 0; count < 20; count++) items.push(await addOne('running', 'sending'))
  const ids = items.map(({ itemId }) => itemId)
  await Promise.all([settle(ids), settle(ids.toReversed()), settle(ids.slice(5, 15))])
  for (const { runId } of items) expect((await runOf(runId)).state).toBe('finished')
})

const FAILED = { ...OUTCOME, delivered: false, status: 500, error: 'answered 500' }

test.each([
  ['after the failure', [FAILED, OUTCOME]],
  ['before the failure', [OUTCOME, FAILED]],
  ['between two failures', [FAILED, OUTCOME, FAILED]],
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
  await database.db
    .updateTable('replay_run')
    .set({ started_at: new Date(), open_items: 2 })
    .where('id', '=', runId)
    .execute()
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
  await db
    .updateTable('replay_item')
    .set({ run_id: one.runId })
    .where('id', '=', other.itemId)
    .execute()
  await db.updateTable('replay_run').set({ open_items: 2 }).where('id', '=', one.runId).execute()
  await settle([one.itemId], FAILED)
  const late = Promise.withResolvers<void>()
  const isSettled = Promise.withResolvers<void>()
  const overriding = db.transaction().execute(async trx => {
    await settleItems(trx, [{ itemId: one.itemId, outcome: OUTCOME }])
    isSettled.resolve()
    await late.promise
  })
  await isSettled.promise
  let isFinished = false
  const finishing = settle([other.itemId]).then(() => {
    isFinished = true
  })
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length > 0
  }
  await eventually(async () => isFinished || (await isWaiting()))
  late.resolve()
  await Promise.all([overriding, finishing])
  expect(await runOf(one.runId)).toMatchObject({
    state: 'finished',
    final_counts: { delivered: 2 },
  })
})
