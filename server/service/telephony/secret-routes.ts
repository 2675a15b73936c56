import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { DetailBody } from '../../../contract/errors.ts'
import { SigningSecret, TrackingNumberPath } from '../../../contract/telephony.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { BODY_ERRORS } from '../answers/error-responses.ts'
import { findSecret, rotateSecret, type SecretRow } from './secret-repository.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { TELEPHONY, TELEPHONY_ERRORS } from './telephony-schema.ts'

const SECRET = '/telephony/v1/tracking_numbers/:phone_number/secret/'

/** How long both secrets sign after a rotation, so that receivers can switch over in that time. */
const CHANGE_OVER_MS = 24 * 60 * 60 * 1_000

const UNKNOWN = { 404: described(DetailBody, 'There is no such tracking number.') }

/** The secret by which a receiver verifies that a tracking number's webhooks come from us. */
export const secretRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, context) => {
  const { db, clock, timeZone } = context
  // No cache on the way may store a secret.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
  })

  const answer = (row: SecretRow | undefined): SigningSecret => {
    if (row === undefined) throw detailError(404, 'Not found.')
    const { secret, previous_secret_until: until } = row
    const signsBesides = until !== null && until > clock()
    return { secret, previous_secret_until: signsBesides ? stampIn(until, timeZone) : null }
  }

  app.get(SECRET, {
    schema: {
      ...TELEPHONY,
      operationId: 'showSigningSecret',
      summary: "Show a tracking number's signing secret",
      params: TrackingNumberPath,
      response: {
        200: described(SigningSecret, 'The secret that signs now.'),
        400: BODY_ERRORS[400],
        ...UNKNOWN,
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async request => answer(await findSecret(db, request.params.phone_number)),
  })

  app.post(SECRET, {
    schema: {
      ...TELEPHONY,
      operationId: 'rotateSigningSecret',
      summary: "Rotate a tracking number's signing secret",
      description: 'The previous secret also signs for 24 hours.',
      params: TrackingNumberPath,
      response: {
        201: described(SigningSecret, 'The new secret.'),
        ...BODY_ERRORS,
        ...UNKNOWN,
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async (request, reply) => {
      const rotated = await rotateSecret(db, request.params.phone_number, {
        secret: `whsec_${randomBytes(32).toString('base64')}`,
        previous_secret_until: new Date(clock().getTime() + CHANGE_OVER_MS),
      })
      return reply.code(201).send(answer(rotated))
    },
  })
  refuseOtherMethods(app, { url: SECRET, name: 'Signing secret' })
}
