import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { NameOfPerson, OpenSessions } from '../../../contract/session.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { detailError, notFound } from '../../http/http-error.ts'
import { actorOf } from '../activity/activity-log.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { callerOf } from '../session/caller.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import { sessionOf } from '../session/session-cookie.ts'
import type { Sessions } from '../session/sessions.ts'
import { stamped } from '../stamped.ts'

type OpenSessionRoutesOptions = Pick<GatewayParts, 'activity' | 'timeZone'> & {
  sessions: Sessions
  cookie: SessionCookie
}

/** An invalid id is treated as the id of a session that doesn't exist. */
const SessionPath = z.object({
  id: z.uuid().catch('00000000-0000-0000-0000-000000000000').describe('The id of the session.'),
})

/** The sessions with the caller's token, /gateway/sessions, and the name of one: /gateway/session/name. */
export const openSessionRoutes: FastifyPluginAsyncZod<OpenSessionRoutesOptions> = async (
  app,
  { activity, sessions, cookie, timeZone },
) => {
  describeRoutes(app, 'Sessions')
  app.get('/gateway/sessions', {
    schema: {
      operationId: 'listSessions',
      summary: 'List where the token is signed in',
      response: answers(OpenSessions, 'The sessions in browsers.'),
    },
    handler: async request => {
      const { tokenKey, sessionId } = callerOf(request)
      const listed = await sessions.list(tokenKey)
      return {
        results: listed.map(session => ({
          ...stamped(session, timeZone),
          is_this_one: session.id === sessionId,
        })),
      }
    },
  })

  app.delete('/gateway/sessions', {
    schema: {
      operationId: 'endSessions',
      summary: 'End all sessions of the token',
      response: { 204: z.null().describe('They ended.') },
    },
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const count = await sessions.endAll(caller.tokenKey)
      const entry = { kind: 'sessions_ended', details: { count } } as const
      await activity.add(actorOf(request, caller), entry)
      cookie.clear(request, reply)
      return reply.code(204).send(null)
    },
  })

  app.delete('/gateway/sessions/:id', {
    schema: {
      operationId: 'endSession',
      summary: 'End a session of the token',
      params: SessionPath,
      response: { 204: z.null().describe('It ended.') },
      errors: { 404: 'The token has no such session.' },
    },
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      if (!(await sessions.end(id, caller.tokenKey))) throw notFound()
      const entry = { kind: 'sessions_ended', details: { count: 1 } } as const
      await activity.add(actorOf(request, caller), entry)
      if (id === caller.sessionId) cookie.clear(request, reply)
      return reply.code(204).send(null)
    },
  })

  // Once: the next person has to sign in again, so that a session belongs to one person.
  app.put('/gateway/session/name', {
    bodyLimit: 4_096,
    schema: {
      body: NameOfPerson,
      response: { 200: NameOfPerson },
    },
    handler: async request => {
      const caller = callerOf(request)
      const session = sessionOf(request)
      if (session === null || caller.sessionId === null) {
        throw detailError(403, 'Only a session has a name. Scripts are recorded without one.')
      }
      const name = shownText(request.body.name)
      if (session.name === name) return { name }
      if (session.name !== null || !(await sessions.setName(session.id, name))) {
        throw detailError(
          409,
          'This session has another name already. To change it, sign out and sign in with your name.',
        )
      }
      const actor = actorOf(request, { ...caller, who: name })
      await activity.add(actor, { kind: 'name_given', details: {} })
      return { name }
    },
  })
}
