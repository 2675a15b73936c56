import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { deleteInBatches, type Removal } from '../retention/retention.ts'
import { mayHave } from './erased-text.ts'

/**
 * Deletes events with a number from the gateway's copies of lists. Their days are read again when somebody looks, so
 * events come back without the number if our own service has erased it.
 */
export async function eraseCopiedEvents(db: Kysely<Schema>, digits: string): Promise<number> {
  // Pages that were requested before now are not stored any more. Reading begins again while somebody looks.
  const { rows: mirrors } = await sql<{ id: number }>`
    update event_mirror set lease_by = null, lease_until = null returning id
  `.execute(db)
  let events = 0
  for (const { id } of mirrors) events += await eraseFromCopy(db, id, digits)
  return events
}

async function eraseFromCopy(
  db: Kysely<Schema>,
  mirrorId: number,
  digits: string,
): Promise<number> {
  const texts = sql`concat_ws(' ', words, digits, error, cause, callback_url, event)`
  const { rows } = await sql<{ events: number }>`
    with mirror as (
      -- Locked first, as by the reader.
      select id from event_mirror where id = ${mirrorId} for update
    ), gone as (
      delete from listed_event
      where mirror_id = (select id from mirror) and ${mayHave(texts, digits)} returning day
    ), days as (
      update event_mirror_day set complete_at = null, is_final = false
      where mirror_id = ${mirrorId} and day in (select day from gone)
    ), mirrors as (
      update event_mirror set version = version + 1
      where id = ${mirrorId} and exists (select from gone)
    )
    select count(*) as events from gone
  `.execute(db)
  return rows[0]?.events ?? 0
}

/** Callers are masked in notices and messages, but other texts may contain a number, such as a receiver's path. */
export async function eraseNotices(db: Kysely<Schema>, digits: string): Promise<void> {
  const texts = sql`concat_ws(' ', key, receiver, company, facts)`
  await sql`delete from notice where ${mayHave(texts, digits)}`.execute(db)
  const message = sql`concat_ws(' ', subject, content, error)`
  await sql`delete from notice_message where ${mayHave(message, digits)}`.execute(db)
}

/** Deletes the events in the gateway's copies of an account's lists. */
export async function eraseCopies(
  removal: Removal,
  { service, account }: { service: string; account: string },
): Promise<void> {
  const { batchSize } = removal
  await deleteInBatches(
    removal,
    sql`
      delete from listed_event where ctid = any(array(
        select listed_event.ctid from listed_event join event_mirror on event_mirror.id = mirror_id
        where service = ${service} and account = ${account} limit ${batchSize}
      ))
    `,
  )
}
