import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CSP_REPORTS_PATH } from '../csp-reports/csp-report-routes.ts'

/** The name of the endpoint for reports of the Reporting API. */
const REPORTING_GROUP = 'csp'

/** The placeholder of the nonce that vite.config.ts puts into the page. */
const NONCE_PLACEHOLDER = '%CSP_NONCE%'

/**
 * Serves the built dashboard: its files, and its page for every URL of a page. Anything else is a 404
 * in JSON, as everywhere in the interface.
 *
 * @param folder the build; without one only the interface is served
 * @param isHttps whether browsers reach us over https
 */
export async function dashboard(
  app: FastifyInstance,
  { folder, isHttps }: { folder: string; isHttps: boolean },
): Promise<void> {
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      // Their names change with their content.
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
    await app.register(publicFiles, { folder })
    // A request for the root gets the page, whatever it accepts.
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, page, isHttps))
  }
  app.setNotFoundHandler((request, reply) => {
    if (page === null || !wantsPage(request)) return reply.code(404).send({ detail: 'Not found.' })
    return sendPage(reply, page, isHttps)
  })
}

/** The files of public/: icons, the manifest and robots.txt. Their names stay, so they are cached for a day. */
async function publicFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, maxAge: '1d' })
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && !/^index\.html|\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)
  for (const name of names) {
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) => {
      if (name.endsWith('.webmanifest')) reply.type('application/manifest+json')
      return reply.sendFile(name)
    })
  }
}

/** A path that can't be a page's is a missing file, such as /blocklist.bak. */
const PAGE_PATH = /^(\/[\w-]+)*\/?(\?|$)/

function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    PAGE_PATH.test(url) &&
    !/^\/(assets|gateway|v\d+)(\/|$)/.test(url)
  )
}

/** The page has a new nonce each time, so it is never cached. */
function sendPage(reply: FastifyReply, page: string, isHttps: boolean) {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy(nonce, isHttps))
    .headers(isHttps ? { 'reporting-endpoints': `${REPORTING_GROUP}="${CSP_REPORTS_PATH}"` } : {})
    .send(page.replaceAll(NONCE_PLACEHOLDER, nonce))
}

function policy(nonce: string, isHttps: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    // Recordings of calls may be on any host that a payload names.
    'media-src https:',
    "connect-src 'self'",
    "manifest-src 'self'",
    // These three repeat default-src, because scanners and ASVS expect them.
    "object-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The policy in src/trusted-types.ts. No other one can be created.
    'trusted-types default',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    `report-uri ${CSP_REPORTS_PATH}`,
    // Browsers support it only over https, and then ignore report-uri.
    ...(isHttps ? [`report-to ${REPORTING_GROUP}`] : []),
  ].join('; ')
}
