import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Expires the claims and leases that are held now, as time does for a process that was killed. Call
 * it only while no live process holds any.
 */
export async function ageClaims(db: Kysely<Schema>): Promise<void> {
  await sql`
    update job_queue.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'
  `.execute(db)
  await sql`
    update replay_run set lease_until = lease_until - interval '1 hour' where lease_until is not null
  `.execute(db)
}
