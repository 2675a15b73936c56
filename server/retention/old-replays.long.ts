// Long: runs are sent, retired and sent again.
import { expect, test } from 'vitest'
import { startReplays } from '../gateway/replays/testing/start-replays.ts'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { addPartner } from '../testing/test-service.ts'
import { forgetUnlistedEvents } from './old-replays.ts'
import { DAY_MS, remove } from './testing/retention-test.ts'

const replays = await closedAfterAll(startReplays())

const inAYear = () => new Date(Date.now() + 366 * DAY_MS)

test('a retired run is not listed, and what it has delivered is still known', async () => {
  const { thandi, pieter, receiver, database } = replays
  const [failing = '', delivered = ''] = replays.list(2)
  receiver.behave((request, response) => {
    response.writeHead(request.headers['webhook-id'] === failing ? 500 : 200).end('Hello')
  })
  const { id } = await thandi.prepare()
  await thandi.change(id, 'start')
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 1, failed_again: 1 })

  expect(await remove(database, inAYear(), { replays: 367 })).toMatchObject({ replays: 0 })
  expect((await thandi.get('replays')).body).toMatchObject({ count: 1 })
  expect(await remove(database, inAYear(), { replays: 365 })).toMatchObject({ replays: 1 })
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

test('our own service’s events are forgotten when it no longer lists them', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const { id: partner_id } = await addPartner(database, 'P-1')
  const list = 'call_events_fail'
  const event = { partner_id, list, day: '2026-11-21', item: '{}' } as const
  await db
    .insertInto('failed_event')
    .values({ ...event, id: 7, position: 1 })
    .execute()
  const owner = { service: 'own', account: `partner ${partner_id}`, list } as const
  const run = {
    ...owner,
    made_by: 'x',
    from_date: '2026-11-21',
    to_date: '2026-11-22',
    asked_for: 'named',
    state: 'finished',
    started_at: new Date(),
    finished_at: new Date(),
  } as const
  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  for (const id of ids) {
    await db
      .insertInto('replay_run')
      .values({ ...run, id, who: null, read_of: 2 })
      .execute()
  }
  const [both = '', gone = ''] = ids
  const item = { service: 'own', list, state: 'delivered', payload: '{}' } as const
  const rest = { receiver_url: 'https://a.example/', reason: null, settled_at: new Date() }
  await db
    .insertInto('replay_item')
    .values([
      { ...item, ...rest, run_id: both, event_id: '7' },
      { ...item, ...rest, run_id: both, event_id: '8' },
      { ...item, ...rest, run_id: gone, event_id: 'other-9' },
    ])
    .execute()
  const facts = { ...owner, handled_at: new Date(), delivered_at: new Date() }
  const states = ['7', '8', 'other-9'].map(event_id => ({ ...facts, event_id }))
  await db.insertInto('event_state').values(states).execute()

  await remove(database, inAYear(), { replays: 365 })
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
  await forgetUnlistedEvents(removal, 'own')
  expect(await db.selectFrom('replay_item').select('event_id').execute()).toHaveLength(1)
  await database.close()
})
