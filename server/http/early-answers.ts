import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** Answers what Node couldn't parse as a request, in the Detail shape like any other error. */
function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const hasAsked = socket.bytesRead > 0
  if (error.code === 'ECONNRESET' || !socket.writable || !hasAsked || hasBegunAnswer(socket)) {
    socket.destroy()
    return
  }
  const { status, detail } = CAUSES[error.code ?? ''] ?? OTHERWISE
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** The answer to the last request of a connection, while that request has not arrived completely. */
const answers = new WeakMap<Socket, ServerResponse>()

/** For a hook: a request that breaks off gets no second answer in the middle of its first. */
export function rememberAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  answers.set(socket, reply.raw)
  whenClosed(reply, () => {
    if (raw.complete && answers.get(socket) === reply.raw) answers.delete(socket)
  })
}

function hasBegunAnswer(socket: Socket): boolean {
  return answers.get(socket)?.headersSent ?? false
}

/** Refuses expectations other than 100-continue in JSON; Node itself would send no body. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: unknown, response: ServerResponse) => {
    const detail =
      'Redial supports no expectation except 100-continue. Leave out the Expect header.'
    response.writeHead(417, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ detail }))
  })
}

/** Options of a Fastify app: requests without a route are answered in the Detail shape, too. */
export const UNREADABLE_IN_JSON = {
  clientErrorHandler: answerUnreadableRequest,
  // Such as a path with an incomplete escape.
  frameworkErrors: (_error: Error, _request: unknown, reply: FastifyReply) => {
    void reply.code(404).send({ detail: 'Not found.' })
  },
}
