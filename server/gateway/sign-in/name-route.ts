import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { NameOfPerson } from '../../../contract/session.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { detailError } from '../../http/http-error.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { PROBLEMS } from '../route-answers.ts'
import { callerOf } from '../session/caller.ts'
import { sessionOf } from '../session/session-cookie.ts'
import type { Sessions } from '../session/sessions.ts'

export type NameRouteOptions = {
  activity: ActivityLog
  sessions: Sessions
}

/**
 * PUT /gateway/session/name: sets the name of the person who is signed in, once. The next person has
 * to sign in again, so that a session belongs to one person.
 */
export const nameRoute: FastifyPluginAsyncZod<NameRouteOptions> = async (
  app,
  { activity, sessions },
) => {
  app.put(
    '/gateway/session/name',
    {
      bodyLimit: 4_096,
      schema: {
        body: NameOfPerson,
        response: { 200: NameOfPerson, ...PROBLEMS },
      },
    },
    async request => {
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
  )
}
