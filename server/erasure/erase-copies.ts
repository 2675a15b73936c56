import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { deleteInBatches, type Removal } from '../retention/retention.ts'
import { mayHave } from './erased-text.ts'

/**
 * Deletes events with a number from the gateway's copies of lists. Their days are read again when somebody looks, so
 * events of which our own service has erased the number come back without it.
 */
export async function eraseCopiedEvents(db: Kysely<Schema>, digits: string): Promise<number> {
  const texts = sql`concat_ws(' ', words, digits, error, cause, callback_url, event)`
  const { rows } = await sql<{ events: number }>`
    with gone as (
      delete from listed_event where ${mayHave(texts, digits)} returning mirror_id, day
    ), days as (
      update event_mirror_day set complete_at = null, is_final = false
      where (mirror_id, day) in (select mirror_id, day from gone)
    ), mirrors as (
      update event_mirror set version = version + 1
      where id in (select mirror_id from gone)
    )
    select count(*) as events from gone
  `.execute(db)
  return rows[0]?.events ?? 0
}

/** Deletes the gateway's copies of an account's lists. */
export async function eraseCopies(
  removal: Removal,
  { service, account }: { service: string; account: string },
): Promise<void> {
  const { db, batchSize } = removal
  await deleteInBatches(
    removal,
    sql`
      delete from listed_event where ctid = any(array(
        select listed_event.ctid from listed_event join event_mirror on event_mirror.id = mirror_id
        where service = ${service} and account = ${account} limit ${batchSize}
      ))
    `,
  )
  // A process that reads such a list loses its lease with the row, and stores nothing more.
  await sql`
    delete from event_mirror where service = ${service} and account = ${account}
  `.execute(db)
}
