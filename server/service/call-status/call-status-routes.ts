import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { CallStatus, DeliveryStatus } from '../../../contract/call-status.ts'
import { DetailBody } from '../../../contract/errors.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { numberPath } from '../answers/number-path.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { TELEPHONY, TELEPHONY_ERRORS } from '../telephony/telephony-context.ts'
import { findCallStatus, findDeliveryStatus } from './call-status-repository.ts'

const CALL = '/telephony/v1/calls/:call_id/'
const DELIVERY = '/telephony/v1/deliveries/:id/'

/** Where an operator reads what became of a report: by the call's id, or by a webhook-id. */
export const callStatusRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (
  app,
  { db, timeZone },
) => {
  app.get(CALL, {
    schema: {
      ...TELEPHONY,
      operationId: 'showCall',
      summary: 'Show a call and its deliveries',
      params: z.object({ call_id: numberPath() }),
      response: {
        200: described(CallStatus, 'The call, with each delivery that is still kept.'),
        404: described(DetailBody, 'No such call was reported, or it is no longer kept.'),
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async request => {
      const call = await findCallStatus(db, timeZone, request.params.call_id)
      if (call === undefined) throw detailError(404, 'Not found.')
      return call
    },
  })
  refuseOtherMethods(app, { url: CALL, name: 'Call' })

  app.get(DELIVERY, {
    schema: {
      ...TELEPHONY,
      operationId: 'showDelivery',
      summary: 'Show a delivery by its webhook-id',
      params: z.object({ id: numberPath() }),
      response: {
        200: described(DeliveryStatus, 'The delivery, with its attempts.'),
        404: described(DetailBody, 'There is no such delivery, or it is no longer kept.'),
        ...TELEPHONY_ERRORS,
      },
    },
    handler: async request => {
      const delivery = await findDeliveryStatus(db, timeZone, request.params.id)
      if (delivery === undefined) throw detailError(404, 'Not found.')
      return delivery
    },
  })
  refuseOtherMethods(app, { url: DELIVERY, name: 'Delivery' })
}
