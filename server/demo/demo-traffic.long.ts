// Long: the demo makes calls and waits for their deliveries.
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CallerCheck, CompletedAnalysis, EndedCall } from '../../contract/telephony.ts'
import type { App } from '../app.ts'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { quickWait } from '../testing/held-clock.ts'
import { answer, startUpstream, type UpstreamHandler } from '../testing/peers/test-upstream.ts'
import { onlyRow } from '../testing/rows.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { FIRST_REAL_CALL } from './demo.ts'
import { DEMO_BLOCKLISTS, FAILING_COMPANIES, RECOVERED_COMPANIES } from './demo-companies.ts'
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

test('a call is checked, reported as ended and, if its number has AI, analysed', async () => {
  const { port, logged, bodiesTo } = await startTraffic((request, response) =>
    answer(response, request.url?.endsWith('/check/') ? 200 : 201, ALLOWED),
  )
  await vi.waitFor(() => expect(bodiesTo('analyses').length).toBeGreaterThan(20), PATIENCE)
  expect(logged).toEqual([])
  for (const { headers } of port.requests) {
    expect(headers.authorization).toBe(`Bearer ${TELEPHONY_KEY}`)
  }
  const checks = bodiesTo('callers/check').map(body => CallerCheck.parse(body))
  const calls = bodiesTo('calls').map(body =>
    EndedCall.parse(z.strictObject(EndedCall.shape).parse(body)),
  )
  const Analysis = z.strictObject(CompletedAnalysis.shape)
  const analyses = bodiesTo('analyses').map(body => Analysis.parse(body))
  for (const [index, { tracking_number, caller_number }] of calls.entries()) {
    expect(checks[index]).toEqual({ tracking_number, caller_number })
  }
  const ids = calls.map(({ call_id }) => call_id)
  expect(new Set(ids).size).toBe(ids.length)
  const answered = calls.filter(call => call.answered).map(({ call_id }) => call_id)
  expect(answered).toEqual(expect.arrayContaining(analyses.map(({ call_id }) => call_id)))
  const blocked = DEMO_BLOCKLISTS.flatMap(([, , phoneNumbers]) => phoneNumbers)
  await vi.waitFor(
    () =>
      expect(
        bodiesTo('callers/check').some(body =>
          blocked.includes(CallerCheck.parse(body).caller_number ?? ''),
        ),
      ).toBe(true),
    PATIENCE,
  )
})

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
