// Long: waits for the time limits of connections and statements.
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll, closedAfterEach } from '../testing/closed-after-each.ts'
import { addTrackingNumber, deliver, startEngine } from '../testing/delivery-engine.ts'
import { eventually } from '../testing/eventually.ts'
import { startTcpProxy } from '../testing/peers/tcp-proxy.ts'
import { startReceiver } from '../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { DatabaseAway, databaseFault } from './database-fault.ts'
import { PRODUCTION_LIMITS } from './database-limits.ts'
import type { Schema } from './schema.ts'

const database = await closedAfterAll(openTestDatabase())

const open = closedAfterEach()

/** The same database through a proxy, with one connection for requests and short limits. */
async function openFar(limits: Partial<typeof PRODUCTION_LIMITS.requests> = {}) {
  const url = new URL(database.url)
  const proxy = await open(startTcpProxy(Number(url.port)))
  url.port = String(proxy.port)
  const short = { size: 1, connectMs: 400, queryMs: 400, lockMs: 50, idleInTransactionMs: 5_000 }
  const requests = { ...short, ...limits }
  const far = await open(
    openDatabase({ url: url.href }, undefined, { ...PRODUCTION_LIMITS, requests }),
  )
  return { proxy, db: far.db }
}

async function sessionOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch(error => error)

test('a connection whose data gets lost is abandoned, also within a transaction', async () => {
  const { proxy, db } = await openFar()
  const first = await sessionOf(db)
  proxy.swallow()
  // The second request finds no connection that answers.
  for (let asked = 0; asked < 2; asked++) {
    expect(await errorOf(sessionOf(db))).toBeInstanceOf(DatabaseAway)
  }
  proxy.restore()
  const second = await sessionOf(db)
  expect(second).not.toBe(first)

  const inTransaction = db.transaction().execute(async trx => {
    await sessionOf(trx)
    proxy.swallow()
    return sessionOf(trx)
  })
  expect(await errorOf(inTransaction)).toBeInstanceOf(DatabaseAway)
  proxy.restore()
  expect(await sessionOf(db)).not.toBe(second)
})

test('a connection that breaks within a transaction is replaced', async () => {
  const { db } = await openFar()
  const killed = db
    .transaction()
    .execute(trx => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx))
  expect(databaseFault(await errorOf(killed))).toBe('transient')
  expect(await sessionOf(db)).toBeGreaterThan(0)
})

test('waiting for a connection that others use ends after a time limit', async () => {
  const { db } = await openFar({ queryMs: 5_000 })
  const held = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async () => {
    began.resolve()
    await held.promise
  })
  await began.promise
  expect(await errorOf(sessionOf(db))).toBeInstanceOf(DatabaseAway)
  held.resolve()
  await holder
  expect(await sessionOf(db)).toBeGreaterThan(0)
})

test('PostgreSQL ends statements, lock waits and idle transactions that take too long', async () => {
  const { db } = await openFar({ queryMs: 1_000, idleInTransactionMs: 50 })
  const session = await sessionOf(db)
  const slow = db.transaction().execute(trx => sql`select pg_sleep(60)`.execute(trx))
  expect(await errorOf(slow)).toMatchObject({ code: '57014' })
  const locked = await database.db.transaction().execute(async trx => {
    await sql`lock table partner`.execute(trx)
    return errorOf(db.transaction().execute(far => far.selectFrom('partner').execute()))
  })
  expect(locked).toMatchObject({ code: '55P03' })
  // The connection survives both, and none of the limits stays in effect.
  expect(await sessionOf(db)).toBe(session)
  const { rows } = await sql`show statement_timeout`.execute(db)
  expect(rows).toEqual([{ statement_timeout: '0' }])

  const forgotten = db.transaction().execute(async trx => {
    const own = await sessionOf(trx)
    await eventually(async () => {
      const { rows: found } = await sql`select from pg_stat_activity where pid = ${own}`.execute(
        database.db,
      )
      return found.length === 0
    })
    await sessionOf(trx)
  })
  expect(await errorOf(forgotten)).toBeInstanceOf(Error)
  expect(await sessionOf(db)).not.toBe(session)
})

test('transactions with another mode have the same limits', async () => {
  const { db } = await openFar()
  const show = sql`select current_setting('statement_timeout') as ms,
    current_setting('transaction_isolation') as isolation`
  const { rows } = await db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(trx => show.execute(trx))
  expect(rows).toEqual([{ ms: '360ms', isolation: 'serializable' }])
})

test('sessions can be shared by a connection pooler: nothing is set, locked or listened to in them, and no statement is named', async () => {
  const receiver = await open(startReceiver())
  const one = { ...PRODUCTION_LIMITS.requests, size: 1 }
  const limits = { ...PRODUCTION_LIMITS, requests: one, attempts: one, longWork: one }
  const pools = await open(openDatabase({ url: database.url }, undefined, limits))
  const engine = await open(startEngine(pools, { receivers: [receiver] }))
  const number = await addTrackingNumber(pools)
  await deliver(pools, engine.queue, number.id, [receiver.url])
  engine.worker.wake()
  const delivered = pools.db.selectFrom('delivery').select('id').where('state', '=', 'delivered')
  await eventually(async () => (await delivered.execute()).length === 1)

  const inSession = `
    select 'statement' as what, name from pg_prepared_statements
    union all select 'setting', name from pg_settings where source in ('client', 'session')
      and name not in ('application_name', 'client_encoding', 'DateStyle', 'TimeZone')
    union all select 'lock', mode from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
    union all select 'channel', pg_listening_channels()`
  for (const db of [pools.db, pools.workerDb, pools.longDb]) {
    expect((await sql.raw(inSession).execute(db)).rows).toEqual([])
  }
  const ofQueue = await Promise.all(
    Array.from({ length: 4 }, () => engine.boss.getDb().executeSql(inSession)),
  )
  expect(ofQueue.flatMap(({ rows }) => rows)).toEqual([])
})
