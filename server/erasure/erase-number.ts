import { type Kysely, type RawBuilder, sql } from 'kysely'
import { eventsOfItems, rebuildEventStates } from '../database/rebuild-event-states.ts'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { eraseCalls, findCalls } from './erase-calls.ts'
import { eraseCopiedEvents, eraseNotices } from './erase-copies.ts'
import { erased, eraseFrom, isFromCaller, isNumber, mayHave, withoutCaller } from './erased-text.ts'

/**
 * Erases a phone number from everything that is kept. Events stay in their lists and look like the events of
 * a caller who withholds the number. It may be repeated, also after an interruption.
 *
 * @param digits the number with its country code, digits only
 * @returns how many of each kind had it
 */
export async function erasePhoneNumber(db: Kysely<Schema>, digits: string) {
  const traces = await findCalls(db, digits)
  const replays = await eraseReplays(db, digits, traces.events)
  const blocklists = await changed(
    db,
    sql`delete from blocked_number where phone_number = ${digits}`,
  )
  const block_notes = await eraseNotes(db, digits)
  const activity = await eraseActivity(db, digits)
  const follow_ups = await eraseFollowUps(db, digits)
  // Tracking numbers of foreign services are known only by these.
  const receiver_settings = await changed(
    db,
    sql`delete from receiver_setting where ${isNumber(sql`tracking_number`, digits)}`,
  )
  const saved_views = await changed(
    db,
    sql`delete from saved_view where ${mayHave(sql`concat(name, ' ', query)`, digits)}`,
  )
  const removed_tracking_numbers = await changed(
    db,
    sql`
      update tracking_number set former_number = null, phone_number = 'erased (removed ' || id || ')'
      where former_number = ${digits}
    `,
  )
  // Late and together, because the AI analyses of calls are found by them.
  const calls = await db.transaction().execute(trx => eraseCalls(trx, digits, traces))
  await eraseCopiedEvents(db, digits)
  await eraseNotices(db, digits)
  // Runs that loaded events in the meantime have copies of them.
  const later = await eraseReplays(db, digits, calls.events)
  return {
    calls: traces.calls.length,
    deliveries: calls.deliveries,
    failed_events: calls.events.length + calls.mentions,
    replays: new Set([...replays.items, ...later.items]).size,
    answers: replays.answers + later.answers,
    blocklists,
    block_notes,
    activity: activity.length,
    follow_ups,
    removed_tracking_numbers,
    receiver_settings,
    saved_views,
  }
}

/** Whether it is one of our own service's numbers, which has to be removed first. */
export async function isTrackingNumber(db: Kysely<Schema>, digits: string): Promise<boolean> {
  const row = await db
    .selectFrom('tracking_number')
    .select('id')
    .where('phone_number', '=', digits)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns how many rows a statement changed */
async function changed(db: Kysely<Schema>, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(db)
  return Number(numAffectedRows)
}

/** The notes about the number, and the number in notes about others. */
async function eraseNotes(db: Kysely<Schema>, digits: string): Promise<number> {
  const count = await changed(
    db,
    sql`
      update block_note set phone_numbers = array_remove(phone_numbers, ${digits}),
        note = ${erased(sql`note`, digits)}
      where ${digits} = any(phone_numbers) or ${mayHave(sql`note`, digits)}
    `,
  )
  await sql`delete from block_note where phone_numbers = '{}'`.execute(db)
  await sql`delete from protected_number where phone_number = ${digits}`.execute(db)
  await sql`
    update protected_number set label = ${erased(sql`label`, digits)}
    where ${mayHave(sql`label`, digits)}
  `.execute(db)
  await sql`delete from refused_check where phone_number = ${digits}`.execute(db)
  return count
}

function eraseActivity(db: Kysely<Schema>, digits: string): Promise<number[]> {
  return eraseFrom(db, 'activity', digits, {
    details: sql`${erased(sql`details::text`, digits)}::jsonb`,
    reason: erased(sql`reason`, digits),
    numbers: sql`case when numbers is not null then array(
      select number from unnest(numbers) with ordinality as listed (number, place)
      where not ${isNumber(sql`number`, digits)} order by place
    ) end`,
  })
}

/**
 * Notes are free text. A receiver or a company whose name has the number loses its follow-up.
 *
 * @returns how many notes and follow-ups had it
 */
async function eraseFollowUps(db: Kysely<Schema>, digits: string): Promise<number> {
  const has = (text: RawBuilder<unknown>) =>
    sql`${mayHave(text, digits)} and ${text} <> ${erased(text, digits)}`
  const notes = await eraseFrom(db, 'follow_up_note', digits, { text: erased(sql`text`, digits) })
  const named = await changed(db, sql`delete from follow_up where ${has(sql`value`)}`)
  const tickets = await changed(
    db,
    sql`update follow_up set ticket_url = null where ${has(sql`ticket_url`)}`,
  )
  return notes.length + named + tickets
}

/** What a retired run keeps of a payload (server/database/payload-digest.ts), which can't be erased. */
const ERASED_DIGEST = 'sha256:erased'

/**
 * Erases a number from replays, and from what receivers answered to them.
 *
 * @param events the failed events of our own service that were erased
 * @returns the items that had it, and how many attempts
 */
async function eraseReplays(
  db: Kysely<Schema>,
  digits: string,
  events: number[],
): Promise<{ items: number[]; answers: number }> {
  const payload = sql.ref('payload')
  const texts = { reason: erased(sql`reason`, digits), company: erased(sql`company`, digits) }
  const isOfCaller = sql`service = ${OWN_SERVICE} and ${isFromCaller(payload, digits)}`
  const named = await eraseFrom(db, 'replay_item', digits, {
    payload: sql`case when ${isOfCaller} then ${withoutCaller(payload, digits)}
      else ${erased(payload, digits)} end`,
    ...texts,
  })
  // Also events of these calls that do not name the number, and digests of payloads.
  const { rows: others } = await sql<{ id: number }>`
    update replay_item set reason = ${texts.reason}, company = ${texts.company},
      payload = case when payload = '' then '' when starts_with(payload, 'sha256:') then ${ERASED_DIGEST}
        else ${withoutCaller(payload, digits)} end
    where service = ${OWN_SERVICE} and list in ('call_events_fail', 'transcription_events_fail')
      and event_id = any(${events.map(String)}::text[])
    returning id
  `.execute(db)
  const changes = { answer: erased(sql`answer`, digits), error: erased(sql`error`, digits) }
  const attempts = await eraseFrom(db, 'replay_attempt', digits, changes, async (trx, ids) => {
    // The states of their events repeat the newest error.
    const { rows } = await sql<{ item_id: number }>`
      select distinct item_id from replay_attempt where id = any(${ids}::bigint[])
    `.execute(trx)
    const items = await eventsOfItems(
      trx,
      rows.map(({ item_id }) => item_id),
    )
    await rebuildEventStates(trx, items)
  })
  return { items: [...named, ...others.map(({ id }) => id)], answers: attempts.length }
}
