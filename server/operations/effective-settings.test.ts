import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver } from '../testing/peers/test-receiver.ts'
import { reportCall } from '../testing/report-call.ts'
import { runRedial } from '../testing/run-redial.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { addPartner } from '../testing/test-service.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'

const TELEPHONY_KEY = 'telephony-key-of-at-least-32-characters'
const REPORTS = 5

test('PAGE_SIZE_LIMIT, RECEIVER_CONCURRENCY and LOG_FORMAT have an effect', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redial-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const areReported = Promise.withResolvers<void>()
  let inFlight = 0
  let mostInFlight = 0
  const receiver = await startReceiver(async (_, response) => {
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    await areReported.promise
    inFlight -= 1
    response.end()
  })
  onTestFinished(() => receiver.close())
  writeFileSync(join(folder, 'ca.pem'), receiver.ca)
  // Makes a tracking number, whose delivery goes to the receiver, too.
  await addWaitingDelivery(database, { callback_url: receiver.url, payload: '{"call_id":1}' })
  const number = await database.db
    .updateTable('tracking_number')
    .set({ call_term_callbacks: receiver.url })
    .returning('phone_number')
    .executeTakeFirstOrThrow()
  const companies = Array.from({ length: 21 }, (_, index) => `C-${index}`)
  const { token } = await addPartner(database, 'P-1', { companies })
  const settings = {
    ...{ DATA_DIR: folder, PORT: '0', DATABASE_URL: database.url, DEMO: 'off' },
    ...{ SESSION_SECRET: 's'.repeat(32), TELEPHONY_KEY },
    ...{ RECEIVER_CA_FILE: join(folder, 'ca.pem'), RECEIVER_EXCEPTIONS: receiver.exception },
    ...{
      PAGE_SIZE_LIMIT: '20',
      RECEIVER_CONCURRENCY: '1',
      LOG_FORMAT: 'pretty',
      LOG_LEVEL: 'info',
    },
  }
  const redial = await runRedial(settings, TEST_TIMINGS)
  onTestFinished(async () => void (await redial.kill()))

  const headers = { authorization: `Token ${token}` }
  const page = await fetch(`${redial.url}/v2/company/?page_size=50`, { headers })
  const Page = z.object({ count: z.number(), results: z.array(z.unknown()) })
  const { count, results } = Page.parse(await page.json())
  expect([count, results.length]).toEqual([21, 20])

  for (let callId = 10; callId < 10 + REPORTS; callId += 1) {
    const trackingNumber = number.phone_number
    const answered = true
    await reportCall({ url: redial.url, key: TELEPHONY_KEY, callId, trackingNumber, answered })
  }
  areReported.resolve()
  await eventually(() => receiver.requests.length === REPORTS + 1)
  expect(mostInFlight).toBe(1)
  await eventually(() => /^\[[^\]]+\] INFO.*: delivered$/m.test(redial.output()))
}, 60_000)
