import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver } from '../testing/peers/test-receiver.ts'
import { reportCall } from '../testing/report-call.ts'
import { runRedial } from '../testing/run-redial.ts'
import { settingsOn } from '../testing/settings-on.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { addPartner, TELEPHONY_KEY } from '../testing/test-service.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'

const REPORTS = 5

test('PAGE_SIZE_LIMIT, RECEIVER_CONCURRENCY and LOG_FORMAT have an effect', async () => {
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
  const { trackingNumber } = await addWaitingDelivery(database, receiver.url)
  const companies = Array.from({ length: 21 }, (_, index) => `C-${index}`)
  const { token } = await addPartner(database, 'P-1', { companies })
  const settings = {
    ...settingsOn(database, receiver),
    TELEPHONY_KEY,
    DEMO: 'off',
    PAGE_SIZE_LIMIT: '20',
    RECEIVER_CONCURRENCY: '1',
    LOG_FORMAT: 'pretty',
    LOG_LEVEL: 'info',
  }
  const redial = await runRedial(settings, TEST_TIMINGS)
  onTestFinished(async () => void (await redial.kill()))

  const headers = { authorization: `Token ${token}` }
  const page = await fetch(`${redial.url}/v2/company/?page_size=50`, { headers })
  const Page = z.object({ count: z.number(), results: z.array(z.unknown()) })
  const { count, results } = Page.parse(await page.json())
  expect([count, results.length]).toEqual([21, 20])

  for (let callId = 10; callId < 10 + REPORTS; callId += 1) {
    const answered = true
    await reportCall({ url: redial.url, key: TELEPHONY_KEY, callId, trackingNumber, answered })
  }
  areReported.resolve()
  await eventually(() => receiver.requests.length === REPORTS + 1)
  expect(mostInFlight).toBe(1)
  await eventually(() => /^\[[^\]]+\] INFO.*: delivered$/m.test(redial.output()))
}, 60_000)
