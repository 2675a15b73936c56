import type { FastifyRequest } from 'fastify'
import { isSameKey } from './bearer-key.ts'

/**
 * The key in this header identifies the gateway of the same process to our own service when it reads
 * events for replays or counts days. Such a request counts towards nobody's limit, and its pages may be
 * larger.
 */
export const READER_HEADER = 'x-redial-reader'

/** Whether a request has the key; never true without a key. */
export function readerCheck(key: string | undefined): (request: FastifyRequest) => boolean {
  if (key === undefined) return () => false
  return ({ headers }) => {
    const given = headers[READER_HEADER]
    return typeof given === 'string' && isSameKey(given, key)
  }
}
