import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { detailError, type HttpError } from '../../http/http-error.ts'

const CLOSED =
  'The telephony port is closed, because TELEPHONY_KEY is not set. Set it, and start the service again.'

/** A hook: only the telephone switch gets in, by `Authorization: Bearer <key>`; with no key nobody. */
export function requireTelephonyKey(key: string | null) {
  const expected = key === null ? null : hash(key)
  return async (request: FastifyRequest): Promise<void> => {
    if (expected === null) throw unauthorized(CLOSED)
    const given = keyOf(request.headers.authorization ?? '')
    if (given === undefined) throw unauthorized('Authentication credentials were not provided.')
    if (!timingSafeEqual(hash(given), expected)) throw unauthorized('Invalid key.')
  }
}

function keyOf(header: string): string | undefined {
  const [, key] = /^bearer\s+(\S+)$/i.exec(header.trim()) ?? []
  return key
}

/** Makes keys of any length alike in length, so that comparing takes the same time for all. */
function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function unauthorized(detail: string): HttpError {
  return detailError(401, detail, { 'WWW-Authenticate': 'Bearer' })
}
