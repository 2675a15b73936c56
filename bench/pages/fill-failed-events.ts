import { type Kysely, sql } from 'kysely'
import type { FailedEventRecord } from '../../contract/failed-event.ts'
import { addDays } from '../../contract/time/calendar-date.ts'
import type { Schema } from '../../server/database/schema.ts'
import { callTermination } from '../deliveries/fill-deliveries.ts'

/** How the account's failures are spread: so many on each day, the oldest day first. */
export type Spread = { day: string; count: number }[]

const WEIGHTS = [9, 10, 11, 10, 12, 5, 3]

/** `total` failures over `days` days from `first`, fewer at weekends, as calls are. */
export function spreadOver(first: string, days: number, total: number): Spread {
  const weights = Array.from({ length: days }, (_, day) => WEIGHTS[day % WEIGHTS.length] ?? 0)
  const sum = weights.reduce((a, b) => a + b)
  let before = 0
  let filled = 0
  return weights.map((weight, index) => {
    before += weight
    const upTo = Math.round((total * before) / sum)
    const count = upTo - filled
    filled = upTo
    return { day: addDays(first, index), count }
  })
}

/**
 * Records failures without recordFailedEvents, which would take an hour for a million. The result is the
 * same: on each day the positions are 1, 2, 3 …, the day's count is their number, and `failed_at` and the
 * ids grow with the position.
 *
 * @param firstId the id of the first event
 * @param everyId the difference between two ids
 */
export async function fillFailedEvents(
  db: Kysely<Schema>,
  partnerId: number,
  spread: Spread,
  { firstId = 1, everyId = 1 } = {},
): Promise<void> {
  const id = (before: number) => sql`${firstId}::bigint + ${everyId} * (${before}::bigint + n - 1)`
  let recorded = 0
  for (const { day, count } of spread) {
    await db.transaction().execute(async trx => {
      await sql`set local synchronous_commit = off`.execute(trx)
      await sql`
        insert into failed_event (id, partner_id, list, day, position, item)
        select
          ${id(recorded)}, ${partnerId}, 'call_events_fail', ${day}::date, n,
          format(
            ${TEMPLATE}, ${id(recorded)}, to_char(failed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS'),
            700000000 + ${recorded}::bigint + n, lpad((n % 10000)::text, 4, '0')
          )
        from generate_series(1, ${count}::integer) as n,
          lateral (
            select ${`${day} 00:00:00`}::timestamp
              + date_trunc('milliseconds', n * interval '86399 seconds' / ${count}::integer)
          ) as failure (failed_at)
      `.execute(trx)
      await trx
        .insertInto('failed_event_day')
        .values({ partner_id: partnerId, list: 'call_events_fail', day, count })
        .execute()
    })
    recorded += count
  }
  await sql`
    select setval(
      pg_get_serial_sequence('failed_event', 'id'),
      ${firstId + everyId * (recorded - 1)}::bigint
    )
  `.execute(db)
  await sql`vacuum analyze failed_event, failed_event_day, api_token`.execute(db)
}

/** In the service's zone, which is always two hours ahead of UTC. */
const FAILED_AT = '%2$s+02:00'

function attempt(status: number | null, error: string | null, duration_ms: number) {
  return { at: FAILED_AT, status, error, duration_ms }
}

const ITEM: FailedEventRecord = {
  id: 0,
  event: 'call_termination',
  callback_url: 'https://hooks.receiver.example/redial/call-terminations?dealer=JHB-0193',
  attempts: [
    attempt(500, null, 412),
    attempt(null, 'No answer within 10 seconds.', 10_000),
    attempt(503, null, 96),
    attempt(500, null, 388),
  ],
  failed_at: FAILED_AT,
  request_json: {
    ...callTermination(0, '27105550142'),
    call_start_stamp: FAILED_AT,
    call_end_stamp: FAILED_AT,
  },
}

/** An item as recordFailedEvents writes it, with places for format() of PostgreSQL to fill in. */
const TEMPLATE = JSON.stringify(ITEM)
  .replace('"id":0', '"id":%1$s')
  .replace('"call_id":0', '"call_id":%3$s')
  .replace('27825550000', '2782555%4$s')
