import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * By the key in this header our own service knows the gateway of its own process when that reads
 * events for replays. Such a request counts as nobody's, and its pages may be larger.
 */
export const READER_HEADER = 'x-redial-reader'

/** Whether a request has the key; never where there is none. */
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
