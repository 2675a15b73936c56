// Long: each test runs replays of several accounts.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { detailError } from '../../http/http-error.ts'
import { eventually } from '../../testing/eventually.ts'
import { rowsOf, setRows } from '../../testing/rows.ts'
import { FROM_DASHBOARD, signIn } from '../../testing/test-gateway.ts'
import { failedCall } from './testing/list-upstream.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const [FIRST, SECOND, OTHER] = ['a', 'b', 'c'].map(char => char.repeat(40))

const PARTNERS = new Map([
  [`Token ${FIRST}`, 'partner 1'],
  [`Token ${SECOND}`, 'partner 1'],
  [`Token ${OTHER}`, 'partner 2'],
])

const ofPartners = await replaysOfFile({
  own: {
    accountOf: async authorization => {
      const partner = PARTNERS.get(authorization)
      if (partner === undefined) throw detailError(401, 'Invalid token.')
      return partner
    },
  },
})
const { upstream, database, client: clientOf, thandi: anybody } = await replaysOfFile()

const item = (id: number) => failedCall(id, 'https://receiver.example/', '{}')

describe('a service that reports the account of a token', () => {
  ofPartners.upstream.items = [item(1)]
  const client = (token = '') => ofPartners.client(token)

  test('two tokens of a partner share their runs; another partner sees none of them', async () => {
    const { id } = await client(FIRST).prepare()
    expect((await client(SECOND).run(id)).state).toBe('ready')
    expect((await client(OTHER).get(`replays/${id}`)).status).toBe(404)
    expect((await client(OTHER).post(`replays/${id}/start`, {})).status).toBe(404)
  })

  test('a run that somebody else has not started yet is not listed; one that was started is', async () => {
    const { id } = await client(FIRST).prepare()
    const listed = async (token = '') => (await client(token).runs()).map(run => run.id)
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

  test('the person who discarded a draft appears under the name of their session', async () => {
    const { id } = await client(FIRST).prepare()
    const cookie = await signIn(ofPartners.gateway, { token: SECOND, name: 'Pieter' })
    const { status } = await fetch(`${ofPartners.gateway.url}/gateway/replays/${id}/cancel`, {
      method: 'POST',
      headers: { cookie, ...FROM_DASHBOARD },
    })
    expect(status).toBe(200)
    expect((await client(FIRST).run(id)).causes).toEqual([
      { state: 'skipped', cause: 'Discarded by Pieter.', count: 1 },
    ])
  })
})

test('runs that nobody viewed for hours and nobody started are deleted with everything that belongs to them', async () => {
  const { db } = database
  upstream.items = [item(1)]
  const old = await anybody.prepare()
  const young = await anybody.prepare()
  const started = await anybody.prepare({ start: true })
  await anybody.post(`replays/${started.id}/cancel`)
  await setRows(
    db,
    'replay_run',
    { id: [old.id, started.id] },
    { looked_at: sql`looked_at - interval '5 hours'` },
  )
  const left = async () => (await rowsOf(db, 'replay_run')).map(({ id }) => id)
  await eventually(async () => !(await left()).includes(old.id))
  expect((await anybody.get(`replays/${old.id}`)).status).toBe(404)
  expect((await anybody.post(`replays/${old.id}/start`, {})).status).toBe(404)
  expect(new Set(await left())).toEqual(new Set([young.id, started.id]))
  expect(await rowsOf(db, 'replay_item', { run_id: old.id })).toEqual([])
})

test('a draft run is listed for an hour after somebody last viewed it', async () => {
  upstream.items = [item(2)]
  const { id } = await anybody.prepare()
  const isListed = async () => (await anybody.runs()).some(run => run.id === id)
  expect(await isListed()).toBe(true)
  await setRows(
    database.db,
    'replay_run',
    { id },
    { looked_at: sql`looked_at - interval '61 minutes'` },
  )
  expect(await isListed()).toBe(false)
  expect((await anybody.run(id)).state).toBe('ready')
  expect(await isListed()).toBe(true)
})

test("neither the caller's token nor a part of it is stored", async () => {
  const tables = ['replay_run', 'replay_item', 'replay_attempt'] as const
  const token = 'secret-token-of-a-caller'
  await clientOf(token).prepare()
  for (const table of tables) {
    expect(JSON.stringify(await rowsOf(database.db, table))).not.toContain(token)
  }
})
