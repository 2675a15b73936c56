import fastify, { LogController } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { answerError } from '../http/answer-error.ts'
import { observeRequests } from '../http/observe-requests.ts'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { addWaitingReplays } from '../testing/add-waiting-replays.ts'
import { closedAfterAll, closedAfterEach } from '../testing/closed-after-each.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { operationsRoutes } from './operations-routes.ts'
import { Readiness } from './readiness.ts'

const KEY = 'k'.repeat(32)

const open = closedAfterEach()
const database = await closedAfterAll(openTestDatabase())
let readiness: Readiness
const lines: string[] = []
beforeEach(() => {
  readiness = new Readiness(sameSettings(database))
  lines.length = 0
})

/** Asks the database, and finds no setting that differs. */
const sameSettings = ({ db }: Database) => ({
  async differences() {
    await sql`select 1`.execute(db)
    return []
  },
})

async function listen(metricsKey?: string, now?: () => number): Promise<string> {
  const app = fastify({
    logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  await open(app)
  app.setErrorHandler(answerError)
  observeRequests(app)
  app.get('/other', async () => ({}))
  await app.register(
    operationsRoutes({
      registry: new Registry(),
      readiness,
      metricsKey,
      backlog: { db: database.db, hasDeliveries: true },
      ...(now && { now }),
    }),
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, text: await response.text() }
}

test('a process that is stopping is alive and not ready', async () => {
  const url = await listen()
  expect(await ask(`${url}/readyz`)).toEqual({ status: 200, text: '{"status":"ok"}' })
  readiness.stop()
  expect(await ask(`${url}/readyz`)).toEqual({
    status: 503,
    text: '{"detail":"Redial is stopping."}',
  })
  expect(await ask(`${url}/healthz`)).toEqual({ status: 200, text: '{"status":"ok"}' })
})

test('with a key the metrics are for clients that have it', async () => {
  const url = await listen(KEY)
  for (const authorization of ['', KEY, 'Bearer', `Bearer ${KEY}x`, `Token ${KEY}`]) {
    expect((await ask(`${url}/metrics`, { authorization })).status).toBe(401)
  }
  const { status, text } = await ask(`${url}/metrics`, {
    authorization: `Bearer ${KEY}`,
    'x-forwarded-for': '203.0.113.7',
  })
  expect(status).toBe(200)
  expect(text).toContain('redial_deliveries_waiting 0\n')
})

test('without a key they are for this machine, and not for clients of a proxy on it', async () => {
  const url = await listen()
  expect((await ask(`${url}/metrics`)).status).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded']) {
    const { status, text } = await ask(`${url}/metrics`, { [header]: '127.0.0.1' })
    expect(status).toBe(403)
    expect(text).toContain('METRICS_KEY')
  }
})

test('replays that wait are counted', async () => {
  await addWaitingReplays(database, [1])
  const { text } = await ask(`${await listen()}/metrics`)
  expect(text).toMatch(/^redial_replays_waiting 1$/m)
})

test('repeated requests count the deliveries once in ten seconds', async () => {
  // The cache takes zero for no time.
  let now = 1
  const url = await listen(undefined, () => now)
  const waiting = async () =>
    /redial_deliveries_waiting (\d+)/.exec((await ask(`${url}/metrics`)).text)?.[1]
  expect(await waiting()).toBe('0')
  await addWaitingDelivery(database)
  now = 10_001
  expect(await waiting()).toBe('0')
  now = 10_002
  expect(await waiting()).toBe('1')
})

test('its own routes leave no line in the log', async () => {
  const url = await listen()
  readiness.stop()
  for (const path of ['healthz', 'readyz', 'metrics', 'other']) await ask(`${url}/${path}`)
  const requests = lines.filter(line => line.includes('"path"'))
  expect(requests).toEqual([expect.stringContaining('/other')])
})

test('without its database, a process is alive but not ready, and reports no outdated metrics', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const app = fastify()
  app.setErrorHandler(answerError)
  await app.register(
    operationsRoutes({
      registry: new Registry(),
      readiness: new Readiness(sameSettings(database)),
      metricsKey: undefined,
      backlog: { db, hasDeliveries: true },
    }),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await database.close()
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { detail: 'The database does not answer.' },
  ])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const metrics = await fetch(`${url}/metrics`)
  expect(metrics.status).toBe(200)
  expect(await metrics.text()).not.toContain('redial_deliveries_waiting')
  await app.close()
})

test('a process whose database hangs is not ready until the database answers again', async () => {
  const database = await openTestDatabase()
  const readiness = new Readiness(sameSettings(database), 100)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  // More than there are connections, and none is free before the lock is released.
  const busy = Array.from({ length: 20 }, () =>
    sql`select pg_advisory_xact_lock(1)`.execute(database.db),
  )
  expect(await readiness.problem()).toBe('The database does not answer.')
  await holder.end()
  await Promise.all(busy)
  expect(await readiness.problem()).toBeNull()
  await database.close()
})
