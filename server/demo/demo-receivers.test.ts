import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_TIMINGS } from '../testing/test-timings.ts'
import { createSender, type Sender } from '../webhooks/http/sender.ts'
import { DEMO_COMPANIES } from './demo-companies.ts'
import { outageOf } from './demo-day.ts'
import {
  type DemoPorts,
  type DemoReceivers,
  keepPorts,
  receiverUrl,
  startDemoReceivers,
} from './demo-receivers.ts'

let folder: string
let ports: DemoPorts
let receivers: DemoReceivers
let sender: Sender
/** For the receiver that never answers, with a short deadline. */
let impatient: Sender

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redial-demo-'))
  ports = await keepPorts(folder, 'free')
  receivers = await startDemoReceivers(folder, ports, new Date())
  const settings = {
    exceptions: Object.values(ports).map(port => `localhost:${port}`),
    authorities: [receivers.authority],
  }
  sender = createSender({ ...settings, deadlineMs: TEST_TIMINGS.attemptDeadlineMs })
  impatient = createSender({ ...settings, deadlineMs: 200 })
})
afterAll(async () => {
  await receivers.close()
  await sender.close()
  await impatient.close()
  rmSync(folder, { recursive: true })
})

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
