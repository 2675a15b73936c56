import { type Kysely, sql, type Transaction } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import {
  addTrackingNumber,
  countJobs,
  deliver,
  startEngine,
  TIME_ZONE,
} from '../../testing/delivery-engine.ts'
import { eventually } from '../../testing/eventually.ts'
import { startTcpProxy } from '../../testing/peers/tcp-proxy.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { rowsOf } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { OutcomeWriter } from '../engine/outcome-writer.ts'
import type { NextState } from './retry-schedule.ts'
import { type MadeAttempt, recordAttempts } from './settle-attempts.ts'
import { madeAttempt, URL_OF_RECEIVER } from './testing/made-attempt.ts'

const open = closedAfterEach()
const ALL = { limit: 100, ofOneReceiver: 100, skippedReceivers: [], skippedAccounts: [] }
const logger = pino({ level: 'silent' })

/** A database with a tracking number, and an engine whose worker has stopped. */
async function startStopped() {
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const engine = await open(startEngine(database))
  await engine.worker.stop()
  return { database, number, engine, db: database.db }
}

type Engine = Awaited<ReturnType<typeof startStopped>>['engine']

/** A writer as a process has it. Before it records, it calls `before`. */
const writerFor = (
  { queues }: Engine,
  db: Kysely<Schema>,
  before = async (_trx: Transaction<Schema>): Promise<unknown> => null,
) =>
  new OutcomeWriter({
    db,
    logger,
    record: async (trx, attempts: MadeAttempt[], detail) => {
      await before(trx)
      return recordAttempts(trx, attempts, { queues, timeZone: TIME_ZONE, detail })
    },
  })

it.each<[string, NextState, number]>([
  ['its retry', { state: 'waiting', delayMs: 60_000 }, 1],
  ['its place in the list', { state: 'failed', delayMs: null }, 0],
])('an attempt that two processes settle is recorded once, with %s', async (_name, next, jobs) => {
  const { database, number, engine, db } = await startStopped()
  const urls = Array<string>(10).fill(URL_OF_RECEIVER)
  const ids = await deliver(database, engine.queue, number.id, urls)
  const claimed = await db.transaction().execute(trx => engine.queue.claim(trx, ALL))
  expect(claimed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())

  const writers = [1, 2].map(() => writerFor(engine, db))
  await Promise.all(
    writers.flatMap(writer =>
      claimed.map(due =>
        writer.settle(engine.queue, { due }, madeAttempt(due.id, false, { next })),
      ),
    ),
  )
  const kept = await rowsOf(db, 'delivery_attempt', {}, 'delivery_id', 'number')
  expect(kept).toEqual(ids.map(id => ({ delivery_id: id, number: 1 })))
  const listed = await rowsOf(db, 'failed_event', {}, 'id')
  expect(listed).toEqual(next.state === 'failed' ? ids.map(id => ({ id })) : [])
  expect(await countJobs(database)).toBe(jobs * ids.length)
})

it('an unavailable database at the end of an attempt delays its outcome and loses nothing', async () => {
  const database = await open(openTestDatabase())
  const url = new URL(database.url ?? '')
  const proxy = await open(startTcpProxy(Number(url.port)))
  url.port = String(proxy.port)
  const far = await open(openDatabase({ url: url.href }))

  const released = Promise.withResolvers<void>()
  const receiver = await open(
    startReceiver(async (_request, response) => {
      await released.promise
      response.end()
    }),
  )
  const number = await addTrackingNumber(database)
  const warnings: string[] = []
  const warner = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
  const engine = await open(startEngine(far, { receivers: [receiver], logger: warner }))
  const urls = Array.from({ length: 5 }, () => receiver.url)
  const ids = await deliver(database, engine.queue, number.id, urls)
  engine.worker.wake()
  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(5)
  proxy.cut()
  released.resolve()
  // It has been tried without success more than once.
  const triesInVain = () =>
    warnings.filter(line => line.includes('could not be recorded yet')).length
  await eventually(() => triesInVain() > 1)
  const states = async () => new Set((await rowsOf(database.db, 'delivery')).map(row => row.state))
  expect(await states()).toEqual(new Set(['waiting']))

  proxy.restore()
  await expect.poll(states, { timeout: 20_000 }).toEqual(new Set(['delivered']))
  expect(receiver.requests).toHaveLength(ids.length)
})

it('if only the connection of an outcome breaks, the next connection records it', async () => {
  const { database, number, engine, db } = await startStopped()
  const [id = 0] = await deliver(database, engine.queue, number.id, [URL_OF_RECEIVER])
  const [claimed] = await db.transaction().execute(trx => engine.queue.claim(trx, ALL))
  let tries = 0
  const writer = writerFor(engine, db, async trx => {
    tries += 1
    if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  })
  if (claimed === undefined) throw new Error('Nothing was claimed')
  await writer.settle(engine.queue, { due: claimed }, madeAttempt(id, false))
  expect(tries).toBe(2)
  expect(await db.selectFrom('failed_event').select('id').execute()).toEqual([{ id }])
  expect(await countJobs(database)).toBe(0)
})

it('an outcome that can only be recorded in part keeps its result, and does not affect the others', async () => {
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const receiver = await open(startReceiver(500))
  const reduced: string[] = []
  const engine = await open(
    startEngine(database, {
      receivers: [receiver],
      schedule: [],
      countReduced: detail => reduced.push(detail),
    }),
  )
  const urls = [receiver.url, receiver.url]
  const [atFault = 0, other = 0] = await deliver(database, engine.queue, number.id, urls)
  await sql`alter table delivery_attempt add check (delivery_id <> ${sql.lit(atFault)})`.execute(
    database.db,
  )
  engine.worker.wake()
  await expect.poll(() => countJobs(database), { timeout: 10_000 }).toBe(0)
  const deliveries = await rowsOf(database.db, 'delivery')
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['failed']))
  const listed = await rowsOf(database.db, 'failed_event', {}, 'id')
  expect(listed).toEqual([{ id: atFault }, { id: other }])
  expect(reduced).toEqual(['without the attempt'])
  expect(receiver.requests).toHaveLength(2)
})
