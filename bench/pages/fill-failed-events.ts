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
  let given = 0
  return weights.map((weight, index) => {
    before += weight
    const upTo = Math.round((total * before) / sum)
    const count = upTo - given
    given = upTo
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
            ${TEMPLATE},
            ${id(recorded)},
            ${stamp(sql`failed_at - interval '36 minutes 12 seconds'`)},
            ${stamp(sql`failed_at - interval '35 minutes 8 seconds'`)},
            ${stamp(sql`failed_at - interval '30 minutes 4 seconds'`)},
            ${stamp(sql`failed_at - interval '1 second'`)},
            ${stamp(sql`failed_at`)},
            700000000 + ${recorded}::bigint + n,
            lpad((n % 10000)::text, 4, '0'),
            ${stamp(sql`failed_at - interval '41 minutes 3 seconds'`)},
            ${stamp(sql`failed_at - interval '36 minutes 15 seconds'`)}
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

/** A time of day in the service's zone, which is always two hours ahead of UTC. */
function stamp(time: ReturnType<typeof sql>) {
  return sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '+02:00'`
}

/** An item as recordFailedEvents writes it, with places for format() of PostgreSQL to fill in. */
const TEMPLATE = itemTemplate()

function itemTemplate(): string {
  const attempt = (place: number, status: number | null, error: string | null, ms: number) => ({
    at: `%${place}$s`,
    status,
    error,
    duration_ms: ms,
  })
  const item: FailedEventRecord = {
    id: 0,
    event: 'call_termination',
    callback_url: 'https://hooks.receiver.example/redial/call-terminations?dealer=JHB-0193',
    attempts: [
      attempt(2, 500, null, 412),
      attempt(3, null, 'No answer within 10 seconds.', 10_000),
      attempt(4, 503, null, 96),
      attempt(5, 500, null, 388),
    ],
    failed_at: '%6$s',
    request_json: {
      ...callTermination(0, '27105550142'),
      call_start_stamp: '%9$s',
      call_end_stamp: '%10$s',
    },
  }
  const text = JSON.stringify(item)
    .replace('"id":0', '"id":%1$s')
    .replace('"call_id":0', '"call_id":%7$s')
    .replace('27825550000', '2782555%8$s')
  // Anything else with a percent sign would be taken for a place.
  if (text.match(/%/g)?.length !== 10) throw new Error(`The template has other places: ${text}`)
  return text
}
