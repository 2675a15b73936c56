import { expect, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { testFolder } from '../testing/test-folder.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'
import { createSender } from '../webhooks/http/sender.ts'
import { DEMO_COMPANIES } from './demo-companies.ts'
import { outageOf } from './demo-day.ts'
import { keepPorts, receiverUrl, startDemoReceivers } from './demo-receivers.ts'

const folder = testFolder()
const ports = await keepPorts(folder, 'free')
const receivers = await closedAfterAll(startDemoReceivers(folder, ports, new Date()))
const senderWithDeadline = (deadlineMs: number) =>
  closedAfterAll(
    createSender({
      exceptions: Object.values(ports).map(port => `localhost:${port}`),
      authorities: [receivers.authority],
      deadlineMs,
    }),
  )
const sender = await senderWithDeadline(TEST_TIMINGS.attemptDeadlineMs)
/** For the receiver that never answers. */
const impatient = await senderWithDeadline(200)

const RECOVERED = DEMO_COMPANIES.filter(({ receiver }) => receiver === 'recovered')
const FAILING = DEMO_COMPANIES.filter(({ receiver }) => receiver !== 'recovered')

test.each(RECOVERED)('the receiver of $name accepts what it is sent', async company => {
  for (const webhook of ['calls', 'missed-calls'] as const) {
    const outcome = await sender.post(receiverUrl(company, webhook, ports), '{"call_id":1}')
    expect(outcome).toMatchObject({ delivered: true, status: 200, answer: '{"received":true}' })
  }
})

test.concurrent.each(FAILING)(
  'the receiver of $name fails in the way that its failures say',
  async company => {
    const { status, error } = outageOf(company, '2026-11-21')
    const from = company.receiver === 'hangs' ? impatient : sender
    const outcome = await from.post(receiverUrl(company, 'calls', ports), '{"call_id":1}')
    const words = outcome.error?.replace('0.2 seconds', '10 seconds')
    expect({ ...outcome, error: words }).toMatchObject({ delivered: false, status, error })
  },
)
