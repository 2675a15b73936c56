import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { type RunningRedial, runRedial } from '../../testing/run-redial.ts'
import { slowly } from '../../testing/slowly.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startReceiver, type TestReceiver } from '../../testing/test-receiver.ts'
import { type ListUpstream, startListUpstream } from './testing/list-upstream.ts'
import { RANGE, ReplayClient } from './testing/replay-client.ts'

const TOKEN = 'c'.repeat(40)
const ABANDONED = '00000000-0000-4000-8000-000000000001'

/** For what takes as long as the machine is busy. */
const LATER = { timeout: 90_000 }

/** A process that died is noticed soon, and one that is only slow is not taken for dead. */
const TIMINGS = {
  claimLifetimeS: 5,
  claimReleaseS: 1,
  claimCheckS: 1,
  leaseMs: 5_000,
  leaseRenewalMs: 100,
}

let folder: string
let upstream: ListUpstream
let receiver: TestReceiver
let database: Database
let running: RunningRedial[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redial-runs-'))
  upstream = await startListUpstream()
  receiver = await startReceiver(200)
  database = await openTestDatabase()
  running = []
})
afterEach(async () => {
  for (const redial of running) {
    if (redial.process.exitCode === null && redial.process.signalCode === null) await redial.kill()
  }
  await database.close()
  await upstream.close()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(name = 'one'): Promise<RunningRedial> {
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, receiver.ca)
  const settings = {
    PORT: '0',
    DATA_DIR: join(folder, name),
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
    UPSTREAM_URL: upstream.url,
    RECEIVER_CA_FILE: authorities,
    RECEIVER_EXCEPTIONS: receiver.exception,
  }
  const redial = await runRedial(settings, TIMINGS)
  running.push(redial)
  return redial
}

/** Newest first. */
const list = (count: number): string[] => {
  const ids = Array.from({ length: count }, (_, at) => String(count - at))
  upstream.items = ids.map(
    id => `{"id":${id},"callback_url":"${receiver.url}","request_json":{"call_id":${id}}}`,
  )
  return ids
}

const sent = () => receiver.requests.map(({ headers }) => String(headers['webhook-id']))

test('a run that is killed with the server is finished after the restart', async () => {
  const ids = list(400)
  receiver.behave(slowly(30))
  const first = await start()
  const before = new ReplayClient(first.url, TOKEN)
  const { id } = await before.prepare({ start: true })
  await expect.poll(() => sent().length, LATER).toBeGreaterThan(50)
  await first.kill()
  const atKill = sent()
  expect(atKill.length).toBeLessThan(400)

  const after = new ReplayClient((await start()).url, TOKEN)
  const run = await after.leaves(id, ['running'], LATER.timeout)
  expect(run).toMatchObject({
    state: 'finished',
    finished_at: expect.any(String),
    counts: { delivered: 400, queued: 0, sending: 0 },
  })
  expect(new Set(sent())).toEqual(new Set(ids))
  // Only what was sent and not kept yet when it was killed may come again.
  const again = sent().filter((event, at, all) => all.indexOf(event) < at)
  expect(atKill).toEqual(expect.arrayContaining(again))
  expect(again.length).toBeLessThan(100)
}, 150_000)

test('a run whose server dies while it reads is broken after the restart, and says so', async () => {
  list(300)
  const second = Promise.withResolvers<void>()
  upstream.behave((request, response) => {
    if (request.query.get('page') === '2') second.resolve()
    else upstream.serve(request, response)
  })
  const first = await start()
  const { body } = await new ReplayClient(first.url, TOKEN).post('replays', {
    ...RANGE,
    events: 'all',
    start: true,
  })
  const { id } = body as { id: string }
  await second.promise
  await first.kill()

  upstream.behave(upstream.serve)
  const client = new ReplayClient((await start()).url, TOKEN)
  const run = await client.leaves(id, ['reading'], LATER.timeout)
  expect(run).toMatchObject({
    state: 'broken',
    problem: expect.stringContaining('Redial was stopped while it read the events'),
  })
  expect(sent()).toEqual([])
  const next = await client.prepare({ start: true })
  expect((await client.leaves(next.id, ['running'], LATER.timeout)).counts.delivered).toBe(300)
}, 150_000)

test('what one process reads no other takes for abandoned, and its pauses may be long', async () => {
  list(150)
  let isHeld = true
  upstream.behave((request, response) => {
    if (!isHeld || request.query.get('page') !== '2') return upstream.serve(request, response)
    response.setHeader('retry-after', '1')
    response.writeHead(429, { 'content-type': 'application/json' }).end('{"detail":"Wait."}')
  })
  const [one, two] = [await start('one'), await start('two')]
  const reading = new ReplayClient(one.url, TOKEN)
  const { body } = await reading.post('replays', { ...RANGE, events: 'all' })
  const { id } = body as { id: string }
  const other = new ReplayClient(two.url, TOKEN)
  // A run that nobody reads, whose lease ends as late as the first lease of the other one could.
  await sql`
    insert into replay_run (id, account, made_by, service, list, from_date, to_date, asked_for,
      state, lease_until)
    select ${ABANDONED}::uuid, account, made_by, service, list, from_date, to_date, asked_for,
      state, clock_timestamp() + ${TIMINGS.leaseMs} * interval '1 millisecond'
    from replay_run where id = ${id}
  `.execute(database.db)
  await eventually(async () => {
    const abandoned = await database.db
      .selectFrom('replay_run')
      .select('state')
      .where('id', '=', ABANDONED)
      .executeTakeFirstOrThrow()
    return abandoned.state === 'broken'
  })
  expect(await other.run(id)).toMatchObject({ state: 'reading', read: { found: 100, of: 150 } })
  isHeld = false
  expect(await other.leaves(id, ['reading'])).toMatchObject({ state: 'ready' })
  // Another process may start it, or cancel what the first one reads.
  expect((await other.change(id, 'start')).state).toBe('running')
  expect((await reading.leaves(id, ['running'], LATER.timeout)).counts.delivered).toBe(150)
}, 150_000)

test('a server that is stopped breaks off what it reads', async () => {
  list(300)
  const second = Promise.withResolvers<void>()
  upstream.behave((request, response) => {
    if (request.query.get('page') === '2') second.resolve()
    else upstream.serve(request, response)
  })
  const first = await start()
  const { body } = await new ReplayClient(first.url, TOKEN).post('replays', {
    ...RANGE,
    events: 'all',
  })
  const { id } = body as { id: string }
  await second.promise
  expect(await first.kill('SIGTERM')).toBe(0)
  const client = new ReplayClient((await start()).url, TOKEN)
  expect((await client.run(id)).state).toBe('broken')
}, 60_000)
