import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EVENT_PAGE_PATH, EventPageAnswer } from '../../../../contract/event-page.ts'
import { Cursor } from '../../../../contract/pages/page-place.ts'
import { answers, described, describeRoutes } from '../../../http/described.ts'
import { callerSignal } from '../../../http/when-closed.ts'
import type { ListReader } from '../../fields/field-repository.ts'
import type { GatewayParts } from '../../gateway-dependencies.ts'
import { PageQuery, toWindow } from '../../pagination/gateway-pages.ts'
import {
  type AskOptions,
  askService,
  headersForDashboard,
  toHttpError,
} from '../../pass-through/pass-through.ts'
import { pathOfPage } from '../../replays/reading/list-page.ts'
import { requireAuthorization } from '../../session/authorization.ts'
import { CALLER, type Caller } from '../../session/caller.ts'
import { sessionOf } from '../../session/session-cookie.ts'
import type { OpenSession } from '../../session/sessions.ts'
import type { UpstreamReply } from '../../upstream/upstream-connections.ts'
import { BadAnswer, upstreamError } from '../../upstream/upstream-error.ts'
import { RANGE } from '../event-parameters.ts'
import type { PlaceOfPage } from './parse-shown-page.ts'
import { readEventPage } from './read-event-page.ts'

export type PageRoutesOptions = AskOptions & GatewayParts

export const EventPageQuery = PageQuery.extend({
  ...RANGE,
  cursor: described(
    z.optional(Cursor),
    'The parameters of the service’s own link to the page; `page` is then only a count.',
  ),
})

/** Shows pages of the service's lists as they are now. */
export const pageRoutes: FastifyPluginAsyncZod<PageRoutesOptions> = async (app, options) => {
  const { authentication, upstream } = options
  describeRoutes(app, 'Failed events')
  app.addHook('onRequest', authentication.requireToken)
  app.addHook('onRequest', async request => {
    requireAuthorization(request)
  })
  app.get(EVENT_PAGE_PATH, {
    schema: {
      operationId: 'showEventPage',
      summary: 'Show a page of failed events as the service lists them now',
      description:
        'The events of any service, in the terms of the interface. If the service refuses or fails, its answer is passed on.',
      querystring: EventPageQuery,
      response: answers(EventPageAnswer, 'The page, with the service’s answer unchanged.'),
      errors: { 404: 'There is no such page.' },
    },
    handler: async (request, reply) => {
      const reader = listReaderOf(request, upstream.name)
      const { range, at, target } = placeOf(request.query)
      const signal = callerSignal(reply)
      const answer = await askService(request, reply, options, { target, isReadHere: true, signal })
      if (answer.statusCode !== 200) {
        return passToDashboard(reply, answer)
      }
      const { body, done } = await upstream
        .readBody(answer.body, signal)
        .catch((error: unknown) => {
          throw signal.aborted ? signal.reason : toHttpError(request, error)
        })
      try {
        return await readEventPage(options, reader, range, at, body)
      } catch (error) {
        throw error instanceof BadAnswer ? upstreamError(error) : error
      } finally {
        done()
      }
    },
  })
}

/** The page that a query names, and the service's path of it. */
export function placeOf(query: z.infer<typeof EventPageQuery>) {
  const { page, cursor, page_size, ...range } = query
  const { size } = toWindow({ page, page_size })
  const at: PlaceOfPage = { page, cursor, size }
  return { range, at, target: pathOfPage(range, at, size) }
}

function passToDashboard(reply: FastifyReply, { statusCode, headers, body }: UpstreamReply) {
  return reply.code(statusCode).headers(headersForDashboard(headers)).send(body)
}

/** A script's token is checked before its request is passed on, and a session's by the service. */
function listReaderOf(request: FastifyRequest, service: string): ListReader {
  const caller = request.getDecorator<Caller | null>(CALLER)
  const session = sessionOf(request)
  if (caller !== null) return caller
  if (session === null) throw new Error('A request with an authorization has a caller or a session')
  return readerOf(session, service)
}

/** The person of a session as the reader of a list. */
export function readerOf(session: OpenSession, service: string): ListReader {
  const { id, account, name, tokenKey } = session
  return { service, account, tokenKey, who: name, sessionId: id }
}
