import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { DetailBody } from '../../../contract/errors.ts'
import { CallerCheck, CallerVerdict } from '../../../contract/telephony.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { BODY_ERRORS } from '../answers/error-responses.ts'
import { callerCheck } from './caller-check.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { TELEPHONY, TELEPHONY_ERRORS } from './telephony-schema.ts'

const CHECK = '/telephony/v1/callers/check/'

/**
 * docs/interface.md, "What the service does": blocked callers are rejected before the call
 * connects.
 */
export const callerCheckRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, { db }) => {
  const checkCaller = callerCheck(db)
  app.post(CHECK, {
    schema: {
      ...TELEPHONY,
      operationId: 'checkCaller',
      summary: 'Ask whether a caller may reach a tracking number',
      description:
        'A caller is blocked by the list of the company of the tracking number, of one of its groups, or of its partner. Reject the call only after a 200 with allowed: false. Connect it after any other answer, and if none has come within a second or two.',
      body: CallerCheck,
      response: {
        200: described(CallerVerdict, 'Whether the call may connect, and whose lists block it.'),
        ...BODY_ERRORS,
        404: described(DetailBody, 'There is no such tracking number.'),
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async request => {
      const verdict = await checkCaller(request.body)
      if (!verdict) throw detailError(404, 'Not found.')
      return verdict
    },
  })
  refuseOtherMethods(app, { url: CHECK, name: 'Caller check' })
}
