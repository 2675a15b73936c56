// Long: runs are sent, retired and sent again.
import { expect, test } from 'vitest'
import { FailedEventList } from '../../contract/failed-event.ts'
import type { Database } from '../database/database.ts'
import { startReplays } from '../gateway/replays/testing/start-replays.ts'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { addRow, addRows } from '../testing/rows.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { addPartner } from '../testing/test-service.ts'
import { forgetUnlistedEvents } from './old-replays.ts'
import { DAY_MS, remove } from './testing/retention-test.ts'

const replays = await closedAfterAll(startReplays())

const inAYear = () => new Date(Date.now() + 366 * DAY_MS)

const LIST = 'call_events_fail'

async function addFinishedRun({ db }: Database, id: string, account: string): Promise<void> {
  const days = { from_date: '2026-11-21', to_date: '2026-11-22' }
  const now = new Date()
  const run = { id, service: 'own', account, list: LIST, made_by: 'x', asked_for: 'named' } as const
  const end = {
    state: 'finished',
    started_at: now,
    finished_at: now,
    who: null,
    read_of: 2,
  } as const
  await addRow(db, 'replay_run', { ...run, ...days, ...end })
}

async function addDelivered(
  { db }: Database,
  run_id: string,
  ...eventIds: string[]
): Promise<void> {
  const item = { run_id, service: 'own', list: LIST, state: 'delivered', payload: '{}' } as const
  const rest = { receiver_url: 'https://a.example/', reason: null, settled_at: new Date() }
  await addRows(db, 'replay_item', ...eventIds.map(event_id => ({ ...item, ...rest, event_id })))
}

test('a retired run is not listed, and what it has delivered is still known', async () => {
  const { thandi, pieter, receiver, database } = replays
  const [failing = '', delivered = ''] = replays.list(2)
  receiver.behave((request, response) => {
    response.writeHead(request.headers['webhook-id'] === failing ? 500 : 200).end('Hello')
  })
  const { id } = await thandi.prepare()
  expect((await thandi.replayDraft(id)).counts).toMatchObject({ delivered: 1, failed_again: 1 })

  expect(await remove(database, inAYear(), { REPLAY_RETENTION: 367 })).toMatchObject({ replays: 0 })
  expect((await thandi.get('replays')).body).toMatchObject({ count: 1 })
  expect(await remove(database, inAYear(), { REPLAY_RETENTION: 365 })).toMatchObject({ replays: 1 })
  expect((await thandi.get('replays')).body).toMatchObject({ count: 0 })
  expect((await thandi.run(id)).counts).toMatchObject({ delivered: 1, failed_again: 0 })
  expect(await thandi.items(id)).toMatchObject([
    { event_id: delivered, state: 'delivered', attempts: [], call: null },
  ])
  const items = await database.db.selectFrom('replay_item').select(['payload', 'company']).execute()
  const payload = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
  expect(items).toEqual([{ payload, company: null }])

  const { body } = await thandi.post('event-states', {
    list: 'call_events_fail',
    event_ids: [failing, delivered],
  })
  expect(body).toMatchObject({ results: [{ event_id: delivered, state: 'delivered' }] })
  // Also an account that sees the same event with the same payload.
  for (const client of [thandi, pieter]) {
    expect(await client.prepare()).toMatchObject({ already_delivered: 1 })
  }
})

test('an event that our own service no longer lists keeps its state until its run is retired', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const id = '11111111-1111-4111-8111-111111111111'
  await addFinishedRun(database, id, 'partner 1')
  await addDelivered(database, id, '7')
  const owner = { service: 'own', account: 'partner 1', list: LIST } as const
  const state = { ...owner, delivered_at: new Date(), handled_at: new Date() }
  await addRow(db, 'event_state', { ...state, event_id: '7' })
  await remove(database, new Date(), { REPLAY_RETENTION: 365 })
  const states = db.selectFrom('event_state').select(['event_id', 'handled_at'])
  expect(await states.execute()).toEqual([{ event_id: '7', handled_at: null }])
  await remove(database, inAYear(), { REPLAY_RETENTION: 365 })
  expect(await states.execute()).toEqual([])
  await database.close()
})

test('our own service’s events are forgotten when it no longer lists them', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const { id: partner_id } = await addPartner(database, 'P-1')
  const list = LIST
  const event = { partner_id, list, day: '2026-11-21', item: '{}' } as const
  await addRow(db, 'failed_event', { ...event, id: 7, position: 1 })
  const account = `partner ${partner_id}`
  const [both = '', gone = ''] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
  ]
  for (const id of [both, gone]) await addFinishedRun(database, id, account)
  await addDelivered(database, both, '7', '8')
  await addDelivered(database, gone, 'other-9')
  const owner = { service: 'own', account, list } as const
  const facts = { ...owner, handled_at: new Date(), delivered_at: new Date() }
  const states = ['7', '8', 'other-9'].map(event_id => ({ ...facts, event_id }))
  await db.insertInto('event_state').values(states).execute()

  await remove(database, inAYear(), { REPLAY_RETENTION: 365 })
  expect(await db.selectFrom('replay_item').select('event_id').execute()).toEqual([
    { event_id: '7' },
  ])
  expect(await db.selectFrom('replay_run').select(['id', 'final_counts']).execute()).toEqual([
    { id: both, final_counts: { delivered: 1 } },
  ])
  expect(await db.selectFrom('event_state').select('event_id').execute()).toEqual([
    { event_id: '7' },
  ])

  // What another service lists is not known.
  await db.updateTable('replay_run').set({ service: 'https://api.example.com' }).execute()
  await db.deleteFrom('failed_event').execute()
  const { signal } = new AbortController()
  const removal = { db, batchSize: 2, wait: async () => {}, signal }
  await forgetUnlistedEvents(removal)
  expect(await db.selectFrom('replay_item').select('event_id').execute()).toHaveLength(1)
  await database.close()
})

test('a retired run of both lists keeps what it has delivered of each, though they have the same ids', async () => {
  const { thandi, receiver, database } = replays
  receiver.behave(200)
  replays.listIn(FailedEventList.options)
  const { id } = await thandi.replay({ list: null })
  await remove(database, inAYear(), { REPLAY_RETENTION: 365 }, { batchSize: 1 })
  expect(await thandi.items(id)).toMatchObject(
    FailedEventList.options.map(list => ({ list, state: 'delivered', attempts: [], call: null })),
  )
})
