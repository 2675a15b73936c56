import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, RequestPayload } from 'fastify'
import { clientOf } from './client-address.ts'
import { detailError, HttpError } from './http-error.ts'
import { whenClosed } from './when-closed.ts'

/** The limit of a request's body, in bytes, if its route has no other. 10,001 numbers fit. */
export const BODY_LIMIT = 2 * 1024 * 1024

/** Bytes of one client's bodies until they are answered: 16 bodies of the maximum size. */
const MAX_HELD = 16 * BODY_LIMIT

/** The limit of a body after its refusal: a client that is disconnected while it sends may lose the answer. */
const MAX_DROPPED = 8 * BODY_LIMIT

function bodyTooLarge(): HttpError {
  return detailError(413, 'The request is too large. Send it in several parts.')
}

/**
 * Receives bodies completely before anything else happens, so that a client that sends slowly holds
 * no connection to the service. A body that is larger than its route's limit is refused: by the
 * announced length before anything is read, or, without an announced length, as soon as too much has
 * arrived.
 */
export function limitBodies(app: FastifyInstance, mostHeld = MAX_HELD): void {
  const bytesByClient = new Map<string, number>()

  // After authentication: a request with a missing or wrong token is a 401, whatever its size.
  app.addHook('preParsing', async (request, reply, payload) => {
    // Their bodies are never read.
    if (request.method === 'GET' || request.method === 'HEAD') return payload
    const client = clientOf(request.ip)
    const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT
    if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge()
    let bytes = 0
    whenClosed(reply, () => {
      const others = (bytesByClient.get(client) ?? 0) - bytes
      if (others > 0) bytesByClient.set(client, others)
      else bytesByClient.delete(client)
    })
    const chunks = await readChunks(payload, chunk => {
      bytes += chunk.length
      const total = (bytesByClient.get(client) ?? 0) + chunk.length
      bytesByClient.set(client, total)
      if (bytes > limit) throw bodyTooLarge()
      if (total > mostHeld) throw tooManyBodies()
    })
    return Readable.from(chunks, { objectMode: false })
  })

  // A client that is still sending can't receive the answer, so the rest is read and discarded, up
  // to a limit.
  app.addHook('onSend', async ({ raw }) => {
    if (!raw.complete) dropRest(raw)
  })
}

async function readChunks(payload: RequestPayload, check: (chunk: Buffer) => void) {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      check(chunk)
      chunks.push(chunk)
    }
  } catch (error) {
    // It is not our failure, and the client is gone.
    throw error instanceof HttpError ? error : detailError(400, 'The request broke off.')
  }
  return chunks
}

/** Before the answer is sent: after it, Node itself would discard what arrives. */
function dropRest(request: IncomingMessage): void {
  const { socket } = request
  const most = socket.bytesRead + MAX_DROPPED
  request.on('data', () => {
    if (socket.bytesRead > most) socket.destroy()
  })
  request.resume()
}

function tooManyBodies(): HttpError {
  return detailError(
    429,
    'Too many large requests of yours are being answered. Send them one after the other.',
    { 'retry-after': '1' },
  )
}
