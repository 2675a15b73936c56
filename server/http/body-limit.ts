import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { detailError, type HttpError } from './http-error.ts'

/** Of a request's body, in bytes, where its route has no limit of its own. 10,001 numbers fit in. */
export const BODY_LIMIT = 2 * 1024 * 1024

export function bodyTooLarge(): HttpError {
  return detailError(413, 'The request is too large. Send it in several parts.')
}

/**
 * Refuses bodies that are larger than their route's limit: by the length that the request announces,
 * before anything of it is read, and where it announces none, as soon as so much has come. Also of
 * bodies that are passed on as a stream, which Fastify itself doesn't count.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > limitOf(request)) throw bodyTooLarge()
  })
  app.addHook('preParsing', async (request, _reply, payload) =>
    request.headers['content-length'] === undefined ? counted(payload, limitOf(request)) : payload,
  )
}

function limitOf({ routeOptions }: { routeOptions: { bodyLimit?: number } }): number {
  return routeOptions.bodyLimit ?? BODY_LIMIT
}

/** What comes after the limit is read and dropped: a client that sends can't hear the answer. */
function counted(body: Readable, limit: number): Readable {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= limit) return done(null, chunk)
      done(bodyTooLarge())
    },
  })
  body.on('error', error => counter.destroy(error))
  body.on('close', () => {
    if (!body.readableEnded) counter.destroy(new Error('The request broke off'))
  })
  counter.on('close', () => {
    body.unpipe(counter)
    body.resume()
  })
  return body.pipe(counter)
}
