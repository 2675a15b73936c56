import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { FirstAnswers } from '../../../contract/document-data.ts'
import type { Session } from '../../../contract/session.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { type PageDocument, PageDocuments } from './page-documents.ts'

/** After answers that took too long, the same page of the account asks for them itself: each would be read twice. */
const PAUSE_AFTER_SLOW_ANSWERS_MS = 30_000
const MAX_SLOW = 10_000

export type DashboardOptions = {
  /** The build; without one only the interface is served. */
  folder: string
  /** Whether browsers reach us over https. */
  isHttps: boolean
  /** Reads who asks for a page; null if unknown. */
  readSession: (request: FastifyRequest) => Promise<Session | null>
  /**
   * Reads what a page asks for first, for the person who asks for the page. The session has been read.
   *
   * @returns null if the page has to ask
   */
  readAnswers: (
    request: FastifyRequest,
    paths: string[],
    signal: AbortSignal,
  ) => Promise<FirstAnswers | null>
  /**
   * How long a document waits for these answers. Until then, it counts as one of the client's requests in flight. It
   * waits half as long for its session: a page without one asks for it, so an unavailable database does not hold it up.
   */
  maxWaitMs: number
}

/**
 * Serves the built dashboard: its files, and its page for every URL of a page. Anything else is a 404
 * in JSON, as everywhere in the interface.
 */
export async function dashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const { folder, isHttps, maxWaitMs } = options
  /** The key is an account and a page. */
  const slow = new LRUCache<string, true>({ max: MAX_SLOW, ttl: PAUSE_AFTER_SLOW_ANSWERS_MS })
  const documents = PageDocuments.read(folder)
  if (documents !== null) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      // Their names change with their content.
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
    // The files of public/: icons, the manifest and robots.txt. Their names stay, so they are cached for a day.
    await app.register(fastifyStatic, {
      root: folder,
      decorateReply: false,
      wildcard: false,
      index: false,
      globIgnore: ['index.html', 'assets/**', '*.{br,gz}'],
      maxAge: '1d',
    })
    // A request for the root gets the page, whatever it accepts.
    app.get('/', { schema: { hide: true } }, (request, reply) =>
      sendPage(request, reply, documents),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    if (documents === null || !wantsPage(request)) {
      return reply.code(404).send({ detail: 'Not found.' })
    }
    return sendPage(request, reply, documents)
  })

  /** The page has a new nonce each time, so it is never cached. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, pages: PageDocuments) {
    const nonce = randomBytes(16).toString('base64')
    // A HEAD asks only whether we answer at all.
    const session = request.method === 'GET' ? await sessionSoon(request) : null
    const key = `${session?.account_key ?? ''} ${request.url.split('?', 1)[0]}`
    const document = pages.documentOf({
      ...{ url: request.url, session, nonce, now: new Date() },
      hasAnswers: !slow.has(key),
    })
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, isHttps))
    if (document.follows.length === 0) return reply.send(document.start + document.end(null))
    // nginx would hold the first part back.
    return reply.header('x-accel-buffering', 'no').send(
      inParts(
        document,
        answersSoon(request, reply, document.follows, () => slow.set(key, true)),
      ),
    )
  }

  async function answersSoon(
    request: FastifyRequest,
    reply: FastifyReply,
    paths: string[],
    onTooLate: () => void,
  ): Promise<FirstAnswers | null> {
    const tooLate = AbortSignal.timeout(maxWaitMs)
    const signal = AbortSignal.any([callerSignal(reply), tooLate])
    const aborted = new Promise<null>(resolve => {
      signal.addEventListener('abort', () => resolve(null), { once: true })
      if (signal.aborted) resolve(null)
    })
    const read = options.readAnswers(request, paths, signal).catch((error: unknown) => {
      if (!signal.aborted)
        request.log.warn({ err: error }, 'A page went out without its first data')
      return null
    })
    const answers = await Promise.race([read, aborted])
    if (answers === null && tooLate.aborted) onTooLate()
    return answers
  }

  async function sessionSoon(request: FastifyRequest): Promise<Session | null> {
    const read = options.readSession(request).catch((error: unknown) => {
      request.log.warn({ err: error }, 'A page went out without its session')
      return null
    })
    return Promise.race([read, setTimeout(maxWaitMs / 2, null, { ref: false })])
  }
}

/** What is there already goes out at once, so that a browser paints it while the answers are on their way. */
function inParts({ start, end }: PageDocument, answers: Promise<FirstAnswers | null>): Readable {
  async function* parts() {
    yield Buffer.from(start)
    yield Buffer.from(end(await answers))
  }
  return Readable.from(parts())
}

/** A path that can't be a page's is a missing file, such as /blocklist.bak. The name of a company may be any text. */
const PAGE_PATH = /^(\/companies\/[^/?]+|(\/[\w-]+)*\/?)(\?|$)/

function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    PAGE_PATH.test(url) &&
    !/^\/(assets|gateway|v\d+)(\/|$)/.test(url)
  )
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
    // The policy in src/before-all.ts. No other one can be created.
    'trusted-types default',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
