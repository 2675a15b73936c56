import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { startOfDay } from '../../contract/time/stamp.ts'
import { startReceiver, type TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import { addFailedEvents, TIME_ZONE } from '../../server/testing/test-service.ts'
import { openSession, type SessionCookie } from '../support/open-session.ts'
import { testOn } from '../support/redial.ts'
import type { Server } from '../support/shared-server.ts'
import { demoPartnerId, startTestApp } from '../support/start-test-app.ts'

/** The real server, and receivers whose answers a test controls. */
export type RedialWithReceivers = {
  url: string
  /** Two receivers with different hosts. */
  one: TestReceiver
  two: TestReceiver
  /** Lists failed calls on a separate day in the past, and returns that day. */
  listFailures(...failures: { receiver: TestReceiver; count: number }[]): Promise<string>
  session: SessionCookie
  /** Signs another person in to the demo account. */
  signIn(name: string): Promise<SessionCookie>
}

/** Thandi is signed in, on a clock that the test can move, and the receivers accept everything. */
export const test = testOn(startRedialWithReceivers).extend<{ clockAndReceivers: undefined }>({
  clockAndReceivers: [
    async ({ page, service: { one, two } }, use) => {
      await page.clock.install()
      for (const receiver of [one, two]) {
        receiver.behave(200)
        receiver.requests.length = 0
      }
      await use(undefined)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

async function startRedialWithReceivers(): Promise<RedialWithReceivers & Server> {
  const [one, two] = await Promise.all([startReceiver(), startReceiver()])
  const app = await startTestApp({}, { receivers: [one, two] })
  const partnerId = await demoPartnerId(app)
  let days = 0

  return {
    url: app.url,
    one,
    two,
    async listFailures(...failures) {
      const day = addDays(dayOf(new Date(), TIME_ZONE), -60 - ++days)
      const failedAt = startOfDay(day, TIME_ZONE).getTime() + 9 * 3_600_000
      const at = new Date(failedAt).toISOString()
      const events = failures
        .flatMap(({ receiver, count }) => Array.from({ length: count }, () => receiver.url))
        .map((callback_url, index) => ({
          callback_url,
          attempts: [{ at, status: 500, error: 'answered 500', duration_ms: 9 }],
          failed_at: new Date(failedAt + index * 1_000),
          request_json: JSON.stringify({
            call_id: index + 1,
            caller_number: '27835557150',
            tracking_number: '27415550181',
            company: { name: `Company ${index + 1}.`, reference: `company-${index + 1}` },
          }),
        }))
      await addFailedEvents(app.database, partnerId, events)
      return day
    },
    session: await openSession(app.url, app.demoToken ?? ''),
    signIn: name => openSession(app.url, app.demoToken ?? '', name),
    async close() {
      await app.close()
      await Promise.all([one.close(), two.close()])
    },
  }
}
