import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { DetailBody } from '../../../contract/errors.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import {
  TrackingNumber,
  TrackingNumberChanges,
  TrackingNumberPath,
  TrackingNumberSettings,
} from '../../../contract/telephony.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { described } from '../answers/described.ts'
import { BODY_ERRORS, INVALID_PAGE } from '../answers/error-responses.ts'
import { PageQuery } from '../pagination/page-query.ts'
import { paginate } from '../pagination/paginate.ts'
import {
  changeTrackingNumber,
  configureTrackingNumber,
  getTrackingNumber,
} from './configure-tracking-number.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { TELEPHONY, TELEPHONY_ERRORS } from './telephony-schema.ts'
import { countTrackingNumbers, listTrackingNumbers } from './tracking-number-repository.ts'

const LIST = '/telephony/v1/tracking_numbers/'
const ONE = '/telephony/v1/tracking_numbers/:phone_number/'

/** Configures tracking numbers: their owners, and which webhooks they send where. */
export const trackingNumberRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (
  app,
  { db, telephony },
) => {
  app.get(LIST, {
    schema: {
      ...TELEPHONY,
      summary: 'List tracking numbers',
      querystring: PageQuery,
      response: {
        200: described(pageOf(TrackingNumber), 'A page of all tracking numbers, in order.'),
        ...INVALID_PAGE,
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async request => {
      const count = await countTrackingNumbers(db)
      const { next, previous, ...window } = paginate(request, request.query, count)
      return { count, next, previous, results: await listTrackingNumbers(db, window) }
    },
  })
  refuseOtherMethods(app, { url: LIST, name: 'Tracking numbers' })

  app.get(ONE, {
    schema: {
      ...TELEPHONY,
      summary: 'Show a tracking number',
      params: TrackingNumberPath,
      response: {
        200: described(TrackingNumber, 'The tracking number.'),
        400: BODY_ERRORS[400],
        404: described(DetailBody, 'There is no such tracking number.'),
        ...TELEPHONY_ERRORS,
      },
    },
    handler: request => getTrackingNumber(db, request.params.phone_number),
  })

  app.put(ONE, {
    schema: {
      ...TELEPHONY,
      summary: 'Make or change a tracking number',
      description:
        'A field that is missing or null gets its default, so send all of them, or change single ones with PATCH. The company is created or renamed. Groups, if you give any, are created or renamed too, and the company leaves all others. A callback URL must use HTTPS and lead to the internet. An unknown field is a 400.',
      params: TrackingNumberPath,
      body: TrackingNumberSettings,
      response: {
        200: described(TrackingNumber, 'The tracking number was changed.'),
        201: described(TrackingNumber, 'The tracking number was made.'),
        ...BODY_ERRORS,
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async (request, reply) => {
      const { phone_number } = request.params
      const { made, trackingNumber } = await configureTrackingNumber(
        db,
        telephony,
        phone_number,
        request.body,
      )
      return reply.code(made ? 201 : 200).send(trackingNumber)
    },
  })

  app.patch(ONE, {
    schema: {
      ...TELEPHONY,
      summary: 'Change single fields of a tracking number',
      description:
        'Missing fields stay unchanged. A callback URL that is null is removed, and a flag that is null is turned off. An unknown field is a 400.',
      params: TrackingNumberPath,
      body: TrackingNumberChanges,
      response: {
        200: described(TrackingNumber, 'The current tracking number.'),
        ...BODY_ERRORS,
        404: described(DetailBody, 'There is no such tracking number.'),
        ...TELEPHONY_ERRORS,
      },
    },
    handler: request =>
      changeTrackingNumber(db, telephony, request.params.phone_number, request.body),
  })
  refuseOtherMethods(app, { url: ONE, name: 'Tracking number' })
}
