import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The answer's header that names the scheme, for a 401. */
export const BEARER_CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/**
 * Compares the key of a request's `Authorization: Bearer <key>` with the expected one.
 */
export function checkBearerKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  expected: string,
): 'right' | 'wrong' | 'missing' {
  const [, given] = /^bearer\s+(\S+)$/i.exec((headers.authorization ?? '').trim()) ?? []
  if (given === undefined) return 'missing'
  return isSameKey(given, expected) ? 'right' : 'wrong'
}

/** Compares in the same time for every key. */
export function isSameKey(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

/** Digests have the same length for every key, which the comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
