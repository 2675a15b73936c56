import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { eventually } from '../testing/eventually.ts'
import { runRedial } from '../testing/run-redial.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { startReceiver, type TestReceiver } from '../testing/test-receiver.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'

let folder: string
let database: Database
let receiver: TestReceiver
let settings: Record<string, string>
/** Has the receiver answer. */
let answer: () => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redial-stop-'))
  database = await openTestDatabase()
  const released = Promise.withResolvers<void>()
  answer = released.resolve
  receiver = await startReceiver(async (_, response) => {
    await released.promise
    response.end()
  })
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, receiver.ca)
  settings = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SESSION_SECRET: 's'.repeat(32),
    PORT: '0',
    RECEIVER_CA_FILE: authorities,
    RECEIVER_EXCEPTIONS: receiver.exception,
  }
  await addWaitingDelivery(database, { callback_url: receiver.url, payload: '{"call_id":1}' })
})
afterEach(async () => {
  await receiver.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What is recorded of the delivery, and whether a job for it is left. */
async function recorded() {
  const { db } = database
  const deliveries = await db.selectFrom('delivery').select(['state', 'attempts']).execute()
  const attempts = await db.selectFrom('delivery_attempt').select(['number', 'status']).execute()
  const jobs = await sql`select 1 from job_queue.job where name = 'delivery'`.execute(db)
  return { deliveries, attempts, jobs: jobs.rows.length }
}

const DELIVERED = {
  deliveries: [{ state: 'delivered', attempts: 1 }],
  attempts: [{ number: 1, status: 200 }],
  jobs: 0,
}

test('a stop finishes and keeps the attempt in flight; the next start does not make it again', async () => {
  // Long enough to be read by a busy machine.
  const first = await runRedial(settings, { ...TEST_TIMINGS, stopAnnouncementMs: 5_000 })
  await eventually(() => receiver.requests.length === 1)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  first.process.kill('SIGTERM')
  // While it still takes requests, it says that none should be sent.
  await eventually(async () => (await fetch(`${first.url}/readyz`)).status === 503)
  expect(await (await fetch(`${first.url}/readyz`)).json()).toEqual({
    detail: 'Redial is stopping.',
  })
  const stopped = first.gone
  answer()
  expect(await stopped).toBe(0)
  expect(await recorded()).toEqual(DELIVERED)

  const second = await runRedial(settings, TEST_TIMINGS)
  await eventually(async () => (await fetch(`${second.url}/readyz`)).status === 200)
  // A stop ends only after all that it has claimed.
  expect(await second.kill('SIGINT')).toBe(0)
  expect(receiver.requests).toHaveLength(1)
  expect(await recorded()).toEqual(DELIVERED)
})

test('a Ctrl+C is not announced, and finishes too; npm passes on a second one, which changes nothing', async () => {
  const redial = await runRedial(settings, TEST_TIMINGS)
  await eventually(() => receiver.requests.length === 1)
  redial.process.kill('SIGINT')
  redial.process.kill('SIGINT')
  await eventually(() =>
    fetch(`${redial.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  answer()
  expect(await redial.gone).toBe(0)
  expect(await recorded()).toEqual(DELIVERED)
})
