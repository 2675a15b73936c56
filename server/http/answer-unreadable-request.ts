import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

const CAUSES: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are too large.' },
}
const OTHERWISE = { status: 400, detail: 'The request is not valid HTTP.' }

/** Answers what Node couldn't read as a request, in the Detail shape as any other error. */
function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, detail } = CAUSES[error.code ?? ''] ?? OTHERWISE
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Options of a Fastify app: what comes to no route is answered in the Detail shape, too. */
export const UNREADABLE_IN_JSON = {
  clientErrorHandler: answerUnreadableRequest,
  // Such as a path with half an escape in it.
  frameworkErrors: (_error: Error, _request: unknown, reply: FastifyReply) => {
    void reply.code(404).send({ detail: 'Not found.' })
  },
}
