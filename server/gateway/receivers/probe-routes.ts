import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import { ReceiverProbe, ReceiverProbeRequest } from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { detailError } from '../../http/http-error.ts'
import type { Prober } from '../../webhooks/http/probe.ts'
import { callerOf } from '../session/caller.ts'

export type ProbeRoutesOptions = {
  timeZone: string
  probe: Prober
}

/** For one account, per minute and process: enough to preview a big run, useless as a scanner. */
export const PROBES_A_MINUTE = 30

/** Tests whether a receiver answers, without sending it anything: POST /gateway/receiver-probes. */
export const probeRoutes: FastifyPluginAsyncZod<ProbeRoutesOptions> = async (
  app,
  { timeZone, probe },
) => {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return detailError(
        429,
        `Too many tests of receivers in a minute. Try again in ${seconds} seconds.`,
      )
    },
  })

  app.post(
    '/gateway/receiver-probes',
    {
      config: {
        rateLimit: {
          max: PROBES_A_MINUTE,
          timeWindow: 60_000,
          keyGenerator: request => callerOf(request).account,
        },
      },
      schema: {
        body: ReceiverProbeRequest,
        response: { 200: ReceiverProbe, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async request => {
      const { at, certificate_valid_until, ...rest } = await probe(request.body.url)
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
