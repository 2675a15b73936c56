// Long: processes are stopped while they read, and leases run out.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import type { UpstreamHandler } from '../../../testing/peers/test-upstream.ts'
import { onlyRow } from '../../../testing/rows.ts'
import { startServers, TIMINGS } from '../testing/start-servers.ts'

const ABANDONED = '00000000-0000-4000-8000-000000000001'

async function stateOf({ db }: Database, id: string) {
  const { state, problem, renewed_at } = await onlyRow(db, 'replay_run', { id })
  return { state, problem, renewed_at }
}

it.concurrent('no process treats another’s reading as abandoned, however long its pauses, and a stop ends it', async ({
  onTestFinished,
}) => {
  const { upstream, database, start, list } = await startServers(onTestFinished)
  list(150)
  let isHeld = true
  upstream.behave((request, response) => {
    if (!isHeld || request.query.get('page') !== '2') return upstream.serve(request, response)
    response.setHeader('retry-after', '1')
    response.writeHead(429, { 'content-type': 'application/json' }).end('{"detail":"Wait."}')
  })
  const [one, two] = await Promise.all([start('one'), start('two')])
  const { client } = one
  const id = await client.begin()
  const { client: other } = two
  const { renewed_at: firstLease } = await stateOf(database, id)
  // A run that nobody reads any more.
  await sql`
    insert into replay_run (id, account, made_by, service, list, from_date, to_date, asked_for,
      state, renewed_at)
    select ${ABANDONED}::uuid, account, made_by, service, list, from_date, to_date, asked_for,
      state, clock_timestamp() - interval '1 hour'
    from replay_run where id = ${id}
  `.execute(database.db)
  await eventually(async () => (await stateOf(database, ABANDONED)).state === 'broken')
  // A process that reads a run renews its lease, however long its pauses are.
  await eventually(async () => {
    const { renewed_at } = await stateOf(database, id)
    return Number(renewed_at) >= Number(firstLease) + 10 * TIMINGS.leaseRenewalMs
  })
  expect(await other.run(id)).toMatchObject({ state: 'reading', read: { found: 100, of: 150 } })
  isHeld = false
  expect(await other.leaves(id, ['reading'])).toMatchObject({ state: 'ready' })
  // Another process may start it, or cancel a run that the first one reads.
  expect((await other.change(id, 'start')).state).toBe('running')
  expect((await client.leaves(id, ['running'])).counts.delivered).toBe(150)

  const { reached } = upstream.hold(2)
  const stopped = await client.begin()
  await reached
  expect(await one.kill('SIGTERM')).toBe(0)
  expect(await stateOf(database, stopped)).toMatchObject({
    state: 'broken',
    problem: expect.stringContaining('Redial was stopped while it read the events'),
  })
}, 150_000)

it.concurrent('a draft that a failure has interrupted continues through another process, and ends with its own', async ({
  onTestFinished,
}) => {
  const { upstream, database, start, list } = await startServers(onTestFinished)
  list(150)
  const failOnPageTwo: UpstreamHandler = (request, response) =>
    request.query.get('page') === '2'
      ? void response.writeHead(500).end()
      : upstream.serve(request, response)
  const [one, two] = await Promise.all([start('one'), start('two')])
  const [client, other] = [one.client, two.client]
  upstream.behave(failOnPageTwo)
  const draft = await client.prepare()
  expect(draft).toMatchObject({ state: 'interrupted', read: { found: 100, of: 150 } })
  upstream.behave(upstream.serve)
  await other.change(draft.id, 'load')
  expect(await other.leaves(draft.id, ['reading'])).toMatchObject({
    state: 'ready',
    counts: { prepared: 150 },
  })

  upstream.behave(failOnPageTwo)
  const { id } = await client.prepare()
  expect(await one.kill('SIGTERM')).toBe(0)
  expect(await stateOf(database, id)).toMatchObject({
    state: 'broken',
    problem: expect.stringContaining('Redial was stopped while it read the events'),
  })
}, 150_000)
