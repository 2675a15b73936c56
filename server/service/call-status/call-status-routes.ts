import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import { CallStatus, DeliveryStatus } from '../../../contract/call-status.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { answers } from '../../http/described.ts'
import { notFound } from '../../http/http-error.ts'
import { numberPath } from '../answers/route-schemas.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'

const CALL = '/telephony/v1/calls/:call_id/'
const DELIVERY = '/telephony/v1/deliveries/:id/'

/** Where an operator reads what became of a report: by the call's id, or by a webhook-id. */
export const callStatusRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (
  app,
  { db, timeZone },
) => {
  app.get(CALL, {
    schema: {
      operationId: 'showCall',
      summary: 'Show a call and its deliveries',
      params: z.object({ call_id: numberPath() }),
      response: answers(CallStatus, 'The call, with each delivery that is still kept.'),
      errors: { 404: 'No such call was reported, or it is no longer kept.' },
    },
    handler: async ({ params: { call_id } }) => {
      const { id, ended_at, analysed_at, ...call } = await db
        .selectFrom('tracked_call')
        .innerJoin('tracking_number', 'tracking_number.id', 'tracked_call.tracking_number_id')
        .innerJoin('partner', 'partner.id', 'tracking_number.partner_id')
        .select(['tracked_call.id', 'ended_at', 'analysed_at'])
        .select(['partner.reference as partner', NUMBER])
        .where('tracked_call.id', '=', call_id)
        .executeTakeFirstOrThrow(notFound)
      const rows = deliveries(db).where('delivery.call_id', '=', id).orderBy('delivery.id')
      return {
        ...call,
        call_id: id,
        call_end_stamp: stampIn(ended_at, timeZone),
        analysed_at: analysed_at && stampIn(analysed_at, timeZone),
        deliveries: (await rows.execute()).map(row => statusOf(row, timeZone)),
      }
    },
  })

  app.get(DELIVERY, {
    schema: {
      operationId: 'showDelivery',
      summary: 'Show a delivery by its webhook-id',
      params: z.object({ id: numberPath() }),
      response: answers(DeliveryStatus, 'The delivery, with its attempts.'),
      errors: { 404: 'There is no such delivery, or it is no longer kept.' },
    },
    handler: async request => {
      const delivery = deliveries(db).where('delivery.id', '=', request.params.id)
      return statusOf(await delivery.executeTakeFirstOrThrow(notFound), timeZone)
    },
  })
}

/** Includes tracking numbers that were removed since. */
const NUMBER =
  sql<string>`coalesce(tracking_number.former_number, tracking_number.phone_number)`.as(
    'tracking_number',
  )

function deliveries(db: Kysely<Schema>) {
  return db
    .selectFrom('delivery')
    .innerJoin('tracking_number', 'tracking_number.id', 'delivery.tracking_number_id')
    .innerJoin('partner', 'partner.id', 'tracking_number.partner_id')
    .select(eb => [
      'delivery.id',
      'delivery.call_id',
      'partner.reference as partner',
      NUMBER,
      'delivery.event',
      'delivery.callback_url',
      'delivery.payload',
      'delivery.state',
      'delivery.attempts',
      'delivery.next_attempt_at',
      'delivery.settled_at',
      jsonArrayFrom(
        eb
          .selectFrom('delivery_attempt')
          .select(['number', 'at', 'status', 'error', 'duration_ms'])
          .whereRef('delivery_attempt.delivery_id', '=', 'delivery.id')
          .orderBy('number'),
      ).as('kept_attempts'),
    ])
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>

const Payload = z.record(z.string(), z.unknown())

function statusOf(row: DeliveryRow, timeZone: string): DeliveryStatus {
  const { attempts, kept_attempts, payload, next_attempt_at, settled_at, state, ...rest } = row
  return {
    ...rest,
    state,
    attempts_made: attempts,
    attempts: kept_attempts.map(attempt => ({
      ...attempt,
      at: stampIn(new Date(attempt.at), timeZone),
    })),
    next_attempt_at: state === 'waiting' ? stampIn(next_attempt_at, timeZone) : null,
    settled_at: settled_at && stampIn(settled_at, timeZone),
    request_json: Payload.parse(JSON.parse(payload)),
  }
}
