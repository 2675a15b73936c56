import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
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
  logger: Pick<FastifyBaseLogger, 'info'> | false
  headers?: Record<string, string> | undefined
}

/**
 * Answers that are made before any hook runs: to what Node can't parse as a request, to a path that the router
 * can't read, and to an expectation. Like all others they have the Detail shape, the headers of every answer,
 * an id and a log line.
 */
export function earlyAnswers({ logger, headers = {} }: EarlyAnswersOptions) {
  const record = (status: number, details: Record<string, unknown>, id: string = randomUUID()) => {
    if (logger) logger.info({ reqId: id, path: '(unreadable)', status, ...details })
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
    clientErrorHandler,
    // Such as a path with an incomplete escape.
    frameworkErrors: (_error: Error, { method, id }: FastifyRequest, reply: FastifyReply) => {
      void reply
        .code(404)
        .headers(headersOf(record(404, { method }, id)))
        .send({ detail: 'Not found.' })
    },
    /** In JSON; Node itself would send no body. */
    refuseExpectation({ method }: IncomingMessage, response: ServerResponse): void {
      const detail =
        'Redial supports no expectation except 100-continue. Leave out the Expect header.'
      response.writeHead(417, headersOf(record(417, { method })))
      response.end(JSON.stringify({ detail }))
    },
  }
}
