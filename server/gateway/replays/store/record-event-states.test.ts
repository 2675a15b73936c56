import { sql, type Transaction } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { stampIn } from '../../../../contract/time/stamp.ts'
import { rebuildEventStates } from '../../../database/rebuild-event-states.ts'
import type { Schema } from '../../../database/schema.ts'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { eventually } from '../../../testing/eventually.ts'
import { onlyRow, setRows } from '../../../testing/rows.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import type { Detail } from '../../../webhooks/engine/outcome-writer.ts'
import { eventStates, MAX_MARKS, markHandled, unmarkHandled } from '../../events/event-states.ts'
import { DELIVERED, FAILED } from '../testing/stored-items.ts'
import { addStoredItem, addStoredRun } from '../testing/stored-replay.ts'
import { recordDeliveredByOthers } from './record-event-states.ts'
import { settleItems } from './replay-repository.ts'

const LIST = 'call_events_fail' as const
const OWNER = { account: 'acme', service: 'own', tokenKey: 'x', who: null }

const REFUSED = {
  ...FAILED,
  status: null,
  error: 'refused the connection',
  cause: { code: 'refused' as const },
}

const { db, workerDb } = await closedAfterAll(openTestDatabase())
beforeEach(async () => {
  for (const table of ['event_state', 'replay_attempt', 'replay_item', 'replay_run'] as const) {
    await db.deleteFrom(table).execute()
  }
})

type Replay = { who?: string; days?: [string, string]; failed_at?: Date; account?: string }

/** A run of one event, which is being sent. Returns the id of its item. */
async function sending(event_id: string, replay: Replay = {}): Promise<number> {
  const { who = 'Thandi', failed_at = null, account = 'acme' } = replay
  const [from_date, to_date] = replay.days ?? ['2026-11-20', '2026-11-23']
  const progress = { state: 'running', started_at: new Date(), open_items: 1 } as const
  const run = await addStoredRun(db, { account, who, from_date, to_date, ...progress })
  return (
    await addStoredItem(db, run, {
      event_id,
      failed_at,
      state: 'sending',
    })
  ).id
}

const settleIn = (
  trx: Transaction<Schema>,
  itemIds: number[],
  outcome = DELIVERED,
  detail?: Detail,
) =>
  settleItems(
    trx,
    itemIds.map(id => ({ id, outcome })),
    detail,
  )
const settle = (itemIds: number[], outcome = DELIVERED, detail?: Detail) =>
  db.transaction().execute(trx => settleIn(trx, itemIds, outcome, detail))
const mark = (ids: string[]) =>
  db.transaction().execute(trx => {
    const events = ids.map(id => ({ id, failed_at: null }))
    return markHandled(trx, { ...OWNER, who: 'Pieter' }, LIST, events)
  })

async function stateOf(id: string, owner = OWNER) {
  return (await eventStates(db, LIST, [id], owner, 'UTC')).results[0]
}
const storedStates = () =>
  db.selectFrom('event_state').selectAll().orderBy('event_id').orderBy('account').execute()

test('a failed replay is stored with the cause and the status by which lists are filtered', async () => {
  await settle([await sending('1')], FAILED)
  expect(await storedStates()).toMatchObject([
    {
      ...{ service: 'own', account: 'acme', list: LIST, event_id: '1' },
      ...{ failed_again_by: 'Thandi', delivered_at: null, handled_at: null },
      failure: { status: 500, error: 'answered 500', cause: null },
      cause: 'Answered 500, an error on its side',
      status: 500,
    },
  ])
})

test('a delivered event still says how and when a replay of it failed', async () => {
  await settle([await sending('1')], FAILED)
  await settle([await sending('1')])
  const [stored] = await storedStates()
  expect(await stateOf('1')).toMatchObject({
    ...{ state: 'delivered', failure: { status: 500 } },
    failed_again_at: stampIn(stored?.failed_again_at ?? new Date(0), 'UTC'),
  })
})

test('a failure whose error text the database refuses is stored without it', async () => {
  await settle([await sending('1')], REFUSED, 'without error text')
  const [state] = await storedStates()
  expect(state?.failure).toEqual({ status: null, error: null, cause: { code: 'refused' } })
})

test('a failure of which nothing but the result is stored is a state without a cause', async () => {
  await settle([await sending('1')], FAILED)
  await settle([await sending('1')], REFUSED, 'without the attempt')
  expect(await storedStates()).toMatchObject([{ failure: null, cause: null, status: null }])
  expect(await stateOf('1')).toMatchObject({ state: 'failed_again', failure: null })
})

test('an event that two runs of a batch settle has the outcome of both', async () => {
  const [one, other] = [await sending('1'), await sending('1', { who: 'Pieter' })]
  const items = [
    { id: one, outcome: DELIVERED },
    { id: other, outcome: FAILED },
  ]
  await db.transaction().execute(trx => settleItems(trx, items))
  expect(await storedStates()).toMatchObject([
    { delivered_by: 'Thandi', failed_again_by: 'Pieter', status: 500 },
  ])
})

test('an event that two accounts replay has a state for each', async () => {
  await settle([await sending('1'), await sending('1', { account: 'other', who: 'Sipho' })])
  expect(await stateOf('1')).toMatchObject({ who: 'Thandi' })
  expect(await stateOf('1', { ...OWNER, account: 'other' })).toMatchObject({ who: 'Sipho' })
})

test('the newest delivery counts, also if an older one is recorded after it', async () => {
  const [older, newer] = [await sending('1'), await sending('1', { who: 'Pieter' })]
  const trx = await db.startTransaction().execute()
  await settle([newer])
  await settleIn(trx, [older])
  await trx.commit().execute()
  expect(await stateOf('1')).toMatchObject({ state: 'delivered', who: 'Pieter' })
})

test('the newest failure counts, also if an older one is recorded after it', async () => {
  const [older, newer] = [await sending('1'), await sending('1')]
  const trx = await db.startTransaction().execute()
  await settle([newer], REFUSED)
  await settleIn(trx, [older], FAILED)
  await trx.commit().execute()
  expect(await stateOf('1')).toMatchObject({ failure: { cause: { code: 'refused' } } })
})

test('the day of a run that covers one day stays when a longer run sends the event again', async () => {
  await settle([await sending('1', { days: ['2026-11-21', '2026-11-22'] })], FAILED)
  await settle([await sending('1', { failed_at: new Date('2026-11-21T08:00:00Z') })])
  expect(await storedStates()).toMatchObject([
    { day: '2026-11-21', failed_at: new Date('2026-11-21T08:00:00Z') },
  ])
})

test('a late 200 leaves no failure if its attempt was the only one that failed', async () => {
  const item = await sending('1')
  await settle([item], FAILED)
  await settle([item])
  expect(await stateOf('1')).toMatchObject({ state: 'delivered', failure: null })
  expect(await storedStates()).toMatchObject([
    { failed_again_at: null, failed_again_by: null, cause: null, status: null },
  ])
})

test('after a late 200 the failure of an earlier replay is the newest one again', async () => {
  await settle([await sending('1', { who: 'Pieter' })], FAILED)
  const item = await sending('1')
  await settle([item], REFUSED)
  await settle([item])
  expect(await storedStates()).toMatchObject([
    {
      delivered_by: 'Thandi',
      failed_again_by: 'Pieter',
      status: 500,
      cause: expect.stringContaining('500'),
    },
  ])
})

test('a late 200 for an earlier replay leaves the newest failure', async () => {
  const item = await sending('1')
  await settle([item], FAILED)
  await settle([await sending('1')], REFUSED)
  await settle([item])
  expect(await stateOf('1')).toMatchObject({
    state: 'delivered',
    failure: { cause: { code: 'refused' } },
  })
})

test('what another account has delivered stays delivered while that account’s item is kept', async () => {
  const { list, service, account } = { list: LIST, ...OWNER }
  const [failed, theirs] = [await sending('1'), await sending('1', { account: 'other' })]
  await settle([failed], FAILED)
  await settle([theirs])
  const skipped = await sending('1')
  await setRows(db, 'replay_item', { id: skipped }, { state: 'skipped' })
  const rebuild = async (gone: number) => {
    await db.deleteFrom('replay_attempt').where('item_id', '=', gone).execute()
    await db.deleteFrom('replay_item').where('id', '=', gone).execute()
    await db
      .transaction()
      .execute(trx => rebuildEventStates(trx, [{ service, account, list, event_id: '1' }]))
  }
  await db.transaction().execute(async trx => {
    const { run_id } = await onlyRow(trx, 'replay_item', { id: skipped })
    const run = await onlyRow(trx, 'replay_run', { id: run_id })
    await recordDeliveredByOthers(trx, run, [skipped])
  })
  const [delivered] = await storedStates()
  expect(delivered).toMatchObject({ delivered_at: expect.any(Date), status: 500 })
  await rebuild(failed)
  expect(await storedStates()).toMatchObject([
    { account, delivered_at: delivered?.delivered_at, delivered_by: null, status: null },
    { account: 'other' },
  ])
  await rebuild(theirs)
  expect(await storedStates()).toMatchObject([{ account: 'other' }])
})

test('an event that was only marked has no row once it is unmarked', async () => {
  await mark(['1'])
  const undone = await db.transaction().execute(trx => unmarkHandled(trx, OWNER, LIST, ['1']))
  expect(undone.changed).toEqual(['1'])
  expect(await storedStates()).toEqual([])
})

test('an account that has the most marks gets no more, and a clear error', async () => {
  await mark(['1'])
  // Each of them takes a place of the limit, although the event is the same.
  const rest = Array<string>(MAX_MARKS - 1).fill('2')
  expect((await mark(rest)).changed).toEqual(['2'])
  await expect(mark(rest)).rejects.toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('at most 200,000 events marked as handled') },
  })
})

test('an event that failed again keeps that when it is unmarked', async () => {
  await settle([await sending('1')], FAILED)
  await mark(['1'])
  await db.transaction().execute(trx => unmarkHandled(trx, OWNER, LIST, ['1']))
  expect(await stateOf('1')).toMatchObject({ state: 'failed_again' })
})

test('an event is not marked if a replay delivers it at the same time', async () => {
  const item = await sending('1')
  const delivering = await db.startTransaction().execute()
  await settleIn(delivering, [item])
  const marking = mark(['1'])
  await someoneWaits()
  await delivering.commit().execute()
  await marking
  expect(await storedStates()).toMatchObject([{ delivered_by: 'Thandi', handled_at: null }])
})

async function someoneWaits(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length > 0
  })
}

test('transactions that settle the same events in opposite order don’t wait for each other', async () => {
  const [first, second] = [await sending('1'), await sending('2')]
  const secondAgain = await sending('2')
  // The items are in the opposite order of the events.
  const firstAgain = await sending('1')
  const holding = await db.startTransaction().execute()
  await settleIn(holding, [first])
  const waiting = workerDb.transaction().execute(trx => settleIn(trx, [secondAgain, firstAgain]))
  await someoneWaits()
  // The one that waits for the first event has not locked the second one yet.
  await settleIn(holding, [second])
  await holding.commit().execute()
  await waiting
  expect(await storedStates()).toHaveLength(2)
})
