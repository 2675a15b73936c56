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

/** application/csp-report (CSP 2, `report-uri`). */
const Report = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})

/** One of application/reports+json (Reporting API, `report-to`). */
const ListedReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: z.string(),
    effectiveDirective: z.string(),
    blockedURL: z.string().nullish(),
  }),
})

/** The limit for one request, because a page that is attacked or broken repeats its reports. */
const MOST = 5

const UNKNOWN = 'unknown'

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

/**
 * The violations that browsers report in a request's body. Skips anything else. Anybody may post
 * anything here, so only parts that can't be personal are kept.
 */
function cspViolationsOf(body: unknown): CspViolation[] {
  const single = Report.safeParse(body)
  if (single.success) {
    const report = single.data['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
    return [violation(directive, report['blocked-uri'] ?? '', report['document-uri'])]
  }
  if (!Array.isArray(body)) return []
  return body
    .map(report => ListedReport.safeParse(report))
    .filter(read => read.success)
    .slice(0, MOST)
    .map(({ data: { body: report } }) =>
      violation(report.effectiveDirective, report.blockedURL ?? '', report.documentURL),
    )
}

function violation(directive: string, blocked: string, document: string): CspViolation {
  return {
    // Older browsers append the directive's sources.
    directive: toWord(directive.split(' ', 1)[0] ?? '') ?? UNKNOWN,
    blocked: toWord(blocked) ?? originOf(blocked),
    document: pathOf(document),
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
