import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Less than this fits into one packet anyway. */
const MIN_BYTES = 1024

/** Other answers are packed already, or have to arrive line by line. */
const PACKED = /^(application\/json|text\/html)\b/

/** A quarter smaller than gzip makes it, for a millisecond of processor time (docs/decisions/0050). */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A document is painted part by part, so that each part goes out at once. */
const PART_BY_PART = {
  br: { flush: constants.BROTLI_OPERATION_FLUSH },
  gzip: { flush: constants.Z_SYNC_FLUSH },
}

/**
 * Compresses data and documents for clients that accept it. No secret can be guessed by their length:
 * no other site can have a browser ask with the session's cookie, and no answer holds the token.
 */
export function packAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const encoding = encodingFor(request, reply)
    if (encoding === null || !isLarge(payload, reply)) return payload
    reply.header('content-encoding', encoding)
    reply.header('vary', 'accept-encoding')
    reply.removeHeader('content-length')
    if (payload instanceof Readable) {
      const isDocument = String(reply.getHeader('content-type')).startsWith('text/html')
      // The reader of the packed answer gets the error.
      return pipeline(payload, packer(encoding, isDocument), () => {})
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!(bytes instanceof Uint8Array)) return payload
    return encoding === 'br' ? promisify(brotliCompress)(bytes, BROTLI) : promisify(gzip)(bytes)
  })
}

function packer(encoding: 'br' | 'gzip', isDocument: boolean) {
  const parts = isDocument ? PART_BY_PART[encoding] : {}
  return encoding === 'br' ? createBrotliCompress({ ...BROTLI, ...parts }) : createGzip(parts)
}

function encodingFor({ method, headers }: FastifyRequest, reply: FastifyReply) {
  const type = String(reply.getHeader('content-type') ?? '')
  if (method === 'HEAD' || !PACKED.test(type) || reply.hasHeader('content-encoding')) return null
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(encoding => encoding.trim())
  return (['br', 'gzip'] as const).find(encoding => accepted.includes(encoding)) ?? null
}

function isLarge(payload: unknown, reply: FastifyReply): boolean {
  if (typeof payload === 'string') return payload.length >= MIN_BYTES
  if (payload instanceof Uint8Array) return payload.length >= MIN_BYTES
  const length = Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY)
  return payload instanceof Readable && length >= MIN_BYTES
}
