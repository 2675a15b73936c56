import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { ReceiverTestRequest, ReceiverTestResult } from '../../../contract/receiver.ts'
import { formatSeconds } from '../../../contract/text/count.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import type { ReceiverTester } from '../../webhooks/http/test-receiver.ts'
import { INVALID, PROBLEMS } from '../route-answers.ts'
import { callerOf } from '../session/caller.ts'

export type ReceiverTestRoutesOptions = {
  timeZone: string
  testReceiver: ReceiverTester
}

/** For one account, per minute and process: enough to preview a big run, useless as a scanner. */
export const MAX_TESTS_PER_MINUTE = 30

/** Tests whether a receiver answers, without sending it anything: POST /gateway/receiver-probes. */
export const receiverTestRoutes: FastifyPluginAsyncZod<ReceiverTestRoutesOptions> = async (
  app,
  { timeZone, testReceiver },
) => {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return detailError(
        429,
        `Too many receiver tests in a minute. Try again in ${formatSeconds(seconds)}.`,
      )
    },
  })

  app.post(
    '/gateway/receiver-probes',
    {
      config: {
        rateLimit: {
          max: MAX_TESTS_PER_MINUTE,
          timeWindow: 60_000,
          keyGenerator: request => callerOf(request).account,
        },
      },
      schema: {
        tags: ['Receivers'],
        operationId: 'testReceiver',
        summary: 'Test a receiver without sending it an event',
        body: ReceiverTestRequest,
        example: { url: 'https://hooks.example.com/calls' },
        response: { 200: described(ReceiverTestResult, 'How far the test came.'), ...PROBLEMS },
        errors: { 400: INVALID, 429: 'Too many receiver tests in a minute.' },
      },
    },
    async request => {
      const { at, certificate_valid_until, ...rest } = await testReceiver(request.body.url)
      return {
        ...rest,
        receiver: URL.parse(request.body.url)?.host || request.body.url,
        at: stampIn(at, timeZone),
        certificate_valid_until:
          certificate_valid_until && stampIn(certificate_valid_until, timeZone),
      }
    },
  )
}
