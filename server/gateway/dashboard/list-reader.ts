import type { FastifyRequest } from 'fastify'
import { forwardedHeaders } from '../pass-through/request-headers.ts'
import { sessionOf } from '../session/session-cookie.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** A larger list would hold up everything else while its first rows are drawn. */
const MAX_BYTES = 1024 * 1024

/**
 * Reads lists of our own service for those who ask for a page, as their own requests. Their session must have been
 * read.
 *
 * @returns a function that returns the text of a list; null if the page has to ask, because it explains errors
 */
export function listReader(upstream: Upstream, publicUrl: string | undefined) {
  return async (
    request: FastifyRequest,
    path: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const session = sessionOf(request)
    if (session === null || !upstream.isOwn) return null
    const { status, text, isWhole } = await upstream.peek(path, `Token ${session.token}`, signal, {
      mostBytes: MAX_BYTES,
      headers: forwardedHeaders(request, publicUrl),
    })
    return status === 200 && isWhole ? text : null
  }
}
