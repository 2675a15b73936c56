// Long: processes are killed and started again while they send.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { it, type onTestFinished } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { type RunningRedial, runRedial } from '../../../testing/run-redial.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../../../webhooks/engine/receiver-limit.ts'
import { startListUpstream } from '../testing/list-upstream.ts'
import { RANGE, ReplayClient } from '../testing/replay-client.ts'

const TOKEN = 'c'.repeat(40)
const ABANDONED = '00000000-0000-4000-8000-000000000001'

/** Long enough that no slow process counts as dead; the tests expire claims with ageClaims. */
const TIMINGS = {
  claimLifetimeS: 120,
  claimReleaseS: 1,
  claimCheckS: 1,
  leaseMs: 120_000,
  leaseRenewalMs: 100,
  stopAnnouncementMs: 100,
}

/** A service, a receiver and a database for one test, and the processes that it starts on them. */
async function servers(finished: typeof onTestFinished) {
  const folder = mkdtempSync(join(tmpdir(), 'redial-runs-'))
  finished(() => rmSync(folder, { recursive: true, force: true }))
  const upstream = await startListUpstream()
  finished(() => upstream.close())
  const receiver = await startReceiver(200)
  finished(() => receiver.close())
  const database = await openTestDatabase()
  finished(() => database.close())
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, receiver.ca)

  return {
    upstream,
    receiver,
    database,
    async start(name: string): Promise<RunningRedial> {
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
      finished(async () => void (await redial.kill()))
      return redial
    },
    /** From now on the service lists this many events. Returns their ids, newest first. */
    list(count: number): string[] {
      const ids = Array.from({ length: count }, (_, at) => String(count - at))
      upstream.items = ids.map(
        id => `{"id":${id},"callback_url":"${receiver.url}","request_json":{"call_id":${id}}}`,
      )
      return ids
    },
    /** The ids of the events that the receiver got. */
    sent: () => receiver.requests.map(({ headers }) => String(headers['webhook-id'])),
    /** From now on page 2 is not answered. Resolves when somebody has requested it. */
    async holdPageTwo(): Promise<void> {
      const asked = Promise.withResolvers<void>()
      upstream.behave((request, response) => {
        if (request.query.get('page') === '2') asked.resolve()
        else upstream.serve(request, response)
      })
      await asked.promise
    },
  }
}

async function beginReading(client: ReplayClient, more: object = {}): Promise<string> {
  const { body } = await client.post('replays', { ...RANGE, events: 'all', ...more })
  return (body as { id: string }).id
}

async function stateOf({ db }: Database, id: string) {
  const run = await db
    .selectFrom('replay_run')
    .select(['state', 'problem', 'lease_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return run
}

it.concurrent('events of a killed process are sent after the restart; a run that it was reading breaks and says so', async ({
  expect,
  onTestFinished,
}) => {
  const { upstream, receiver, database, start, list, sent, holdPageTwo } =
    await servers(onTestFinished)
  const ids = list(200)
  const ANSWERED = 50
  receiver.behave((_, response) => {
    if (receiver.requests.length <= ANSWERED) response.end()
  })
  const first = await start('one')
  const before = new ReplayClient(first.url, TOKEN)
  const sending = await before.prepare({ start: true })
  const inFlight = ANSWERED + MAX_CONCURRENT_PER_RECEIVER
  await eventually(() => sent().length === inFlight)
  const asked = holdPageTwo()
  const reading = await beginReading(before, { start: true })
  await asked
  await first.kill()
  const atKill = sent()
  expect(atKill).toHaveLength(inFlight)
  await ageClaims(database)

  upstream.behave(upstream.serve)
  receiver.behave(200)
  const after = new ReplayClient((await start('one')).url, TOKEN)
  const broken = await after.leaves(reading, ['reading'])
  expect(broken).toMatchObject({
    state: 'broken',
    problem: expect.stringContaining('Redial was stopped while it read the events'),
  })
  const run = await after.leaves(sending.id, ['running'])
  expect(run).toMatchObject({
    state: 'finished',
    finished_at: expect.any(String),
    counts: { delivered: 200, queued: 0, sending: 0 },
  })
  // With the same ids: events that were never answered are sent again, and perhaps some whose
  // outcome was not stored yet.
  const again = sent().filter((event, at, all) => all.indexOf(event) < at)
  expect(again).toEqual(expect.arrayContaining(atKill.slice(ANSWERED)))
  expect(atKill).toEqual(expect.arrayContaining(again))
  expect(sent().toSorted()).toEqual([...ids, ...again].toSorted())
  const items = await after.items(sending.id)
  expect(items).toHaveLength(200)
  for (const { attempts } of items) expect(attempts).toMatchObject([{ status: 200 }])

  const next = await after.prepare({ include_delivered: true, start: true })
  expect((await after.leaves(next.id, ['running'])).counts.delivered).toBe(200)
}, 150_000)

it.concurrent('no process treats another’s reading as abandoned, however long its pauses, and a stop ends it', async ({
  expect,
  onTestFinished,
}) => {
  const { upstream, database, start, list, holdPageTwo } = await servers(onTestFinished)
  list(150)
  let isHeld = true
  upstream.behave((request, response) => {
    if (!isHeld || request.query.get('page') !== '2') return upstream.serve(request, response)
    response.setHeader('retry-after', '1')
    response.writeHead(429, { 'content-type': 'application/json' }).end('{"detail":"Wait."}')
  })
  const [one, two] = await Promise.all([start('one'), start('two')])
  const client = new ReplayClient(one.url, TOKEN)
  const id = await beginReading(client)
  const other = new ReplayClient(two.url, TOKEN)
  const { lease_until: firstLease } = await stateOf(database, id)
  // A run that nobody reads any more.
  await sql`
    insert into replay_run (id, account, made_by, service, list, from_date, to_date, asked_for,
      state, lease_until)
    select ${ABANDONED}::uuid, account, made_by, service, list, from_date, to_date, asked_for,
      state, clock_timestamp()
    from replay_run where id = ${id}
  `.execute(database.db)
  await eventually(async () => (await stateOf(database, ABANDONED)).state === 'broken')
  // A process that reads a run renews its lease, however long its pauses are.
  await eventually(async () => {
    const { lease_until } = await stateOf(database, id)
    return Number(lease_until) >= Number(firstLease) + 10 * TIMINGS.leaseRenewalMs
  })
  expect(await other.run(id)).toMatchObject({ state: 'reading', read: { found: 100, of: 150 } })
  isHeld = false
  expect(await other.leaves(id, ['reading'])).toMatchObject({ state: 'ready' })
  // Another process may start it, or cancel a run that the first one reads.
  expect((await other.change(id, 'start')).state).toBe('running')
  expect((await client.leaves(id, ['running'])).counts.delivered).toBe(150)

  const asked = holdPageTwo()
  const stopped = await beginReading(client)
  await asked
  expect(await one.kill('SIGTERM')).toBe(0)
  expect(await stateOf(database, stopped)).toEqual({
    state: 'broken',
    lease_until: null,
    problem: expect.stringContaining('Redial was stopped while it read the events'),
  })
}, 150_000)

/**
 * Expires the claims and leases that are held now, as time does for a process that was killed. Call it only
 * while no live process holds any.
 */
async function ageClaims({ db }: Database): Promise<void> {
  await sql`
    update job_queue.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'
  `.execute(db)
  await sql`
    update replay_run set lease_until = lease_until - interval '1 hour' where lease_until is not null
  `.execute(db)
}
