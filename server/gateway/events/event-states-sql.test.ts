import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ReplayItemState, ReplayRunState } from '../../../contract/replay.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRow, rowsRead } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { addStoredItem, addStoredRun } from '../replays/testing/stored-replay.ts'
import { ownStatesAmong, plannedReplays, statesAmong, waitingAmong } from './event-states-sql.ts'

const { db } = await closedAfterAll(openTestDatabase())
const LIST = 'call_events_fail'
const OWNER = { service: 'own', account: 'acme' }
const AT = new Date('2026-11-21T08:30:00Z')

const DELIVERED = { delivered_at: AT, delivered_by: 'Thandi' }
const HANDLED = { handled_at: AT, handled_by: 'Pieter' }
const FAILURE = { status: 500, error: 'answered 500', cause: null }
const FAILED = {
  failed_again_at: AT,
  failed_again_by: 'Sipho',
  failure: JSON.stringify(FAILURE),
  cause: 'Answered 500, an error on its side',
  status: 500,
}

beforeEach(async () => {
  await db.deleteFrom('event_state').execute()
  await db.deleteFrom('replay_item').execute()
  await db.deleteFrom('replay_run').execute()
})

async function addState(event_id: string, facts: object, owner = OWNER): Promise<void> {
  await addRow(db, 'event_state', { ...owner, list: LIST, event_id, ...facts })
}

/** An item of a run of its own. Returns the id of the run. */
async function addItem(
  event_id: string,
  state: ReplayItemState,
  account = 'acme',
  runState: ReplayRunState = 'running',
): Promise<string> {
  const progress = { state: runState, open_items: 1, started_at: AT }
  const run = await addStoredRun(db, { account, ...progress })
  await addStoredItem(db, run, { event_id, state })
  return run.id
}

/** Also checks that the filters of lists go by these states. */
async function states(ids = ['1', '2', '3']) {
  const among = sql`select unnest(${ids}::text[])`
  const [{ rows }, owns] = await Promise.all([
    sql<{ event_id: string; state: string }>`
      select * from ${statesAmong(ids, LIST, OWNER)} became order by event_id
    `.execute(db),
    sql<{ event_id: string; own: string }>`
      select * from ${ownStatesAmong(among, LIST, OWNER)} own_state
    `.execute(db),
  ])
  for (const id of ids) {
    const state = rows.find(row => row.event_id === id)?.state ?? ''
    const own = owns.rows.find(row => row.event_id === id)?.own ?? 'missing'
    expect(own).toBe(['delivered', 'handled'].includes(state) ? state : 'missing')
  }
  return rows
}

test('an event that is delivered, handled and failed again is delivered, and has its failure', async () => {
  await addState('1', { ...DELIVERED, ...HANDLED, ...FAILED })
  expect(await states()).toEqual([
    {
      event_id: '1',
      state: 'delivered',
      state_at: AT,
      state_who: 'Thandi',
      failure: FAILURE,
      failed_again_at: FAILED.failed_again_at,
      failure_cause: FAILED.cause,
      failure_status: 500,
    },
  ])
})

test('a mark counts more than a failed replay', async () => {
  await addState('1', { ...HANDLED, ...FAILED })
  expect(await states()).toMatchObject([{ state: 'handled', state_who: 'Pieter' }])
})

test('an event whose replays failed has failed again', async () => {
  await addState('1', FAILED)
  expect(await states()).toMatchObject([
    { state: 'failed_again', state_at: AT, state_who: 'Sipho' },
  ])
})

test.each(['prepared', 'queued', 'sending'] as const)(
  'an event with a %s item of a running run is being sent, whatever became of it before',
  async state => {
    await addState('1', { ...DELIVERED, ...FAILED })
    await addItem('1', state)
    await addItem('1', state)
    await addItem('2', state)
    const sending = { state: 'sending', state_at: null, state_who: null }
    expect(await states()).toMatchObject([
      { event_id: '1', ...sending, failure: FAILURE },
      { event_id: '2', ...sending, failure: null },
    ])
  },
)

test('an event with a skipped item, or with a prepared one of a draft, has no state', async () => {
  await addItem('1', 'skipped')
  await addItem('2', 'prepared', 'acme', 'ready')
  expect(await states()).toEqual([])
})

test('an event that waits at a paused receiver is not being sent', async () => {
  for (const state of ['prepared', 'queued'] as const) {
    const run_id = await addItem('1', state)
    const receiver = { run_id, receiver_name: 'a.example/', open_items: 1, released_items: 0 }
    await addRow(db, 'replay_receiver', { ...receiver, ramp: '{}', pause: '{}' })
  }
  expect(await states()).toEqual([])
})

test('events of other accounts and services are left out', async () => {
  await addState('1', DELIVERED, { ...OWNER, account: 'other' })
  await addState('1', DELIVERED, { ...OWNER, service: 'other' })
  await addItem('1', 'sending', 'other')
  expect(await states()).toEqual([])
})

test('only the events that are named are in the table', async () => {
  for (const id of ['1', '2']) await addState(id, DELIVERED)
  for (const id of ['3', '4']) await addItem(id, 'queued')
  expect(await states(['1', '3'])).toMatchObject([{ event_id: '1' }, { event_id: '3' }])
})

test('events wait while a standing order of the account has them, and its run is not paused', async () => {
  const order = (run_id: string, ended: string | null = null) => {
    const given = { run_id, receiver_name: 'a.example/', who: null, ends_at: AT, ended }
    return addRow(db, 'standing_order', given)
  }
  await order(await addItem('1', 'prepared'))
  await order(await addItem('2', 'queued'))
  await order(await addItem('delivered', 'delivered'))
  await order(await addItem('over', 'prepared'), 'The receiver refuses events.')
  await order(await addItem('paused', 'prepared', 'acme', 'paused'))
  await order(await addItem('of others', 'prepared', 'bela'))
  await addItem('without an order', 'prepared')
  const items = await db.selectFrom('replay_item').select('event_id').execute()
  const all = items.map(({ event_id }) => event_id)
  const { rows } = await sql`
    select * from ${waitingAmong(all, LIST, OWNER)} waiting order by event_id
  `.execute(db)
  expect(rows).toEqual([{ event_id: '1' }, { event_id: '2' }])
})

test('only the items of a few events are read, although PostgreSQL has no statistics about their run', async () => {
  await addItem('1', 'prepared')
  await sql`
    insert into replay_item (run_id, service, list, event_id, state, payload, receiver_url, receiver_name)
    select run_id, service, list, 'other ' || number, state, payload, receiver_url, receiver_name
    from replay_item, generate_series(1, 5000) number
  `.execute(db)
  const read = await rowsRead(db, 'replay_item', async trx => {
    await sql`select * from ${statesAmong(['1'], LIST, OWNER)} became`.execute(trx)
    await sql`select * from ${waitingAmong(['1'], LIST, OWNER)} waiting`.execute(trx)
  })
  expect(read).toBeLessThan(100)
})

test('the replays of events are planned without reading those of others, also if joins are by hash', async () => {
  await addItem('1', 'prepared')
  for (let run = 1; run <= 60; run++) await addItem(`of run ${run}`, 'prepared', 'bela')
  await sql`
    insert into replay_item (run_id, service, list, event_id, state, payload, receiver_url, receiver_name)
    select run_id, service, list, 'other ' || number, state, payload, receiver_url, receiver_name
    from replay_item, generate_series(1, 100) number where event_id <> '1'
  `.execute(db)
  await sql`analyze replay_item`.execute(db)
  const read = await rowsRead(db, 'replay_item', async trx => {
    await sql`set local enable_nestloop = off`.execute(trx)
    const { rows } = await sql`
      select event_id from ${plannedReplays(LIST, OWNER)} planned
    `.execute(trx)
    expect(rows).toEqual([{ event_id: '1' }])
  })
  expect(read).toBeLessThan(100)
})

test('a list need not know each event that is being sent for the first time', async () => {
  for (const id of ['1', '2']) await addItem(id, 'queued')
  await addState('2', DELIVERED)
  const { rows } = await sql`
    select event_id, own from ${ownStatesAmong(sql`values ('1'), ('2')`, LIST, OWNER)} own_state
  `.execute(db)
  expect(rows).toEqual([{ event_id: '2', own: 'missing' }])
})
