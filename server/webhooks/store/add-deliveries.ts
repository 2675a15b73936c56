import type { Transaction } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { WebhookEvent } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'
import { AttemptQueue, type ClaimTimings } from '../engine/attempt-queue.ts'

/** Retries have their own queue, so that claims don't have to skip a million of them. */
export type DeliveryQueues = { first: AttemptQueue; retries: AttemptQueue }

export async function openDeliveryQueues(
  boss: PgBoss,
  { claimLifetimeS, claimReleaseS }: ClaimTimings,
): Promise<DeliveryQueues> {
  const settings = { idField: 'deliveryId', claimLifetimeS, claimReleaseS }
  return {
    first: await AttemptQueue.open(boss, { ...settings, name: 'delivery' }),
    retries: await AttemptQueue.open(boss, { ...settings, name: 'delivery-retry' }),
  }
}

export type NewDelivery = {
  call_id: number
  tracking_number_id: number
  event: WebhookEvent
  callback_url: string
  payload: string
}

type AddedDelivery = { id: number; call_id: number; event: WebhookEvent }

/**
 * Records deliveries whose first attempt is due now. Existing ones are not changed.
 *
 * @returns those that are new, in the order of their ids
 */
export async function addDeliveries(
  trx: Transaction<Schema>,
  queue: AttemptQueue,
  deliveries: NewDelivery[],
  now: Date,
): Promise<AddedDelivery[]> {
  if (deliveries.length === 0) return []
  const added = await trx
    .insertInto('delivery')
    .values(({ selectFrom }) =>
      deliveries.map(delivery => ({
        ...delivery,
        next_attempt_at: now,
        partner_id: selectFrom('tracking_number')
          .select('partner_id')
          .where('id', '=', delivery.tracking_number_id)
          .$asScalar(),
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'call_id', 'event', 'callback_url', 'partner_id'])
    .execute()
  await queue.add(
    trx,
    added.map(({ id, callback_url, partner_id }) => ({
      id,
      number: 1,
      url: callback_url,
      account: String(partner_id),
      delayMs: 0,
    })),
  )
  return added
    .map(({ id, call_id, event }) => ({ id, call_id, event }))
    .toSorted((one, other) => one.id - other.id)
}
