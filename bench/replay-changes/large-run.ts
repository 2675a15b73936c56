import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../server/database/schema.ts'
import type { Account } from '../replays/fill-replayed-events.ts'
import type { RunScript } from '../replays/read-run.ts'

const ROWS_PER_INSERT = 50_000

/**
 * Creates a draft run of `total` events. It replaces the loaded events by others that the service doesn't
 * list, because listing and loading so many would take long and is not what is measured.
 *
 * @returns its id
 */
export async function makeLargeRun(
  db: Kysely<Schema>,
  script: RunScript,
  { eventIds }: Account,
  { name, total }: { name: string; total: number },
): Promise<string> {
  const { id } = await script.prepare()
  for (let from = 0; from < total; from += ROWS_PER_INSERT) {
    await sql`
      insert into replay_item (run_id, service, list, event_id, state, receiver_url,
        receiver_name, payload, reason, pass)
      select run_id, service, list, ${name} || '-' || (${from}::integer + number), 'prepared',
        receiver_url, receiver_name, payload, null, 1
      from (
        select *, row_number() over (order by id) - 1 as place from replay_item
        where run_id = ${id} and event_id not like ${`${name}-%`}
      ) as item
      join generate_series(1, ${Math.min(ROWS_PER_INSERT, total - from)}::integer) as number
        on number % ${eventIds.length}::integer = place
      order by number
    `.execute(db)
  }
  await sql`delete from replay_item where run_id = ${id} and event_id not like ${`${name}-%`}`.execute(
    db,
  )
  await sql`vacuum analyze replay_item`.execute(db)
  return id
}
