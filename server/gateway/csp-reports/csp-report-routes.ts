import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { detailError } from '../../http/http-error.ts'

/** A violation of a page's Content-Security-Policy, without personal data. */
type CspViolation = {
  /** Such as "script-src-elem". */
  directive: string
  /** An origin, a scheme such as "data:", or the browser's word, such as "inline". */
  blocked: string
  /** The first segment of the page's path: "/blocklist", and "/replays/…" for what lies below. */
  document: string
}

/** application/csp-report (CSP 2, `report-uri`), which all browsers send. An invalid one is ignored. */
const Report = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})

const UNKNOWN = 'unknown'

export type CspReportRoutesOptions = {
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
    'application/csp-report',
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
      const report = Report.safeParse(request.body).data?.['csp-report']
      if (report !== undefined) {
        countViolation()
        const message = 'A browser reported a Content-Security-Policy violation'
        request.log.warn(violationOf(report), message)
      }
      return reply.code(204).send()
    },
  )
}

/** Anybody may post anything here, so only parts that can't be personal are kept. */
function violationOf(report: z.infer<typeof Report>['csp-report']): CspViolation {
  const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
  const blocked = report['blocked-uri'] ?? ''
  return {
    // Older browsers append the directive's sources.
    directive: toWord(directive.split(' ', 1)[0] ?? '') ?? UNKNOWN,
    blocked: toWord(blocked) ?? originOf(blocked),
    document: pathOf(report['document-uri']),
  }
}

function toWord(text: string): string | null {
  return /^[a-z-]{1,40}$/.test(text) ? text : null
}

function originOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return UNKNOWN
  if (!/^(https?|wss?):$/.test(parsed.protocol)) return parsed.protocol.slice(0, 40)
  const origin = `${parsed.protocol}//${parsed.host}`
  return origin.slice(0, 100).replace(/\d{7,}/g, '…')
}

/** The path after the first segment may contain an id, and a query a number. */
function pathOf(url: string): string {
  const [, first = ''] = URL.parse(url)?.pathname.split('/') ?? []
  if (first === '') return URL.canParse(url) ? '/' : UNKNOWN
  const isBelow = (URL.parse(url)?.pathname.length ?? 0) > first.length + 1
  return `/${toWord(first) ?? '…'}${isBelow ? '/…' : ''}`
}
