import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplayItemState, ReplayRunState } from '../../../../contract/replay.ts'
import type { Database } from '../../../database/database.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { addItems } from './add-items.ts'
import { ReplayRepository } from './replay-repository.ts'
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
  duration_ms: 20,
  answer: 'null characters \0 are no text of a database',
}

let database: Database
let repository: ReplayRepository
let made = 0
beforeAll(async () => {
  database = await openTestDatabase()
  repository = new ReplayRepository(database.db)
})
afterAll(() => database.close())

/** A run with one event, whose item has the job `jobId`. */
const addOne = async (runState: ReplayRunState, state: ReplayItemState) => {
  const { db } = database
  const jobId = randomUUID()
  const event = { event_id: String(++made), receiver_url: 'https://acme.example/', payload: '{}' }
  const runId = await db.transaction().execute(async trx => {
    const id = await addRun(trx, OWNER, RANGE)
    const frozen = { ...event, state: 'prepared', reason: null, company: null } as const
    await addItems(trx, id, [{ ...frozen, failed_at: null }], { pass: 1, of: 1 })
    await trx.updateTable('replay_run').set({ state: runState }).where('id', '=', id).execute()
    return id
  })
  const { id: itemId } = await db
    .updateTable('replay_item')
    .set({ state, job_id: jobId })
    .where('run_id', '=', runId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { runId, itemId, jobId }
}
const runOf = (id: string) =>
  database.db.selectFrom('replay_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (itemId: number) => {
  const query = database.db.selectFrom('replay_item').select('state').where('id', '=', itemId)
  return (await query.executeTakeFirstOrThrow()).state
}
const settle = (itemIds: number[]) =>
  database.db.transaction().execute(trx =>
    repository.settleAll(
      trx,
      itemIds.map(itemId => ({ itemId, outcome: OUTCOME })),
    ),
  )

test('an item is only sent by the job that it names', async () => {
  const { itemId, jobId } = await addOne('running', 'queued')
  expect(await repository.beginSendingAll([{ itemId, jobId: randomUUID() }])).toEqual([])
  expect(await stateOf(itemId)).toBe('queued')
  const [item] = await repository.beginSendingAll([{ itemId, jobId }])
  expect(item).toMatchObject({ itemId, jobId, payload: '{}' })
  expect(await stateOf(itemId)).toBe('sending')
})

test.each(['paused', 'cancelled', 'ready'] as const)('a %s run sends nothing new', async state => {
  const { itemId, jobId } = await addOne(state, 'queued')
  expect(await repository.beginSendingAll([{ itemId, jobId }])).toEqual([])
})

test('an item in flight when its process died is sent again, and a settled one never', async () => {
  const inFlight = await addOne('paused', 'sending')
  expect(await repository.beginSendingAll([inFlight])).toHaveLength(1)
  await settle([inFlight.itemId])
  expect(await repository.beginSendingAll([inFlight])).toEqual([])
})

test('settling an item a second time changes nothing', async () => {
  const { runId, itemId, jobId } = await addOne('running', 'queued')
  await repository.beginSendingAll([{ itemId, jobId }])
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
