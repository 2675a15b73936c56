import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export const BEARER_CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/** A key, and the one before it, which is valid while everything that sends it changes over. */
type BearerKeys = { key: string; previousKey?: string | undefined }

/**
 * Compares the key of a request's `Authorization: Bearer <key>` with the expected ones.
 */
export function checkBearerKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { key, previousKey = key }: BearerKeys,
): 'right' | 'wrong' | 'missing' {
  const [, candidate] = /^bearer\s+(\S+)$/i.exec((headers.authorization ?? '').trim()) ?? []
  if (candidate === undefined) return 'missing'
  const isCurrent = isSameKey(candidate, key)
  const isPrevious = isSameKey(candidate, previousKey)
  return isCurrent || isPrevious ? 'right' : 'wrong'
}

/** Compares in the same time for every key. */
export function isSameKey(candidate: string, expected: string): boolean {
  return timingSafeEqual(digest(candidate), digest(expected))
}

/** Digests have the same length for every key, which the comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * The key in this header identifies the gateway of the same process to our own service when it reads
 * events for replays. Such a request counts towards no limit, and its pages may be
 * larger.
 */
export const READER_HEADER = 'x-redial-reader'

/** Whether a request has the key; never true without a key. */
export function readerCheck(key: string | undefined): (request: FastifyRequest) => boolean {
  if (key === undefined) return () => false
  return ({ headers }) => {
    const candidate = headers[READER_HEADER]
    return typeof candidate === 'string' && isSameKey(candidate, key)
  }
}
