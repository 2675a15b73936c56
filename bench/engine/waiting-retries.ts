import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../../server/database/database.ts'
import type { Schema } from '../../server/database/schema.ts'
import { reportCall } from '../../server/testing/report-call.ts'
import { runRedial } from '../../server/testing/run-redial.ts'
import { addNumbers } from '../deliveries/fill-deliveries.ts'
import { settingsOnPostgres, TELEPHONY_KEY } from '../deliveries/settings.ts'
import type { Receivers } from '../deliveries/start-receivers.ts'

/** Ids and numbers above the ones that `fillDeliveries` uses. */
const FIRST_CALL = 2_000_000_000
const TRACKING_NUMBER = 27_710_000_000
const LOOK_EVERY_MS = 100

type Retries = {
  /**
   * Their receiver, as an index of `receivers`. It has to answer with an error at first.
   */
  origin: string
  count: number
  /** When they are due, in seconds from now. */
  dueAfterS: number
  /** Over how many receivers they are spread; the others exist only in the queue. */
  receivers: number
}

/**
 * Adds deliveries whose first attempt failed and that wait for their first retry. The server creates one
 * of them. The others are copies of its rows, so that they are exactly like the server's.
 */
export async function addWaitingRetries(
  url: string,
  receivers: Receivers,
  { origin, count, dueAfterS, receivers: spread }: Retries,
): Promise<void> {
  const database = await openDatabase({ url })
  const { longDb: db } = database
  try {
    const urls = [`${origin}/call_termination`]
    await addNumbers(database, urls, { partner: 'retries', firstNumber: TRACKING_NUMBER })
    const settings = { ...settingsOnPostgres(url, receivers), RETRY_SCHEDULE: '1h,1h,1h' }
    const server = await runRedial(settings)
    const trackingNumber = String(TRACKING_NUMBER)
    const report = { url: server.url, key: TELEPHONY_KEY, trackingNumber, answered: true }
    await reportCall({ ...report, callId: FIRST_CALL })
    while (!(await hasFailedOnce(db))) await setTimeout(LOOK_EVERY_MS)
    await server.kill('SIGTERM')
    await copy(db, { count, dueAfterS, spread })
    await sql`vacuum analyze`.execute(db)
  } finally {
    await database.close()
  }
}

async function hasFailedOnce(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .select('id')
    .where('attempts', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

async function copy(
  db: Kysely<Schema>,
  { count, dueAfterS, spread }: { count: number; dueAfterS: number; spread: number },
): Promise<void> {
  const due = sql`now() + ${dueAfterS} * interval '1 second'`
  const { rows } = await sql<{ id: number; number: number }>`
    select id, tracking_number_id as number from delivery
  `.execute(db)
  const [original] = rows
  if (original === undefined) throw new Error('There is no delivery to copy')
  await sql`
    insert into tracked_call (id, tracking_number_id, ended_at)
    select ${FIRST_CALL}::bigint + n, ${original.number}, now() from generate_series(1, ${count}::int) n
  `.execute(db)
  await sql`
    insert into delivery overriding system value
    select copied.* from delivery as original, generate_series(1, ${count}::int) n,
      lateral jsonb_populate_record(original, jsonb_build_object(
        'id', original.id + n, 'call_id', ${FIRST_CALL}::bigint + n, 'next_attempt_at', ${due}
      )) as copied
    where original.id = ${original.id}
  `.execute(db)
  await sql`
    select setval('failed_event_id_seq', (select max(id) from delivery))
  `.execute(db)
  await sql`
    insert into delivery_attempt
    select copied.* from delivery_attempt as original, generate_series(1, ${count}::int) n,
      lateral jsonb_populate_record(original, jsonb_build_object('delivery_id', original.delivery_id + n))
        as copied
    where original.delivery_id = ${original.id}
  `.execute(db)
  await sql`
    insert into job_queue.job
    select copied.* from job_queue.job as original, generate_series(1, ${count}::int) n,
      lateral jsonb_populate_record(original, jsonb_build_object(
        'id', gen_random_uuid(),
        'data', original.data || jsonb_build_object('deliveryId', ${original.id}::bigint + n),
        'start_after', ${due},
        'group_id', original.group_id || case when n % ${spread} = 0 then '' else '-' || n % ${spread} end
      )) as copied
    where (original.data ->> 'deliveryId')::bigint = ${original.id}
  `.execute(db)
  await sql`
    update job_queue.job set start_after = ${due} where (data ->> 'deliveryId')::bigint = ${original.id}
  `.execute(db)
}
