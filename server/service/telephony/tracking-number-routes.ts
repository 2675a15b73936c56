import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { DetailBody } from '../../../contract/errors.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import {
  TrackingNumber,
  TrackingNumberChanges,
  TrackingNumberPath,
  TrackingNumberSettings,
} from '../../../contract/telephony.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { BODY_ERRORS, INVALID_PAGE } from '../answers/route-schemas.ts'
import { answerPage, PageQuery } from '../pagination/paginate.ts'
import {
  changeTrackingNumber,
  configureTrackingNumber,
  getTrackingNumber,
  moveTrackingNumber,
} from './configure-tracking-number.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { removeTrackingNumbers, trackingNumbers } from './tracking-number-repository.ts'

const LIST = '/telephony/v1/tracking_numbers/'
const ONE = '/telephony/v1/tracking_numbers/:phone_number/'
const MOVE = '/telephony/v1/tracking_numbers/:phone_number/move/'

/** Configures tracking numbers: their owners, and which webhooks they send where. */
export const trackingNumberRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (
  app,
  { db, telephony },
) => {
  app.get(LIST, {
    schema: {
      operationId: 'listTrackingNumbers',
      summary: 'List tracking numbers',
      querystring: PageQuery,
      response: {
        200: described(pageOf(TrackingNumber), 'A page of all tracking numbers, in order.'),
        ...INVALID_PAGE,
      },
    },
    handler: request => answerPage(request, trackingNumbers(db).orderBy('phone_number')),
  })
  refuseOtherMethods(app, { url: LIST, name: 'Tracking numbers' })

  app.get(ONE, {
    schema: {
      operationId: 'showTrackingNumber',
      summary: 'Show a tracking number',
      params: TrackingNumberPath,
      response: {
        200: described(TrackingNumber, 'The tracking number.'),
        400: BODY_ERRORS[400],
        404: described(DetailBody, 'There is no such tracking number.'),
      },
    },
    handler: request => getTrackingNumber(db, request.params.phone_number),
  })

  app.put(ONE, {
    schema: {
      operationId: 'saveTrackingNumber',
      summary: 'Create or update a tracking number',
      description:
        'A field that is missing or null gets its default, so send all of them, or change single ones with PATCH. The company is created or renamed. Groups, if you give any, are created or renamed too, and the company leaves all others. A callback URL must use HTTPS and lead to the internet. An unknown field is a 400.',
      params: TrackingNumberPath,
      body: TrackingNumberSettings,
      response: {
        200: described(TrackingNumber, 'The tracking number was changed.'),
        201: described(TrackingNumber, 'The tracking number was made.'),
        ...BODY_ERRORS,
      },
    },
    handler: async (request, reply) => {
      const { phone_number } = request.params
      const { isNew, trackingNumber } = await configureTrackingNumber(
        db,
        telephony,
        phone_number,
        request.body,
      )
      return reply.code(isNew ? 201 : 200).send(trackingNumber)
    },
  })

  app.patch(ONE, {
    schema: {
      operationId: 'changeTrackingNumber',
      summary: 'Change single fields of a tracking number',
      description:
        'Missing fields stay unchanged. A callback URL that is null is removed, and a flag that is null is turned off. An unknown field is a 400.',
      params: TrackingNumberPath,
      body: TrackingNumberChanges,
      response: {
        200: described(TrackingNumber, 'The current tracking number.'),
        ...BODY_ERRORS,
        404: described(DetailBody, 'There is no such tracking number.'),
      },
    },
    handler: request =>
      changeTrackingNumber(db, telephony, request.params.phone_number, request.body),
  })

  app.delete(ONE, {
    schema: {
      operationId: 'removeTrackingNumber',
      summary: 'Remove a tracking number',
      description:
        'From then on callers of it are unknown, and reports of further calls are refused; so do this once its last call has been reported. What waits to be delivered is still sent. Calls, deliveries and failed events stay with the partner. Analyses of its calls make no events any more.',
      params: TrackingNumberPath,
      response: {
        204: z.null().describe('It was removed.'),
        400: BODY_ERRORS[400],
        404: described(DetailBody, 'There is no such tracking number.'),
      },
    },
    handler: async (request, reply) => {
      const isRemoved = await removeTrackingNumbers(db, request.params)
      if (!isRemoved) throw detailError(404, 'Not found.')
      return reply.code(204).send(null)
    },
  })
  refuseOtherMethods(app, { url: ONE, name: 'Tracking number' })

  app.post(MOVE, {
    schema: {
      operationId: 'moveTrackingNumber',
      summary: 'Give a tracking number to another partner',
      description:
        'Takes what PUT takes, and names the new partner. No call is lost in between. Calls, deliveries and failed events until then stay with the former partner, and analyses of these calls make no events any more. The number gets a new signing secret. Within a partner, PUT and PATCH give a number to another company.',
      params: TrackingNumberPath,
      body: TrackingNumberSettings,
      response: {
        200: described(TrackingNumber, 'The tracking number as it is now.'),
        ...BODY_ERRORS,
        404: described(DetailBody, 'There is no such tracking number.'),
      },
    },
    handler: request =>
      moveTrackingNumber(db, telephony, request.params.phone_number, request.body),
  })
  refuseOtherMethods(app, { url: MOVE, name: 'Move' })
}
