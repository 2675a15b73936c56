import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Settler } from '../../attempts/settler.ts'
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
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startReceiver } from '../../testing/test-receiver.ts'
import type { MadeAttempt } from './delivery-repository.ts'
import type { NextState } from './next-state.ts'
import { recordAttempts } from './record-attempts.ts'

const open = closedAfterEach()
const logger = pino({ level: 'silent' })
const URL_OF_RECEIVER = 'https://receiver.example/hook'

function failedAttempt(id: number, next: NextState): MadeAttempt {
  const outcome = {
    at: new Date(),
    delivered: false,
    status: 500,
    error: 'answered 500; only 200 counts',
    duration_ms: 7,
    answer: '',
  }
  return { id, url: URL_OF_RECEIVER, account: '1', number: 1, outcome, next }
}

it.each<[string, NextState, number]>([
  ['its retry', { state: 'waiting', delayMs: 60_000 }, 1],
  ['its place in the list', { state: 'failed', delayMs: null }, 0],
])('an attempt that two processes settle is kept once, with %s', async (_name, next, jobs) => {
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const engine = await open(startEngine(database))
  await engine.worker.stop()
  const { db } = database
  const ids = await deliver(
    database,
    engine.queue,
    number.id,
    Array.from({ length: 10 }, () => URL_OF_RECEIVER),
  )
  const claimed = await db.transaction().execute(trx => engine.queue.claim(trx, 100))
  expect(claimed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())

  const settlers = [1, 2].map(
    () =>
      new Settler({
        db,
        queue: engine.queue,
        logger,
        record: (trx, attempts: MadeAttempt[]) => recordAttempts(trx, attempts, TIME_ZONE),
      }),
  )
  await Promise.all(
    settlers.flatMap(settler =>
      claimed.map(({ jobId, id }) => settler.settle(jobId, failedAttempt(id, next))),
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

it('a database that is away when an attempt ends delays what came of it and loses nothing', async () => {
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
  // It has been tried in vain, more than once.
  const triesInVain = () => warnings.filter(line => line.includes('the database is away')).length
  await eventually(() => triesInVain() > 1)
  const states = () => database.db.selectFrom('delivery').select('state').execute()
  expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['waiting']))

  proxy.restore()
  await expect
    .poll(async () => new Set((await states()).map(({ state }) => state)), { timeout: 20_000 })
    .toEqual(new Set(['delivered']))
  expect(receiver.requests).toHaveLength(ids.length)
  const kept = await database.db.selectFrom('delivery_attempt').select('status').execute()
  expect(kept).toEqual(ids.map(() => ({ status: 200 })))
})

it('an outcome whose connection breaks alone is recorded by the next one', async () => {
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const engine = await open(startEngine(database))
  await engine.worker.stop()
  const { db } = database
  const [id = 0] = await deliver(database, engine.queue, number.id, [URL_OF_RECEIVER])
  const [claimed] = await db.transaction().execute(trx => engine.queue.claim(trx, 1))
  let tries = 0
  const settler = new Settler({
    db,
    queue: engine.queue,
    logger,
    record: async (trx, attempts: MadeAttempt[]) => {
      tries += 1
      if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      return recordAttempts(trx, attempts, TIME_ZONE)
    },
  })
  await settler.settle(claimed?.jobId ?? '', failedAttempt(id, { state: 'failed', delayMs: null }))
  expect(tries).toBe(2)
  expect(await db.selectFrom('failed_event').select('id').execute()).toEqual([{ id }])
  expect(await countJobs(database)).toBe(0)
})

it('an outcome that can never be kept puts its attempt off, and leaves the others alone', async () => {
  const database = await open(openTestDatabase())
  const number = await addTrackingNumber(database)
  const receiver = await open(startReceiver(500))
  const engine = await open(startEngine(database, { receivers: [receiver], schedule: [] }))
  const [atFault = 0, other] = await deliver(database, engine.queue, number.id, [
    receiver.url,
    receiver.url,
  ])
  await sql`alter table delivery_attempt add check (delivery_id <> ${sql.lit(atFault)})`.execute(
    database.db,
  )
  engine.worker.wake()
  const failed = () =>
    database.db.selectFrom('delivery').select('id').where('state', '=', 'failed').execute()
  await expect.poll(failed, { timeout: 10_000 }).toEqual([{ id: other }])
  await expect.poll(() => countJobs(database, 'due'), { timeout: 10_000 }).toBe(0)
  expect(await countJobs(database)).toBe(1)
  expect(receiver.requests).toHaveLength(2)
})
