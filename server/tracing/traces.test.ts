import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ReplayClient } from '../gateway/replays/testing/replay-client.ts'
import { createToken } from '../service/tokens/tokens.ts'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { eventually } from '../testing/eventually.ts'
import { listen } from '../testing/peers/listen.ts'
import { type Behaviour, startReceiver } from '../testing/peers/test-receiver.ts'
import { reportCall } from '../testing/report-call.ts'
import { rowsOf } from '../testing/rows.ts'
import { settingsOn } from '../testing/settings-on.ts'
import { startAppHere } from '../testing/start-test-app.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { TELEPHONY_KEY } from '../testing/test-service.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'

/** What an OpenTelemetry collector gets. */
async function startCollector() {
  const received: Buffer[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push(await buffer(request))
    response.end()
  })
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${await listen(server)}` }
}

/** Settings of a Redial that sends to a receiver, and the number whose calls it gets. */
async function receiverWithSettings(behaviour: Behaviour) {
  const collector = await startCollector()
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const receiver = await startReceiver(behaviour)
  onTestFinished(() => receiver.close())
  const settings = {
    ...settingsOn(database, receiver),
    TELEPHONY_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_TRACEPARENT: 'on',
  }
  const number = await addWaitingDelivery(database, receiver.url)
  return { ...number, collector, database, receiver, settings }
}

test('one trace leads from the report to the attempt, and the receiver can continue it', async () => {
  const { collector, database, receiver, settings, trackingNumber } =
    await receiverWithSettings(200)
  const app = await startAppHere(settings, { timings: TEST_TIMINGS })
  const answer = await reportCall({
    url: app.url,
    key: TELEPHONY_KEY,
    trackingNumber,
    callId: 7,
    answered: true,
  })
  const [delivery] = answer.deliveries
  await eventually(() => receiver.requests.length === 2)
  // What is left is sent at the stop.
  await app.close()

  const { rows } = await sql<{ made: string }>`
    select min(timestamp) as made from kysely_migration
  `.execute(database.db)
  const hash = createHash('sha256').update(`${rows[0]?.made} ${delivery?.id}`).digest()
  const [traceId, reportSpan] = [hash.subarray(0, 16), hash.subarray(16, 24)]
  const sent = Buffer.concat(collector.received)
  // One of the report's span, the other of the attempt's.
  expect(sent.indexOf(traceId, sent.indexOf(traceId) + 1)).toBeGreaterThan(0)
  expect(sent.indexOf(reportSpan, sent.indexOf(reportSpan) + 1)).toBeGreaterThan(0)
  for (const text of ['report', 'delivery', 'redial.event_id']) {
    expect(sent.includes(text)).toBe(true)
  }
  const post = receiver.requests.find(
    ({ headers }) => headers['webhook-id'] === String(delivery?.id),
  )
  expect(post?.headers.traceparent).toMatch(
    new RegExp(`^00-${traceId.toString('hex')}-[0-9a-f]{16}-01$`),
  )
})

test('retries and replays are in the trace of the report', async () => {
  const { database, receiver, settings, trackingNumber, partnerId } =
    await receiverWithSettings(500)
  const timings = { timings: TEST_TIMINGS }
  const app = await startAppHere({ ...settings, RETRY_SCHEDULE: '1s' }, timings)
  onTestFinished(() => app.close())
  const { url } = app
  const report = { url, key: TELEPHONY_KEY, trackingNumber, callId: 7, answered: true }
  const [delivery] = (await reportCall(report)).deliveries
  const { db } = database
  const failed = () => rowsOf(db, 'failed_event', { id: delivery?.id ?? 0 })
  await eventually(async () => (await failed()).length === 1)
  receiver.behave(200)
  const label = { label: 'desk', blocklistPermission: false }
  const client = new ReplayClient(url, await createToken(db, { partnerId, ...label }))
  const range = { from_date: '2000-01-01', to_date: '2100-01-01', start: true }
  const events = [{ id: String(delivery?.id) }]
  await client.prepare({ ...range, events })
  const posts = () =>
    receiver.requests.filter(({ headers }) => headers['webhook-id'] === String(delivery?.id))
  await eventually(() => posts().length === 3)
  const parents = posts().map(({ headers }) => String(headers.traceparent).split('-'))
  expect(new Set(parents.map(([, trace]) => trace)).size).toBe(1)
  expect(new Set(parents.map(([, , span]) => span)).size).toBe(3)
})
