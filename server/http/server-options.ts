import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { REQUEST_ID_HEADER } from '../../contract/errors.ts'
import { STATUS_CODES } from './node-http.ts'
import { whenClosed } from './when-closed.ts'

const CAUSES: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request took too long to arrive. Send it again over a faster connection.',
  },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions are too large.' },
}
const OTHERWISE = { status: 400, detail: 'The request is not valid HTTP.' }

/** The answer to the last request of a connection, while that request has not arrived completely. */
const answers = new WeakMap<Socket, ServerResponse>()

/** Hook: a request that breaks off gets no second answer in the middle of its first. */
export function rememberAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  answers.set(socket, reply.raw)
  whenClosed(reply, () => {
    if (raw.complete && answers.get(socket) === reply.raw) answers.delete(socket)
  })
}

type EarlyAnswersOptions = {
  logger?: Pick<FastifyBaseLogger, 'info'> | undefined
  headers?: Record<string, string>
}

/**
 * Answers that are made before any hook runs: to what Node can't parse as a request, to a path that the router
 * can't read, and to an expectation. Like all others they have the Detail shape, the headers of every answer,
 * an id and a log line.
 */
export function earlyAnswers({ logger, headers = {} }: EarlyAnswersOptions = {}) {
  const record = (status: number, details: Record<string, unknown>) => {
    const id = randomUUID()
    logger?.info({ reqId: id, path: '(unreadable)', status, ...details })
    return id
  }
  const headersOf = (id: string) => ({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    [REQUEST_ID_HEADER]: id,
  })

  function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
    const hasAsked = socket.bytesRead > 0
    const hasBegunAnswer = answers.get(socket)?.headersSent
    if (error.code === 'ECONNRESET' || !socket.writable || !hasAsked || hasBegunAnswer) {
      socket.destroy()
      return
    }
    const { status, detail } = CAUSES[error.code ?? ''] ?? OTHERWISE
    const body = JSON.stringify({ detail })
    const lines = Object.entries({
      ...headersOf(record(status, { code: error.code })),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  }

  return {
    options: {
      clientErrorHandler,
      // Such as a path with an incomplete escape.
      frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
        const { method, id } = request
        logger?.info({ reqId: id, method, path: '(unreadable)', status: 404 })
        void reply.code(404).headers(headersOf(id)).send({ detail: 'Not found.' })
      },
    },
    /** Refuses expectations other than 100-continue in JSON; Node itself would send no body. */
    refuseExpectations(app: FastifyInstance): void {
      app.server.on('checkExpectation', ({ method }: IncomingMessage, response: ServerResponse) => {
        const detail =
          'Redial supports no expectation except 100-continue. Leave out the Expect header.'
        response.writeHead(417, headersOf(record(417, { method })))
        response.end(JSON.stringify({ detail }))
      })
    },
  }
}

/**
 * How long an idle connection is kept. Longer than load balancers keep theirs (a minute for most of
 * them), so that none sends a request on a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000

/** How often Node looks for requests that take too long; they may take that much longer. */
const CHECK_EVERY_MS = 1_000

/** Otherwise Fastify loads its compilers for JSON Schema, although the apps set those for zod. */
const COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('A route has a schema, but the app has no compiler for it.')
}

/**
 * Options of a Fastify app whose clients cannot hold a connection by sending slowly: headers and body
 * have to arrive in time, otherwise the answer is a 408. Requests without a route are answered in the
 * Detail shape as well.
 *
 * @param requestTimeoutMs from the first byte of a request to its last, headers included
 */
export function serverOptions(
  { requestTimeoutMs }: { requestTimeoutMs: number },
  early: ReturnType<typeof earlyAnswers>,
) {
  return {
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeoutMs),
      // Node would answer without a body. refuseUnknownHosts checks hosts.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: COMPILERS },
    ...early.options,
  } satisfies Partial<FastifyHttpOptions<Server>>
}
