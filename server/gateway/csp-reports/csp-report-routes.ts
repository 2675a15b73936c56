import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { cspViolationsOf } from './csp-violation.ts'

export type CspReportRoutesOptions = {
  /** Called once for each reported violation. */
  countViolation: () => void
}

/** Where browsers report what a page's policy (dashboard.ts) blocked. */
export const CSP_REPORTS_PATH = '/gateway/csp-reports'

const MAX_BODY_BYTES = 4 * 1024

/** Per minute and process. More requests would add no information. */
export const REPORTS_A_MINUTE = { ofOneClient: 20, inTotal: 60 }

/** POST /gateway/csp-reports, without a session: a browser sends reports of the sign-in page, too. */
export const cspReportRoutes: FastifyPluginAsync<CspReportRoutesOptions> = async (
  app,
  { countViolation },
) => {
  await app.register(rateLimit, { global: false })
  const timeWindow = 60_000
  const ofClient = app.createRateLimit({ max: REPORTS_A_MINUTE.ofOneClient, timeWindow })
  const inTotal = app.createRateLimit({
    max: REPORTS_A_MINUTE.inTotal,
    timeWindow,
    keyGenerator: () => 'all',
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  )

  app.post(
    CSP_REPORTS_PATH,
    {
      // The parser's own limit would apply too late: the hook that limits bodies reads them first.
      bodyLimit: MAX_BODY_BYTES,
      // Checked before the body is read. A client over its own limit uses up nothing of the shared one.
      onRequest: async request => {
        for (const limit of [ofClient, inTotal]) {
          const { isAllowed, ...state } = await limit(request)
          if (isAllowed || !('isExceeded' in state) || !state.isExceeded) continue
          throw detailError(429, 'Too many reports in a minute. Further ones are not needed.', {
            'retry-after': '60',
          })
        }
      },
    },
    async (request, reply) => {
      for (const violation of cspViolationsOf(request.body)) {
        countViolation()
        request.log.warn(violation, 'A browser reported a Content-Security-Policy violation')
      }
      return reply.code(204).send()
    },
  )
}
