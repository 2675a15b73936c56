// Long: each test runs replays of several accounts.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReplayRunPage } from '../../../contract/replay.ts'
import type { Database } from '../../database/database.ts'
import { detailError } from '../../http/http-error.ts'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { giveUpSurplusDrafts } from './store/run-store.ts'
import { type ListUpstream, startListUpstream } from './testing/list-upstream.ts'
import { RANGE, ReplayClient } from './testing/replay-client.ts'

const [FIRST, SECOND, OTHER] = ['a', 'b', 'c'].map(char => char.repeat(40))

const PARTNERS = new Map([
  [`Token ${FIRST}`, 'partner 1'],
  [`Token ${SECOND}`, 'partner 1'],
  [`Token ${OTHER}`, 'partner 2'],
])

describe('a service that reports the account of a token', () => {
  let upstream: ListUpstream
  let gateway: TestGateway
  const client = (token = '') => new ReplayClient(gateway.url, token)

  beforeAll(async () => {
    upstream = await startListUpstream()
    upstream.items = ['{"id":1,"callback_url":"https://receiver.example/","request_json":{}}']
    gateway = await startTestGateway(upstream.url, {
      accountOf: async authorization => {
        const partner = PARTNERS.get(authorization)
        if (partner === undefined) throw detailError(401, 'Invalid token.')
        return partner
      },
    })
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
  })

  test('two tokens of a partner share their runs; another partner sees none of them', async () => {
    const { id } = await client(FIRST).prepare()
    expect((await client(SECOND).run(id)).state).toBe('ready')
    expect((await client(OTHER).get(`replays/${id}`)).status).toBe(404)
    expect((await client(OTHER).post(`replays/${id}/start`, {})).status).toBe(404)
  })

  test('a run that somebody else has not started yet is not listed; one that was started is', async () => {
    const { id } = await client(FIRST).prepare()
    const listed = async (token = '') =>
      ReplayRunPage.parse((await client(token).get('replays')).body).results.map(run => run.id)
    expect(await listed(FIRST)).toContain(id)
    expect(await listed(SECOND)).not.toContain(id)
    await client(FIRST).change(id, 'start')
    expect(await listed(SECOND)).toContain(id)
    expect(await listed(OTHER)).toEqual([])
    await client(SECOND).post(`replays/${id}/cancel`)
  })

  test('a draft is discarded, but not a run that somebody has started in the meantime', async () => {
    const draft = await client(FIRST).prepare()
    expect((await client(SECOND).post(`replays/${draft.id}/discard`)).status).toBe(200)
    expect((await client(FIRST).run(draft.id)).state).toBe('cancelled')
    expect((await client(OTHER).post(`replays/${draft.id}/discard`)).status).toBe(404)
    const started = await client(FIRST).prepare({ start: true })
    const { status } = await client(SECOND).post(`replays/${started.id}/discard`)
    expect(status).toBe(409)
    expect((await client(FIRST).run(started.id)).state).not.toBe('cancelled')
    await client(FIRST).post(`replays/${started.id}/cancel`)
  })
})

let upstream: ListUpstream
let database: Database
let gateway: TestGateway
beforeAll(async () => {
  upstream = await startListUpstream()
  database = await openTestDatabase()
  gateway = await startTestGateway(upstream.url, { database })
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
})

test('runs that nobody viewed for hours and nobody started are deleted with everything that belongs to them', async () => {
  const { db } = database
  const client = new ReplayClient(gateway.url, FIRST ?? '')
  upstream.items = ['{"id":1,"callback_url":"https://receiver.example/","request_json":{}}']
  const old = await client.prepare()
  const young = await client.prepare()
  const started = await client.prepare({ start: true })
  await client.post(`replays/${started.id}/cancel`)
  await db
    .updateTable('replay_run')
    .set({ looked_at: sql`looked_at - interval '5 hours'` })
    .where('id', 'in', [old.id, started.id])
    .execute()
  await giveUpSurplusDrafts(db)
  expect((await client.get(`replays/${old.id}`)).status).toBe(404)
  expect((await client.post(`replays/${old.id}/start`, {})).status).toBe(404)
  const left = async () =>
    (await db.selectFrom('replay_run').select('id').execute()).map(({ id }) => id)
  await eventually(async () => !(await left()).includes(old.id))
  expect(new Set(await left())).toEqual(new Set([young.id, started.id]))
  const items = await db.selectFrom('replay_item').select('run_id').execute()
  expect(items.map(({ run_id }) => run_id)).not.toContain(old.id)
})

test('a draft run is listed for an hour after somebody last viewed it', async () => {
  const client = new ReplayClient(gateway.url, FIRST ?? '')
  upstream.items = ['{"id":2,"callback_url":"https://receiver.example/","request_json":{}}']
  const { id } = await client.prepare()
  const isListed = async () =>
    ReplayRunPage.parse((await client.get('replays')).body).results.some(run => run.id === id)
  expect(await isListed()).toBe(true)
  await database.db
    .updateTable('replay_run')
    .set({ looked_at: sql`looked_at - interval '61 minutes'` })
    .where('id', '=', id)
    .execute()
  expect(await isListed()).toBe(false)
  expect((await client.run(id)).state).toBe('ready')
  expect(await isListed()).toBe(true)
})

test("neither the caller's token nor a part of it is stored", async () => {
  const tables = ['replay_run', 'replay_item', 'replay_attempt'] as const
  const token = 'secret-token-of-a-caller'
  await new ReplayClient(gateway.url, token).prepare({ list: RANGE.list })
  for (const table of tables) {
    const rows = await database.db.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})
