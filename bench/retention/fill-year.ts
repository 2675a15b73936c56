import { type Kysely, sql } from 'kysely'
import { addDays } from '../../contract/time/calendar-date.ts'
import type { Database } from '../../server/database/database.ts'
import type { Schema } from '../../server/database/schema.ts'
import { addNumbers, payload } from '../deliveries/fill-deliveries.ts'
import { fillFailedEvents, spreadOver } from '../pages/fill-failed-events.ts'

const MONTHS = 12
const DAYS_OF_MONTH = 30
/** One of so many deliveries fails finally, after four attempts. */
const EVERY_FAILED = 100
/** One of so many is delivered by a retry. */
const EVERY_RETRIED = 50
const RECEIVERS = 50

/** Another partner's failed events are as many as every tenth delivery. Their ids are far away. */
const EVERY_OF_BUSY = 10
const FIRST_ID_OF_BUSY = 500_000_000

/**
 * Records the deliveries of a year, month by month, with the rows that the engine would have left, and many
 * failed events of another partner. The last month ends now.
 */
export async function fillYear(
  database: Database,
  total: number,
  say: (sentence: string) => void,
): Promise<void> {
  const urls = Array.from({ length: RECEIVERS }, (_, index) => `https://r${index}.example`)
  const { longDb: db } = database
  const { partnerId } = await addNumbers(database, urls)
  const busy = await addNumbers(database, [], { partner: 'busy' })
  const days = MONTHS * DAYS_OF_MONTH
  const from = addDays(new Date().toISOString().slice(0, 10), 1 - days)
  const failed = Math.floor(total / EVERY_FAILED)
  const busyFailed = Math.floor(total / EVERY_OF_BUSY)
  say(`recording ${(failed + busyFailed).toLocaleString('en')} failed events`)
  await fillFailedEvents(db, partnerId, spreadOver(from, days, failed), {
    firstId: EVERY_FAILED,
    everyId: EVERY_FAILED,
  })
  await fillFailedEvents(db, busy.partnerId, spreadOver(from, days, busyFailed), {
    firstId: FIRST_ID_OF_BUSY,
  })
  const ofMonth = Math.round(total / MONTHS)
  for (let month = 0; month < MONTHS; month++) {
    const first = month * ofMonth + 1
    const daysAgo = (MONTHS - month) * DAYS_OF_MONTH
    say(`month ${month + 1} of ${MONTHS}: ${ofMonth.toLocaleString('en')} deliveries`)
    await fillMonth(db, { first, last: first + ofMonth - 1, daysAgo })
  }
  await sql`vacuum (analyze) tracked_call, delivery, delivery_attempt`.execute(db)
}

type Month = { first: number; last: number; daysAgo: number }

/** Calls and deliveries at the same time, because the machine has several processors. */
async function fillMonth(db: Kysely<Schema>, { first, last, daysAgo }: Month): Promise<void> {
  const at = sql`(now() - make_interval(days => ${daysAgo}::integer)
    + (id - ${first}::bigint) * make_interval(days => ${DAYS_OF_MONTH}::integer)
    / ${last - first + 1}::bigint)`
  const ids = sql`generate_series(${first}::bigint, ${last}::bigint) as id`
  await Promise.all([
    withoutForeignKeys(
      db,
      sql`
        insert into tracked_call (id, tracking_number_id, ended_at)
        select id, 1 + id % ${RECEIVERS}::bigint, ${at} from ${ids}
      `,
    ),
    withoutForeignKeys(
      db,
      sql`
        insert into delivery (id, call_id, tracking_number_id, partner_id, event, callback_url,
          payload, state, attempts, next_attempt_at, settled_at, created_at)
        select id, id, 1 + id % ${RECEIVERS}::bigint, 1, 'call_termination',
          'https://r' || id % ${RECEIVERS}::bigint || '.example/call_termination',
          format(${PAYLOAD}, id, lpad((id % 10000)::text, 4, '0')),
          case when id % ${EVERY_FAILED}::bigint = 0 then 'failed' else 'delivered' end,
          ${ATTEMPTS}, ${at}, ${at} + interval '1 second', ${at}
        from ${ids}
      `,
      sql`
        insert into delivery_attempt (delivery_id, number, at, status, error, duration_ms)
        select id, number, ${at}, 503, 'answered 503', 96
        from ${ids}, lateral generate_series(1, ${ATTEMPTS}) as number
        where ${ATTEMPTS} > 1
      `,
    ),
  ])
  await sql`select setval('failed_event_id_seq', ${last}::bigint)`.execute(db)
}

const ATTEMPTS = sql`case when id % ${sql.lit(EVERY_FAILED)} = 0 then 4
  when id % ${sql.lit(EVERY_RETRIED)} = 0 then 2 else 1 end`

/** Checking them would take most of the time. */
function withoutForeignKeys(
  db: Kysely<Schema>,
  ...statements: ReturnType<typeof sql>[]
): Promise<void> {
  return db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local synchronous_commit = off`.execute(trx)
    for (const statement of statements) await statement.execute(trx)
  })
}

/** A payload with places for format() of PostgreSQL to fill in. */
const PAYLOAD = payload(0, '27105550142')
  .replace('"call_id":0', '"call_id":%1$s')
  .replace('27825550000', '2782555%2$s')
