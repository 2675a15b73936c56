import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../contract/time/calendar-date.ts'
import type { Env } from '../config/env.ts'
import { removeUnopenedDays } from './old-copies.ts'
import { forgetUnlistedEvents, removeOldReplays } from './old-replays.ts'
import { deleteWhere, inBatches, type Removal, removeFromParts } from './retention.ts'

/** What is removed when it is old, in this order: the setting that says after how many days, and how. */
const KINDS = {
  answers: { setting: 'ANSWER_RETENTION', remove: removeOldAnswers },
  replays: { setting: 'REPLAY_RETENTION', remove: removeOldReplays },
  failed_events: { setting: 'FAILED_EVENT_RETENTION', remove: removeOldFailedEvents },
  deliveries: { setting: 'DELIVERY_RETENTION', remove: removeOldDeliveries },
  calls: { setting: 'CALL_RETENTION', remove: removeOldCalls },
  activity: { setting: 'ACTIVITY_RETENTION', remove: removeOldActivity },
} as const

export type RetentionSettings = Pick<
  Env,
  'TIME_ZONE' | 'COPY_RETENTION' | (typeof KINDS)[keyof typeof KINDS]['setting']
>

/** As many as our own service tells of. */
const REFUSED_CHECK_DAYS = 90

/** What people see in the dashboard, and what was sent. */
const NOTICE_DAYS = 90
const MESSAGE_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Removes what is older than it is kept, in short transactions (docs/decisions/0060). If it is
 * interrupted, the next call continues.
 *
 * @param now default: the database's clock. Only tests pass their own.
 * @returns how many of each kind were removed
 */
export async function removeOldData(
  removal: Removal,
  settings: RetentionSettings,
  now?: Date,
): Promise<Record<string, number>> {
  const { db } = removal
  // A process whose clock is wrong must not remove everything.
  const clock = db.selectNoFrom(sql<Date>`now()`.as('now'))
  const today = now ?? (await clock.executeTakeFirstOrThrow()).now
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MS)
  const removed: Record<string, number> = {}
  for (const [kind, { setting, remove }] of Object.entries(KINDS)) {
    const days = settings[setting]
    removed[kind] = days === null ? 0 : await remove(removal, daysAgo(days), settings.TIME_ZONE)
  }
  const { COPY_RETENTION: copyDays } = settings
  if (copyDays !== null) await removeUnopenedDays(removal, daysAgo(copyDays))
  await forgetUnlistedEvents(removal)
  const uncounted = daysAgo(REFUSED_CHECK_DAYS)
  await db.deleteFrom('refused_check').where('last_at', '<', uncounted).execute()
  await db.deleteFrom('notice').where('at', '<', daysAgo(NOTICE_DAYS)).execute()
  await db.deleteFrom('notice_message').where('at', '<', daysAgo(MESSAGE_DAYS)).execute()
  return removed
}

/**
 * Removes calls that ended before `before`, but none whose deliveries are kept. A report with the
 * id of a removed call is a new call.
 */
function removeOldCalls(removal: Removal, before: Date): Promise<number> {
  const { db, batchSize } = removal
  // Text, because a Date has no microseconds.
  let after = { at: '-infinity', id: 0 }
  return inBatches(removal, async () => {
    const { rows } = await sql<{ lastAt: string | null; lastId: number | null; removed: number }>`
      with looked_at as (
        select id, ended_at from tracked_call
        where ended_at < ${before} and (ended_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
        order by ended_at, id limit ${batchSize}
      ), free as (
        select id from tracked_call
        where id in (select id from looked_at)
          and not exists (select from delivery where call_id = tracked_call.id)
        for update skip locked
      ), gone as (
        delete from tracked_call where id in (select id from free) returning id
      )
      select last.ended_at::text as "lastAt", last.id as "lastId", (select count(*) from gone) as removed
      from (values (1)) as one left join (
        select * from looked_at order by ended_at desc, id desc limit 1
      ) as last on true
    `.execute(db)
    const { lastAt = null, lastId = null, removed = 0 } = rows[0] ?? {}
    if (lastAt === null || lastId === null) return { removed, isLast: true }
    after = { at: lastAt, id: lastId }
    return { removed, isLast: false }
  })
}

function removeOldDeliveries(removal: Removal, before: Date): Promise<number> {
  const hasEnded = sql`state <> 'waiting' and settled_at < ${before}`
  return removeDeliveries(removal, hasEnded, sql`created_at < ${before}`)
}

/** Removes deliveries with their attempts. */
export function removeDeliveries(
  removal: Removal,
  condition: RawBuilder<unknown>,
  isOld?: RawBuilder<unknown>,
): Promise<number> {
  return removeFromParts(
    removal,
    'delivery',
    isInPart => sql`
      with gone as (
        delete from delivery where ${isInPart} and ${condition} returning id
      ), attempts as (
        delete from delivery_attempt where delivery_id in (select id from gone)
      )
      select id from gone
    `,
    isOld,
  )
}

/** Also follow-ups that nobody has changed or written a note about since. */
async function removeOldActivity(removal: Removal, before: Date): Promise<number> {
  const isUnused = sql`coalesce(changed_at, '-infinity') < ${before} and not exists (
    select from follow_up_note where follow_up_id = follow_up.id and at >= ${before}
  )`
  await deleteWhere(removal, 'follow_up', isUnused)
  return deleteWhere(removal, 'activity', sql`at < ${before}`)
}

/** Removes what receivers answered to replays before `before`. The attempts stay. */
function removeOldAnswers(removal: Removal, before: Date): Promise<number> {
  const isOld = sql`at < ${before}`
  return removeFromParts(
    removal,
    'replay_attempt',
    isInPart => sql`
      update replay_attempt set answer = null
      where ${isInPart} and ${isOld} and answer is not null returning id
    `,
    isOld,
  )
}

function removeOldFailedEvents(removal: Removal, before: Date, timeZone: string): Promise<number> {
  return removeDays(removal, sql`day < ${dayOf(before, timeZone)}`)
}

/** Days of a partner's list that are removed one after the other. */
const MAX_DAYS_OF_BATCH = 500

/**
 * Removes failed events of days. The last events of a day go first, together with their count, so that
 * counts and pages are exact after each batch.
 */
export async function removeDays(removal: Removal, which: RawBuilder<unknown>): Promise<number> {
  let total = 0
  for (;;) {
    const { rows: days } = await sql<Day>`
      select partner_id, list, day from failed_event_day where ${which}
      order by day, partner_id, list limit ${MAX_DAYS_OF_BATCH}
    `.execute(removal.db)
    for (const day of days) total += await removeDay(removal, day)
    if (days.length < MAX_DAYS_OF_BATCH) return total
  }
}

type Day = { partner_id: number; list: string; day: string }

function removeDay(removal: Removal, { partner_id, list, day }: Day): Promise<number> {
  const { db, batchSize } = removal
  const isOfDay = sql`partner_id = ${partner_id} and list = ${list} and day = ${day}`
  return inBatches(removal, () =>
    db.transaction().execute(async trx => {
      // The next statement sees all events that others have added to the day.
      await sql`select from failed_event_day where ${isOfDay} for update`.execute(trx)
      const { rows } = await sql<{ remaining: number; removed: number }>`
        with kept as (
          update failed_event_day set count = greatest(count - ${batchSize}::integer, 0)
          where ${isOfDay} returning count
        ), gone as (
          delete from failed_event
          where ${isOfDay} and position > (select count from kept)
          returning id
        )
        select kept.count as remaining, (select count(*) from gone) as removed from kept
      `.execute(trx)
      const { remaining = 0, removed = 0 } = rows[0] ?? {}
      if (remaining === 0) await sql`delete from failed_event_day where ${isOfDay}`.execute(trx)
      return { removed, isLast: remaining === 0 }
    }),
  )
}
