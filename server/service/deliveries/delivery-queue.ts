import type { PgBoss } from 'pg-boss'
import { AttemptQueue, type ClaimTimings } from '../../attempts/attempt-queue.ts'

/** How many attempts of deliveries at one receiver are in flight at a time, over all processes. */
export const AT_A_TIME_TO_ONE_RECEIVER = 20

/** The job queue of deliveries: one job for each attempt. */
export function openDeliveryQueue(boss: PgBoss, timings: ClaimTimings): Promise<AttemptQueue> {
  return AttemptQueue.open(boss, {
    name: 'delivery',
    idField: 'deliveryId',
    atATimeToOneReceiver: AT_A_TIME_TO_ONE_RECEIVER,
    claimLifetimeS: timings.claimLifetimeS,
    claimReleaseS: timings.claimReleaseS,
  })
}
