// Long: the demo makes calls and waits for their deliveries.
import { expect, test, vi } from 'vitest'
import type { App } from '../app.ts'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { quickWait } from '../testing/held-clock.ts'
import { answer, startUpstream, type UpstreamHandler } from '../testing/peers/test-upstream.ts'
import { onlyRow } from '../testing/rows.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { FIRST_REAL_CALL } from './demo.ts'
import { FAILING_COMPANIES, RECOVERED_COMPANIES } from './demo-companies.ts'
import { startDemoTraffic } from './demo-traffic.ts'

const PATIENCE = { timeout: 25_000, interval: 50 }
const TELEPHONY_KEY = 'a key for tests, of enough characters'

const open = closedAfterEach()

/** Traffic to a telephony port that answers as a test says. */
async function startTraffic(handler: UpstreamHandler, wait = quickWait) {
  const port = await open(startUpstream(handler))
  const logged: unknown[] = []
  const traffic = startDemoTraffic({
    url: port.url,
    telephonyKey: TELEPHONY_KEY,
    timeZone: 'Africa/Johannesburg',
    logger: { debug: (error: unknown) => logged.push(error) },
    wait,
  })
  await open(traffic)
  const bodiesTo = (path: string) =>
    port.requests
      .filter(({ url }) => url === `/telephony/v1/${path}/`)
      .map(({ body }): unknown => JSON.parse(body))
  return { port, traffic, logged, bodiesTo }
}

const ALLOWED = { allowed: true, blocked_by: [] }
const BLOCKED = {
  allowed: false,
  blocked_by: [{ entity_context_name: 'partner', entity: { reference: 'k', name: 'K' } }],
}

test("a blocked caller's call is not reported", async () => {
  const { bodiesTo, port } = await startTraffic((_request, response) =>
    answer(response, 200, BLOCKED),
  )
  await vi.waitFor(() => expect(port.requests.length).toBeGreaterThan(10), PATIENCE)
  expect(bodiesTo('callers/check')).toHaveLength(port.requests.length)
})

test('a request that fails is logged, and the next call is made', async () => {
  const { logged, port, bodiesTo } = await startTraffic((request, response) => {
    if (request.url?.endsWith('/calls/')) request.socket.destroy()
    else if (port.requests.length < 5) answer(response, 503, { detail: 'The database is away.' })
    else answer(response, 200, ALLOWED)
  })
  await vi.waitFor(() => expect(bodiesTo('calls').length).toBeGreaterThan(2), PATIENCE)
  expect(logged.map(String)).toContain('Error: callers/check/ was answered 503')
  expect(logged.length).toBeGreaterThan(5)
})

/** The real server, with a fast stream of calls. */
const startRedial = (): Promise<App> =>
  open(startTestApp({ LOG_LEVEL: 'silent' }, { demoWait: quickWait }))

/** The deliveries of the demo's traffic, whose calls have the time as their ids. */
function deliveriesOf({ database: { db } }: App) {
  return db
    .selectFrom('delivery')
    .select(['id', 'event', 'callback_url', 'state', 'attempts', 'next_attempt_at'])
    .where('call_id', '>=', FIRST_REAL_CALL)
    .execute()
}

const companyOf = ({ callback_url }: { callback_url: string }) =>
  new URL(callback_url).pathname.split('/')[1] ?? ''
const RECOVERED = RECOVERED_COMPANIES.map(({ reference }) => reference)
const FAILING = FAILING_COMPANIES.map(({ reference }) => reference)

test("the demo's working receivers get their events, and failed events wait for their retry", async () => {
  const app = await startRedial()
  await vi.waitFor(async () => {
    const deliveries = await deliveriesOf(app)
    const delivered = deliveries.filter(({ state }) => state === 'delivered')
    expect(new Set(delivered.map(({ event }) => event)).size).toBe(3)
    expect(delivered.every(delivery => RECOVERED.includes(companyOf(delivery)))).toBe(true)
    const tried = deliveries.filter(({ attempts }) => attempts > 0)
    const failing = tried.filter(delivery => FAILING.includes(companyOf(delivery)))
    expect(failing.length).toBeGreaterThan(0)
    const { database } = app
    for (const { id, state, attempts, next_attempt_at } of failing) {
      expect({ state, attempts }).toEqual({ state: 'waiting', attempts: 1 })
      const { at, duration_ms } = await onlyRow(database.db, 'delivery_attempt', {
        delivery_id: id,
      })
      const wait = next_attempt_at.getTime() - at.getTime() - duration_ms
      expect(wait).toBeGreaterThanOrEqual(60_000)
    }
  }, PATIENCE)
}, 60_000)
