import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { ExportReport } from '../../../contract/activity.ts'
import { formatSeconds } from '../../../contract/text/count.ts'
import { detailError } from '../../http/http-error.ts'
import { PROBLEMS } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import { type ActivityLog, actorOf } from './activity-log.ts'

export type ExportReportRouteOptions = {
  activity: ActivityLog
}

/** For one account, per minute and process. */
const REPORTS_A_MINUTE = 60

/**
 * POST /gateway/activity/exports: the browser creates the file, so it reports the export before it
 * saves the file. A script that reads the lists itself reports nothing.
 */
export const exportReportRoute: FastifyPluginAsyncZod<ExportReportRouteOptions> = async (
  app,
  { activity },
) => {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return detailError(
        429,
        `Too many exports in a minute. Try again in ${formatSeconds(seconds)}.`,
      )
    },
  })

  app.post(
    '/gateway/activity/exports',
    {
      config: {
        rateLimit: {
          max: REPORTS_A_MINUTE,
          timeWindow: 60_000,
          keyGenerator: request => callerOf(request).account,
        },
      },
      bodyLimit: 4_096,
      schema: {
        body: ExportReport,
        response: { 204: z.null(), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      requireName(request)
      await activity.add(actorOf(request, owner), { kind: 'exported', details: request.body })
      return reply.code(204).send(null)
    },
  )
}
