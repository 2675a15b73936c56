import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../server/database/schema.ts'
import { payload } from '../deliveries/fill-deliveries.ts'

const BATCH_SIZE = 50_000

/** No reported call may have the ids. */
const FIRST_CALL = 1_000_000_000

/** Calls of one number that were delivered at the first attempt, `days` days ago. */
export async function fillOldDeliveries(
  db: Kysely<Schema>,
  trackingNumber: string,
  { total, days }: { total: number; days: number },
): Promise<void> {
  const at = sql`now() - make_interval(days => ${days})`
  for (let from = 0; from < total; from += BATCH_SIZE) {
    const first = FIRST_CALL + from
    const last = FIRST_CALL + Math.min(from + BATCH_SIZE, total) - 1
    await sql`
      with call as (
        insert into tracked_call (id, tracking_number_id, ended_at)
        select id, number.id, ${at}
        from generate_series(${first}::bigint, ${last}::bigint) as id,
          tracking_number as number where phone_number = ${trackingNumber}
        returning id, tracking_number_id
      )
      insert into delivery (call_id, tracking_number_id, event, callback_url, payload, state,
        attempts, next_attempt_at, settled_at, created_at)
      select id, tracking_number_id, 'call_termination', 'https://receiver.example/',
        ${payload(FIRST_CALL, trackingNumber)}, 'delivered', 1, ${at}, ${at}, ${at}
      from call
    `.execute(db)
  }
  await sql`analyze delivery, tracked_call`.execute(db)
}
