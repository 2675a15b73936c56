import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { ErrorBody } from '../../../contract/errors.ts'
import { OpenSessions } from '../../../contract/session.ts'
import { stampIn } from '../../../contract/stamp.ts'
import { detailError } from '../../http/http-error.ts'
import { callerOf } from './caller.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

export type OpenSessionRoutesOptions = {
  sessions: Sessions
  cookie: SessionCookie
  timeZone: string
}

/** Where the caller's token is signed in: lists and ends the sessions, /gateway/sessions. */
export const openSessionRoutes: FastifyPluginAsyncZod<OpenSessionRoutesOptions> = async (
  app,
  { sessions, cookie, timeZone },
) => {
  app.get(
    '/gateway/sessions',
    { schema: { response: { 200: OpenSessions, '4xx': ErrorBody } } },
    async request => {
      const { madeBy, sessionId } = callerOf(request)
      const listed = await sessions.list(madeBy)
      return {
        results: listed.map(({ started_at, last_used_at, ...session }) => ({
          ...session,
          started_at: stampIn(started_at, timeZone),
          last_used_at: stampIn(last_used_at, timeZone),
          is_this_one: session.id === sessionId,
        })),
      }
    },
  )

  app.delete(
    '/gateway/sessions',
    { schema: { response: { 204: z.null(), '4xx': ErrorBody } } },
    async (request, reply) => {
      await sessions.endAll(callerOf(request).madeBy)
      cookie.clear(request, reply)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/gateway/sessions/:id',
    {
      schema: {
        params: z.object({ id: z.uuid().catch('00000000-0000-0000-0000-000000000000') }),
        response: { 204: z.null(), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { madeBy, sessionId } = callerOf(request)
      const { id } = request.params
      if (!(await sessions.end(id, madeBy))) throw detailError(404, 'Not found.')
      if (id === sessionId) cookie.clear(request, reply)
      return reply.code(204).send(null)
    },
  )
}
