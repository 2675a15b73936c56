import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AcceptedReport, SigningSecret } from '../../../contract/telephony.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { createSender } from '../../webhooks/http/sender.ts'
import {
  ANALYSIS,
  CALL,
  NUMBER,
  SETTINGS,
  telephoneSwitch,
} from '../telephony/testing/telephone-switch.ts'

const SignedHeaders = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
})

const receiver = await closedAfterAll(startReceiver())
const exceptions = [receiver.exception]
const sender = await closedAfterAll(
  createSender({
    exceptions,
    authorities: [receiver.ca],
    deadlineMs: TEST_TIMINGS.attemptDeadlineMs,
  }),
)
const service = await closedAfterAll(
  openTestService({
    telephony: { exceptions, worker: { sender, schedule: [60_000] } },
    clock: () => new Date(),
  }),
)
await addPartner(service.database, 'P-1')

test('reports reach their receivers with their ids, signed by both secrets of a rotation', async () => {
  const ask = telephoneSwitch(service)
  const one = `tracking_numbers/${NUMBER}/`
  const url = receiver.url
  const settings = { ...SETTINGS, call_term_callbacks: url, mcs_call_term_callbacks: url }
  await ask('PUT', one, settings)
  const before = SigningSecret.parse((await ask('GET', `${one}secret/`)).body).secret
  const after = SigningSecret.parse((await ask('POST', `${one}secret/`)).body).secret

  const call = await ask('POST', 'calls/', { ...CALL, answered: false })
  const analysis = await ask('POST', 'analyses/', ANALYSIS)
  const accepted = [call, analysis].flatMap(({ body }) => AcceptedReport.parse(body).deliveries)
  expect(accepted).toHaveLength(3)

  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(3)
  const received = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(received.toSorted()).toEqual(accepted.map(({ id }) => String(id)).toSorted())
  for (const { headers, body } of receiver.requests) {
    for (const secret of [before, after]) {
      const read = new Webhook(secret).verify(body, SignedHeaders.parse(headers))
      expect(read).toMatchObject({ call_id: 1, tracking_number: NUMBER })
    }
  }
})
