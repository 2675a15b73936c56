import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { ErrorBody } from '../../../contract/errors.ts'
import { OpenSessions } from '../../../contract/session.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { detailError } from '../../http/http-error.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { callerOf } from '../session/caller.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { Sessions } from '../session/sessions.ts'

export type OpenSessionRoutesOptions = {
  activity: ActivityLog
  sessions: Sessions
  cookie: SessionCookie
  timeZone: string
}

/** Lists and ends the sessions with the caller's token: /gateway/sessions. */
export const openSessionRoutes: FastifyPluginAsyncZod<OpenSessionRoutesOptions> = async (
  app,
  { activity, sessions, cookie, timeZone },
) => {
  app.get(
    '/gateway/sessions',
    { schema: { response: { 200: OpenSessions, '4xx': ErrorBody } } },
    async request => {
      const { tokenKey, sessionId } = callerOf(request)
      const listed = await sessions.list(tokenKey)
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
      const caller = callerOf(request)
      const count = await sessions.endAll(caller.tokenKey)
      const entry = { kind: 'sessions_ended', details: { count } } as const
      await activity.add(actorOf(request, caller), entry)
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
      const caller = callerOf(request)
      const { id } = request.params
      if (!(await sessions.end(id, caller.tokenKey))) throw detailError(404, 'Not found.')
      const entry = { kind: 'sessions_ended', details: { count: 1 } } as const
      await activity.add(actorOf(request, caller), entry)
      if (id === caller.sessionId) cookie.clear(request, reply)
      return reply.code(204).send(null)
    },
  )
}
