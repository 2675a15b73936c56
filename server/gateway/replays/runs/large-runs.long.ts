// Long: runs of more items than one transaction takes.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StandingOrders } from '../../../../contract/standing-order.ts'
import { eventually } from '../../../testing/eventually.ts'
import { rowsOf, setRows } from '../../../testing/rows.ts'
import { queueingKey } from '../store/locks.ts'
import { RANGE } from '../testing/replay-client.ts'
import { FIRST_STEPS, type Replays, startReplays } from '../testing/start-replays.ts'

/* Runs of more items than one transaction processes (docs/decisions/0017). */

const ITEMS_PER_BATCH = 10
const [THANDI, PIETER] = ['a'.repeat(40), 'b'.repeat(40)] as const

let replays: Replays
beforeEach(async () => {
  replays = await startReplays({ maxItemsPerBatch: ITEMS_PER_BATCH })
})
afterEach(() => replays.close())

/** Acts as a process that queues the list's events and takes long over a part. */
async function holdQueueing(): Promise<() => Promise<void>> {
  const { upstream, database } = replays
  const key = queueingKey(upstream.url, RANGE.list)
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const ended = database.db.connection().execute(async connection => {
    await sql`select pg_advisory_lock(hashtextextended(${key}, 0))`.execute(connection)
    begun.resolve()
    await end.promise
    await sql`select pg_advisory_unlock_all()`.execute(connection)
  })
  await begun.promise
  return () => {
    end.resolve()
    return ended
  }
}

async function runOf(id: string) {
  const [run] = await rowsOf(replays.database.db, 'replay_run', { id })
  return run
}

test('a large run starts at once without blocking others of its list; another process continues it, and no event is sent twice', async () => {
  const { list, sent, gateway, thandi: client, startProcess } = replays
  const ids = list(95)
  const run = await client.prepare()
  const other = await startProcess()
  const pieter = other.client(PIETER)
  const same = await pieter.prepare()
  const release = await holdQueueing()

  const started = await client.change(run.id, 'start')
  expect(started).toMatchObject({ state: 'running', finished_at: null })
  expect(started.counts.prepared).toBe(94)
  // While the first run sends its first event: the same events for somebody else, and one of them alone.
  const second = await pieter.change(same.id, 'start')
  expect(second.counts).toMatchObject({ queued: 0, skipped: 1 + ITEMS_PER_BATCH })
  const [, late = ''] = ids.toReversed()
  expect((await pieter.press(late)).status).toBe(409)

  // The process that began both ends here. A killed one would leave no more behind.
  await gateway.close()
  await release()
  const last = other.client(THANDI)
  const end = await last.settled(run.id)
  const secondEnd = await pieter.settled(second.id)
  expect(sent().toSorted()).toEqual(ids.toSorted())
  expect(end.counts.delivered).toBe(95)
  expect(secondEnd.counts.skipped).toBe(95)
  expect(await runOf(run.id)).toMatchObject({ state: 'finished', open_items: 0 })
}, 60_000)

test('a large run is paused, resumed and cancelled while it is still being started', async () => {
  const { list, sent, thandi: client } = replays
  const ids = list(60)
  const { id } = await client.prepare()
  const release = await holdQueueing()
  await client.change(id, 'start')
  await eventually(() => sent().length === 1)
  const paused = await client.change(id, 'pause')
  expect(paused).toMatchObject({ state: 'paused', counts: { prepared: 59 } })
  await release()
  expect(sent()).toHaveLength(1)

  const again = await holdQueueing()
  await client.change(id, 'resume')
  await eventually(() => sent().length === 2)
  const cancelled = await client.change(id, 'cancel')
  expect(cancelled.state).toBe('cancelled')
  await again()
  await eventually(async () => (await client.run(id)).finished_at !== null)
  const { counts } = await client.run(id)
  expect(counts).toMatchObject({ prepared: 0, queued: 0, sending: 0 })
  expect(counts.delivered + counts.skipped).toBe(60)
  expect(sent().toSorted()).toEqual(ids.slice(-counts.delivered).toSorted())

  const whole = await client.prepare()
  await client.change(whole.id, 'cancel')
  await eventually(async () => (await runOf(whole.id))?.finished_at !== null)
  expect(await client.run(whole.id)).toMatchObject({
    finished_at: expect.any(String),
    counts: { skipped: 60 },
  })
}, 60_000)

test('a run that was paused at full speed each waiting event again before it sends it', async () => {
  const { list, sent, receiver, thandi: client, startProcess, countJobs } = replays
  const ids = list(60)
  const held: (() => void)[] = []
  receiver.behave((_request, response) => {
    if (sent().length <= FIRST_STEPS) response.end()
    else held.push(() => response.end())
  })
  const { id } = await client.prepare({ start: true })
  await eventually(() => held.length === 20)
  await client.change(id, 'pause')
  receiver.behave(200)
  // Somebody else sends an event of the paused run.
  const [newest = ''] = ids
  const pieter = (await startProcess()).client(PIETER)
  await pieter.replay({ events: [{ id: newest }] })

  const release = await holdQueueing()
  expect((await client.change(id, 'resume')).state).toBe('running')
  for (const answer of held) answer()
  // The others have only jobs of before the pause, and those send nothing.
  await eventually(async () => (await countJobs()) === 0)
  expect(sent()).toHaveLength(FIRST_STEPS + 21)
  await release()
  const end = await client.settled(id)
  expect(end).toMatchObject({ state: 'finished', counts: { delivered: 59, skipped: 1 } })
  expect(sent().toSorted()).toEqual(ids.toSorted())
}, 60_000)

test('a run of failed items is filled and deleted in batches', async () => {
  const { list, upstream, receiver, database, thandi: client } = replays
  list(35)
  // To as many receivers, because a receiver that fails is paused.
  upstream.items = upstream.items.map((item, at) =>
    item.replace(receiver.url, `${receiver.url}/${at}`),
  )
  receiver.behave(500)
  const { id } = await client.prepare({ start: true })
  expect((await client.settled(id)).counts.failed_again).toBe(35)
  const again = await client.change(id, 'again')
  expect(again.read.of).toBe(35)
  const ready = await client.leaves(again.id, ['reading'])
  expect(ready).toMatchObject({ state: 'ready', counts: { prepared: 35 }, read: { found: 35 } })
  const ids = await client.eventIds(ready.id)
  expect(ids).toEqual(await client.eventIds(id))
  expect(ids).toHaveLength(35)

  await setRows(
    database.db,
    'replay_run',
    { id: ready.id },
    { looked_at: sql`now() - interval '5 hours'` },
  )
  // Creating another one makes room.
  await client.prepare({ events: [{ id: '1' }] })
  expect((await client.get(`replays/${ready.id}`)).status).toBe(404)
  await eventually(async () => (await runOf(ready.id)) === undefined)
}, 60_000)

test('an order of 100,000 events tries one of them, is paused and stopped, and delays no other replay', async () => {
  const { list, sent, upstream, receiver, database, startProcess } = replays
  const MANY = 100_000
  upstream.maxPageSize = 1_000
  const [single = ''] = list(MANY)
  receiver.behave(503)
  const large = await startProcess({ maxItemsPerBatch: 1_000 })
  const naledi = large.client(THANDI)
  const { id } = await naledi.prepare()
  expect(await naledi.change(id, 'orders', { try_now: false })).toMatchObject({
    counts: { prepared: MANY },
  })
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(database.db)
  const isWaiting = async () => {
    const { results } = StandingOrders.parse((await naledi.get('orders')).body)
    return results[0]?.state === 'waiting' && results[0].last_trial !== null
  }
  await eventually(isWaiting)
  expect(sent()).toEqual(['1'])
  receiver.behave(200)
  // Somebody else sends one of them meanwhile.
  const pieter = large.client(PIETER)
  const other = await pieter.prepare({ events: [{ id: single }], start: true })
  expect((await pieter.settled(other.id)).counts.delivered).toBe(1)
  await naledi.change(id, 'stop', {})
  const { state, counts } = await naledi.settled(id)
  expect(state).toBe('finished')
  expect(counts).toMatchObject({ skipped: MANY, failed_again: 0 })
  expect(sent()).toEqual(['1', single])
}, 600_000)
