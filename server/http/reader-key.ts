import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * The key in this header identifies the gateway of the same process to our own service when it reads
 * events for replays. Such a request counts towards nobody's limit, and its pages may be larger.
 */
export const READER_HEADER = 'x-redial-reader'

/** Whether a request has the key; never true without a key. */
export function readerCheck(key: string | undefined): (request: FastifyRequest) => boolean {
  if (key === undefined) return () => false
  const expected = digest(key)
  return ({ headers }) => {
    const given = headers[READER_HEADER]
    return typeof given === 'string' && timingSafeEqual(digest(given), expected)
  }
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
