import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openDatabase } from '../../database/database.ts'
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
import { openTestDatabase } from '../../testing/test-database.ts'
import { OutcomeWriter } from '../engine/outcome-writer.ts'
import type { NextState } from './retry-schedule.ts'
import { type MadeAttempt, recordAttempts } from './settle-attempts.ts'

const open = closedAfterEach()
const ALL = { limit: 100, ofOneReceiver: 100, skippedReceivers: [], skippedAccounts: [] }
const logger = pino({ level: 'silent' })
const URL_OF_RECEIVER = 'https://receiver.example/hook'

/** A database with a tracking number, and an engine whose worker has stopped. */
async function startStopped() {
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const engine = await open(startEngine(database))
  await engine.worker.stop()
  return { database, number, engine, db: database.db }
}

function failedAttempt(id: number, next: NextState): MadeAttempt {
  const outcome = {
    at: new Date(),
    delivered: false,
    status: 500,
    error: 'answered 500; only 200 counts',
    cause: null,
    duration_ms: 7,
    answer: '',
  }
  return { id, url: URL_OF_RECEIVER, account: '1', number: 1, outcome, next }
}

it.each<[string, NextState, number]>([
  ['its retry', { state: 'waiting', delayMs: 60_000 }, 1],
  ['its place in the list', { state: 'failed', delayMs: null }, 0],
])('an attempt that two processes settle is recorded once, with %s', async (_name, next, jobs) => {
  const { database, number, engine, db } = await startStopped()
  const ids = await deliver(
    database,
    engine.queue,
    number.id,
    Array.from({ length: 10 }, () => URL_OF_RECEIVER),
  )
  const claimed = await db.transaction().execute(trx => engine.queue.claim(trx, ALL))
  expect(claimed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())

  const writers = [1, 2].map(
    () =>
      new OutcomeWriter({
        db,
        logger,
        record: (trx, attempts: MadeAttempt[], detail) =>
          recordAttempts(trx, attempts, { queues: engine.queues, timeZone: TIME_ZONE, detail }),
      }),
  )
  await Promise.all(
    writers.flatMap(writer =>
      claimed.map(due => writer.settle(engine.queue, { due }, failedAttempt(due.id, next))),
    ),
  )
  const kept = await db
    .selectFrom('delivery_attempt')
    .select(['delivery_id', 'number'])
    .orderBy('delivery_id')
    .execute()
  expect(kept).toEqual(ids.map(id => ({ delivery_id: id, number: 1 })))
  const listed = await db.selectFrom('failed_event').select('id').orderBy('id').execute()
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
  const states = () => database.db.selectFrom('delivery').select('state').execute()
  expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['waiting']))

  proxy.restore()
  await expect
    .poll(async () => new Set((await states()).map(({ state }) => state)), { timeout: 20_000 })
    .toEqual(new Set(['delivered']))
  expect(receiver.requests).toHaveLength(ids.length)
})

it('if only the connection of an outcome breaks, the next connection records it', async () => {
  const { database, number, engine, db } = await startStopped()
  const [id = 0] = await deliver(database, engine.queue, number.id, [URL_OF_RECEIVER])
  const [claimed] = await db.transaction().execute(trx => engine.queue.claim(trx, ALL))
  let tries = 0
  const writer = new OutcomeWriter({
    db,
    logger,
    record: async (trx, attempts: MadeAttempt[], detail) => {
      tries += 1
      if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      return recordAttempts(trx, attempts, {
        queues: engine.queues,
        timeZone: TIME_ZONE,
        detail,
      })
    },
  })
  if (claimed === undefined) throw new Error('Nothing was claimed')
  const made = failedAttempt(id, { state: 'failed', delayMs: null })
  await writer.settle(engine.queue, { due: claimed }, made)
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
  const [atFault = 0, other = 0] = await deliver(database, engine.queue, number.id, [
    receiver.url,
    receiver.url,
  ])
  await sql`alter table delivery_attempt add check (delivery_id <> ${sql.lit(atFault)})`.execute(
    database.db,
  )
  engine.worker.wake()
  await expect.poll(() => countJobs(database), { timeout: 10_000 }).toBe(0)
  const deliveries = await database.db.selectFrom('delivery').select(['id', 'state']).execute()
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['failed']))
  const listed = await database.db.selectFrom('failed_event').select('id').orderBy('id').execute()
  expect(listed).toEqual([{ id: atFault }, { id: other }])
  expect(reduced).toEqual(['without the attempt'])
  expect(receiver.requests).toHaveLength(2)
})
