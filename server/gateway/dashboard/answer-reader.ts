import type { FastifyRequest } from 'fastify'
import { BLOCKLIST_PATH } from '../../../contract/blocklist.ts'
import { DAY_COUNTS_PATH } from '../../../contract/day-counts.ts'
import type { FirstAnswers } from '../../../contract/document-data.ts'
import { EVENT_PAGE_PATH } from '../../../contract/event-page.ts'
import { READING_PATH } from '../../../contract/events.ts'
import { EventPageQuery, placeOf, readerOf } from '../events/page/page-routes.ts'
import { readEventPage } from '../events/page/read-event-page.ts'
import type { ListReader } from '../fields/field-repository.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { forwardedHeaders } from '../pass-through/request-headers.ts'
import { sessionOf } from '../session/session-cookie.ts'

/** A larger answer of the service would hold up everything else while its events are read. */
const MAX_BYTES = 1024 * 1024

/**
 * Reads what a page requests first, for the person who requests its document: pages of lists as
 * `GET /gateway/events/page` answers them, the blocklist as the service does, and everything else as the gateway's own
 * routes do. Their session must have been read. Readings come first in the paths.
 *
 * @returns a function that returns the answers to these paths; null if the page has to ask, because it explains
 *   errors. It need not ask a service again that asks for a pause
 */
export function answerReader(dependencies: GatewayParts) {
  const { upstream, publicUrl } = dependencies
  return async (
    request: FastifyRequest,
    paths: string[],
    signal: AbortSignal,
  ): Promise<FirstAnswers | null> => {
    const session = sessionOf(request)
    if (session === null) return null
    const authorization = `Token ${session.token}`

    /** As the gateway answers the same person. */
    async function ownAnswer(path: string): Promise<FirstAnswer | null> {
      const { statusCode, body } = await request.server.inject({
        url: path,
        headers: { ...request.headers, accept: 'application/json', 'accept-encoding': 'identity' },
        remoteAddress: request.socket.remoteAddress,
        signal,
      })
      // Counts come line by line, so each line has its own failure.
      const isComplete =
        statusCode === 200 && !(path.startsWith(DAY_COUNTS_PATH) && /"status":\d/.test(body))
      return isComplete ? completeAnswer(body) : null
    }

    const peek = (path: string) =>
      upstream.peek(path, authorization, signal, {
        mostBytes: MAX_BYTES,
        // As in pass-through.ts: other services may reject unknown hosts.
        headers: upstream.isOwn ? forwardedHeaders(request, publicUrl) : {},
      })

    /** As GET /gateway/events/page answers. */
    async function pageOfEvents(query: string, person: ListReader): Promise<FirstAnswer | null> {
      const parameters = Object.fromEntries(new URLSearchParams(query))
      const { range, at, target } = placeOf(EventPageQuery.parse(parameters))
      const { status, retryAfter, text, isWhole } = await peek(target)
      if (status === 429) return { status, retry_after: retryAfter, text }
      if (status !== 200 || !isWhole) return null
      const answer = await readEventPage(dependencies, person, range, at, Buffer.from(text))
      // Otherwise, it may be a web page.
      return answer.page && completeAnswer(JSON.stringify(answer))
    }

    async function unchanged(path: string): Promise<FirstAnswer | null> {
      const { status, text, isWhole } = await peek(path)
      return status === 200 && isWhole ? completeAnswer(text) : null
    }

    const answerTo = (path: string): Promise<FirstAnswer | null> => {
      const [pathname, query = ''] = path.split('?', 2)
      if (pathname === BLOCKLIST_PATH) return unchanged(path)
      if (pathname === EVENT_PAGE_PATH) {
        return pageOfEvents(query, readerOf(session, upstream.name))
      }
      return ownAnswer(path)
    }
    const answersTo = (some: string[]) => Promise.all(some.map(answerTo))
    // The events may change meanwhile. The page would keep events that are older than what it knows of the reading.
    const first = paths.findLastIndex(path => path.startsWith(READING_PATH)) + 1
    const answers = [
      ...(await answersTo(paths.slice(0, first))),
      ...(await answersTo(paths.slice(first))),
    ].filter(answer => answer !== null)
    // A page that lacks one explains why, for example that the service no longer accepts the token.
    return answers.length === paths.length ? answers : null
  }
}

type FirstAnswer = FirstAnswers[number]

function completeAnswer(text: string): FirstAnswer {
  return { status: 200, retry_after: null, text }
}
