import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { eventsOfItems, rebuildEventStates } from '../database/rebuild-event-states.ts'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { partsOf } from '../retention/retention.ts'
import {
  callIdOf,
  erased,
  eraseFrom,
  isFromCaller,
  isNumber,
  itemWithoutCaller,
  MAX_ROWS_OF_BATCH,
  mayHave,
  withoutCaller,
} from './erased-text.ts'

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
  const copied_events = await eraseCopiedEvents(db, digits)
  await eraseNotices(db, digits)
  // Runs that loaded events in the meantime have copies of them.
  const later = await eraseReplays(db, digits, calls.events)
  return {
    calls: traces.calls.length,
    deliveries: calls.deliveries,
    failed_events: calls.events.length + calls.mentions,
    copied_events,
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
  const notes = await eraseFrom(db, 'follow_up_note', digits, { text: erased(sql`text`, digits) })
  const named = await changed(db, sql`delete from follow_up where ${hasNumber(sql`value`, digits)}`)
  const tickets = await changed(
    db,
    sql`update follow_up set ticket_url = null where ${hasNumber(sql`ticket_url`, digits)}`,
  )
  return notes.length + named + tickets
}

/** Whether a text has the number. It takes longer than `mayHave`. */
function hasNumber(text: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  return sql<boolean>`${mayHave(text, digits)} and ${text} <> ${erased(text, digits)}`
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

/** What our own service keeps of a number, by ids. */
type FoundCalls = {
  calls: number[]
  /** The failed events about these calls. */
  events: number[]
  /** Deliveries and failed events of other calls that name it. */
  mentions: Record<'delivery' | 'failed_event', number[]>
}

const TEXTS = [
  ['delivery', sql.ref('payload')],
  ['failed_event', sql.ref('item')],
] as const

/** Finds what our own service keeps of the calls from a number, with their AI analyses. */
async function findCalls(db: Kysely<Schema>, digits: string): Promise<FoundCalls> {
  const fromCaller = TEXTS.map(([table, text]) =>
    idsOf(db, table, isFromCaller(text, digits), callIdOf(text)),
  )
  const calls = [...new Set((await Promise.all(fromCaller)).flat())]
  const isOfCalls = (text: RawBuilder<unknown>) =>
    sql<boolean>`coalesce(${callIdOf(text)} = any(${calls}::bigint[]), false)`
  const [deliveries = [], failedEvents = []] = await Promise.all(
    TEXTS.map(([table, text]) =>
      idsOf(db, table, sql`${hasNumber(text, digits)} and not ${isOfCalls(text)}`),
    ),
  )
  return {
    calls,
    events: await idsOf(db, 'failed_event', isOfCalls(sql.ref('item'))),
    mentions: { delivery: deliveries, failed_event: failedEvents },
  }
}

async function idsOf(
  db: Kysely<Schema>,
  table: 'delivery' | 'failed_event',
  condition: RawBuilder<unknown>,
  id: RawBuilder<number | null> = sql`id`,
): Promise<number[]> {
  const ids: number[] = []
  for await (const isInPart of partsOf(db, table, MAX_ROWS_OF_BATCH)) {
    const { rows } = await sql<{ found: number | null }>`
      select distinct ${id} as found from ${sql.table(table)} where ${isInPart} and ${condition}
    `.execute(db)
    ids.push(...rows.flatMap(({ found }) => found ?? []))
  }
  return ids
}

/**
 * Erases the caller from the deliveries and failed events of calls, and the digests of their reports.
 * It deletes no rows, so counts and pages don't change.
 *
 * The deliveries are changed first: one that fails finally copies its payload into a failed event with its id, in a
 * transaction that locks it, too. So their failed events are all there, or will have no number.
 */
async function eraseCalls(
  trx: Transaction<Schema>,
  digits: string,
  { calls, events, mentions }: FoundCalls,
) {
  const change = async (
    table: string,
    set: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
  ) => {
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} set ${set} where ${condition} returning id
    `.execute(trx)
    return rows.map(({ id }) => id)
  }
  const isIn = (ids: number[], id = sql`id`) => sql`${id} = any(${ids}::bigint[])`
  const [payload, item] = [sql.ref('payload'), sql.ref('item')]
  const mentioning = await change(
    'delivery',
    sql`payload = ${erased(payload, digits)}`,
    isIn(mentions.delivery),
  )
  const deliveries = await change(
    'delivery',
    sql`payload = ${withoutCaller(payload, digits)}`,
    isIn(calls, sql`call_id`),
  )
  await change('tracked_call', sql`report_digest = null, analysis_digest = null`, isIn(calls))
  const erasedEvents = await change(
    'failed_event',
    sql`item = ${itemWithoutCaller(item, digits)}`,
    isIn([...events, ...deliveries]),
  )
  const others = await change(
    'failed_event',
    sql`item = ${erased(item, digits)}`,
    sql`${isIn([...mentions.failed_event, ...mentioning])} and not ${isIn(erasedEvents)}`,
  )
  return {
    deliveries: mentioning.length + deliveries.length,
    events: erasedEvents,
    /** How many other failed events had the number. */
    mentions: others.length,
  }
}

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
async function eraseNotices(db: Kysely<Schema>, digits: string): Promise<void> {
  const texts = sql`concat_ws(' ', key, receiver, company, facts)`
  await sql`delete from notice where ${mayHave(texts, digits)}`.execute(db)
  const message = sql`concat_ws(' ', subject, content, error)`
  await sql`delete from notice_message where ${mayHave(message, digits)}`.execute(db)
}
