import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { BLOCKLIST_PATH } from '../../../contract/blocklist.ts'
import { DAY_COUNTS_PATH, RECOVERED_DAYS_PATH } from '../../../contract/day-counts.ts'
import type { FirstAnswers } from '../../../contract/document-data.ts'
import { type RecoveredDays, RecoveredDaysQuery } from '../../../contract/event-state.ts'
import type { Schema } from '../../database/schema.ts'
import { OWN_DAY_COUNTS_PATH, OwnDayCounts } from '../../http/own-day-counts.ts'
import { recoveredDays } from '../events/event-states.ts'
import type { EventPages } from '../events/page/event-pages.ts'
import { EventPageQuery, placeOf, readerOf } from '../events/page/page-routes.ts'
import type { ListReader } from '../fields/field-recognition.ts'
import { forwardedHeaders } from '../pass-through/request-headers.ts'
import { sessionOf } from '../session/session-cookie.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** A larger answer of the service would hold up everything else while its events are read. */
const MAX_BYTES = 1024 * 1024

export type AnswerReaderDependencies = {
  upstream: Upstream
  eventPages: EventPages
  publicUrl: string | undefined
  db: Kysely<Schema>
  timeZone: string
}

/**
 * Reads what a page requests first, for the person who requests its document: pages of lists as
 * `GET /gateway/events/page` answers them, the blocklist as the service does, counts as the gateway counts them, and
 * recovered events from our own tables. Their session must have been read.
 *
 * @returns a function that returns the answers to these paths; null if the page has to ask, because it explains
 *   errors. It need not ask a service again that asks for a pause
 */
export function answerReader(dependencies: AnswerReaderDependencies) {
  const { upstream, eventPages, publicUrl, db, timeZone } = dependencies
  return async (
    request: FastifyRequest,
    paths: string[],
    signal: AbortSignal,
  ): Promise<FirstAnswers | null> => {
    const session = sessionOf(request)
    if (session === null) return null
    const authorization = `Token ${session.token}`

    /** As GET /gateway/day-counts answers. */
    async function countDays(query: string): Promise<FirstAnswer | null> {
      const path = `${OWN_DAY_COUNTS_PATH}?${query}`
      const { status, body, done } = await upstream.get(path, authorization, signal)
      done()
      if (status !== 200) return null
      const counts = OwnDayCounts.parse(JSON.parse(new TextDecoder().decode(body)))
      return complete(counts.map(line => `${JSON.stringify(line)}\n`).join(''))
    }

    /** As GET /gateway/settled-days answers. */
    async function countRecovered(query: string, account: string): Promise<FirstAnswer> {
      const asked = RecoveredDaysQuery.parse(Object.fromEntries(new URLSearchParams(query)))
      const days = { from: asked.from_date, until: asked.to_date }
      const owner = { service: upstream.name, account }
      const results = await recoveredDays(db, asked.list, days, owner, timeZone)
      return complete(JSON.stringify({ results } satisfies RecoveredDays))
    }

    const peek = (path: string) =>
      upstream.peek(path, authorization, signal, {
        mostBytes: MAX_BYTES,
        // As in pass-through.ts: other services may reject unknown hosts.
        headers: upstream.isOwn ? forwardedHeaders(request, publicUrl) : {},
      })

    /** As GET /gateway/events/page answers. */
    async function pageOfEvents(query: string, person: ListReader): Promise<FirstAnswer | null> {
      const asked = EventPageQuery.parse(Object.fromEntries(new URLSearchParams(query)))
      const { range, at, target } = placeOf(asked)
      const { status, retryAfter, text, isWhole } = await peek(target)
      if (status === 429) return { status, retry_after: retryAfter, text }
      if (status !== 200 || !isWhole) return null
      const answer = await eventPages.read(person, range, at, Buffer.from(text))
      // Otherwise, it may be a web page.
      return answer.page && complete(JSON.stringify(answer))
    }

    async function unchanged(path: string): Promise<FirstAnswer | null> {
      const { status, text, isWhole } = await peek(path)
      return status === 200 && isWhole ? complete(text) : null
    }

    const answers = await Promise.all(
      paths.map(async path => {
        const [pathname, query = ''] = path.split('?', 2)
        if (pathname === DAY_COUNTS_PATH) return countDays(query)
        if (pathname === BLOCKLIST_PATH) return unchanged(path)
        if (pathname === RECOVERED_DAYS_PATH) return countRecovered(query, session.account)
        return pageOfEvents(query, readerOf(session, upstream.name))
      }),
    )
    // Recovered events are in our own tables. Only the service, which is asked as well, knows whether it
    // still accepts the token, so there is all of this or nothing.
    const wanted = answers.filter(answer => answer !== null)
    return wanted.length === paths.length ? wanted : null
  }
}

type FirstAnswer = FirstAnswers[number]

function complete(text: string): FirstAnswer {
  return { status: 200, retry_after: null, text }
}
