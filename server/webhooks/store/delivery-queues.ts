import type { PgBoss } from 'pg-boss'
import { AttemptQueue, type ClaimTimings } from '../engine/attempt-queue.ts'

/** Retries have their own queue, so that claims don't have to skip a million of them. */
export type DeliveryQueues = { first: AttemptQueue; retries: AttemptQueue }

/** The job queues of deliveries: one job for each attempt. */
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
