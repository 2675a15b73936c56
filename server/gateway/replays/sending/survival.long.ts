// Long: processes are killed and started again while they send.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../../../webhooks/engine/receiver-limit.ts'
import { RANGE, ReplayClient } from '../testing/replay-client.ts'
import { ageClaims, startServers, TIMINGS, TOKEN } from '../testing/start-servers.ts'

const ABANDONED = '00000000-0000-4000-8000-000000000001'

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
  onTestFinished,
}) => {
  const { upstream, receiver, database, start, list, sent, holdPageTwo } =
    await startServers(onTestFinished)
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
  onTestFinished,
}) => {
  const { upstream, database, start, list, holdPageTwo } = await startServers(onTestFinished)
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
