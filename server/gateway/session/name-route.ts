import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import { NameOfPerson } from '../../../contract/person-name.ts'
import { shownText } from '../../../contract/shown-text.ts'
import { detailError } from '../../http/http-error.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import type { Owner } from '../replays/replay-owner.ts'
import { requireSameOrigin } from './same-origin.ts'

export type NameRouteOptions = {
  activity: ActivityLog
  publicUrl: string | undefined
  ownerOf: (request: FastifyRequest) => Promise<Owner>
}

/**
 * PUT /gateway/session/name: says who is signed in, once. Whoever takes over signs in anew, so that
 * a name stays that of one person.
 */
export const nameRoute: FastifyPluginAsyncZod<NameRouteOptions> = async (
  app,
  { activity, publicUrl, ownerOf },
) => {
  app.put(
    '/gateway/session/name',
    {
      bodyLimit: 4_096,
      schema: {
        body: NameOfPerson,
        response: { 200: NameOfPerson, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async request => {
      requireSameOrigin(request, publicUrl)
      if (request.session.get('token') === undefined) {
        throw detailError(401, 'Authentication credentials were not provided.', {
          'www-authenticate': 'Token',
        })
      }
      const name = shownText(request.body.name)
      const known = request.session.get('name')
      if (known && known !== name) {
        throw detailError(409, `This session is ${known}’s. Sign out, and sign in with your name.`)
      }
      if (!known) {
        const owner = await ownerOf(request)
        request.session.set('name', name)
        const actor = actorOf(request, { ...owner, who: name })
        await activity.add(actor, { kind: 'name_given', details: {} })
      }
      return { name }
    },
  )
}
