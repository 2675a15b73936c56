// Long: processes stop while their attempts are in flight.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { eventually } from '../testing/eventually.ts'
import { heldClock } from '../testing/held-clock.ts'
import { startReceiver, type TestReceiver } from '../testing/peers/test-receiver.ts'
import { runRedial } from '../testing/run-redial.ts'
import { settingsOn } from '../testing/settings-on.ts'
import { startAppHere } from '../testing/start-test-app.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'

const open = closedAfterEach()
let database: Database
let receiver: TestReceiver
let settings: Record<string, string>
/** Makes the receiver answer. */
let answer: () => void

beforeEach(async () => {
  database = await open(openTestDatabase())
  const released = Promise.withResolvers<void>()
  answer = released.resolve
  receiver = await open(
    startReceiver(async (_, response) => {
      await released.promise
      response.end()
    }),
  )
  settings = settingsOn(database, receiver)
  await addWaitingDelivery(database, receiver.url)
})

/** What is recorded of the delivery, and whether it still has a job. */
async function recorded() {
  const { db } = database
  const deliveries = await db.selectFrom('delivery').select(['state', 'attempts']).execute()
  const attempts = await db.selectFrom('delivery_attempt').select(['number', 'status']).execute()
  const jobs = await sql`select 1 from job_queue.job where name = 'delivery'`.execute(db)
  return { deliveries, attempts, jobs: jobs.rows.length }
}

const DELIVERED = {
  deliveries: [{ state: 'delivered', attempts: 1 }],
  // A first attempt that succeeds is recorded only in its delivery.
  attempts: [],
  jobs: 0,
}

test('Ctrl+C finishes and records the attempt in flight; the next start does not make it again', async () => {
  const first = await runRedial(settings, TEST_TIMINGS)
  await eventually(() => receiver.requests.length === 1)
  first.process.kill('SIGINT')
  // npm forwards a Ctrl+C that the terminal has also sent.
  first.process.kill('SIGINT')
  // Nothing is announced, because a person waits.
  await eventually(() =>
    fetch(`${first.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  answer()
  expect(await first.gone).toBe(0)
  expect(await recorded()).toEqual(DELIVERED)

  const next = await startAppHere(settings, { timings: TEST_TIMINGS })
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  // A stop ends only after everything that it has claimed.
  await next.close()
  expect(receiver.requests).toHaveLength(1)
  expect(await recorded()).toEqual(DELIVERED)
})

test('SIGTERM is announced, for load balancers that poll', async () => {
  const redial = await runRedial(settings, { ...TEST_TIMINGS, stopAnnouncementMs: 60_000 })
  expect((await fetch(`${redial.url}/readyz`)).status).toBe(200)
  redial.process.kill('SIGTERM')
  await eventually(async () => (await fetch(`${redial.url}/readyz`)).status === 503)
  await redial.kill()
})

test('requests are accepted during the announcement, and then the attempt in flight is finished', async () => {
  const clock = heldClock()
  const app = await startAppHere(settings, { timings: TEST_TIMINGS, clock })
  await eventually(() => receiver.requests.length === 1)
  const stopped = app.close(true)
  const ready = await fetch(`${app.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { detail: 'Redial is stopping.' }])
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect(await clock.endWait()).toBe(TEST_TIMINGS.stopAnnouncementMs)
  answer()
  await stopped
  expect(await recorded()).toEqual(DELIVERED)
})
