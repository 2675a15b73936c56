import { sql, type Transaction } from 'kysely'
import { type FailedEventList, FailedEventRecord } from '../../../contract/failed-event.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'

/** A delivery whose last retry failed, to be added to the list. */
export type FinalFailure = Pick<FailedEventRecord, 'event' | 'callback_url' | 'attempts'> & {
  /** The delivery's id, which the event keeps. Without one, the event gets its own id. */
  id?: number
  failed_at: Date
  /** The payload as JSON text. It is returned byte for byte, so that no number is rounded. */
  request_json: string
}

export type RecordSettings = { partnerId: number; list: FailedEventList; timeZone: string }

/**
 * Lists final failures: gives each its position within its day, and keeps the day's exact count.
 * failed-events-routes.ts of the service finds pages by these.
 *
 * Positions define the order, so within a day `failed_at` may never go back: if another process
 * recorded a later failure first, this one gets the same `failed_at`. Record past failures in the
 * order in which they happened.
 *
 * The day's row stays locked until the transaction ends, so keep the transaction short.
 *
 * @returns the ids, in the order of `failures`
 * @throws SyntaxError or $ZodError if a failure isn't a FailedEventRecord; nothing is recorded then
 */
export async function recordFailedEvents(
  trx: Transaction<Schema>,
  settings: RecordSettings,
  failures: FinalFailure[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [day, ofDay] of groupByDay(failures, settings.timeZone)) {
    const { count, latest } = await extendDay(trx, settings, day, ofDay.length)
    const reserved = await reserveIds(trx, ofDay.filter(({ failure }) => !failure.id).length)
    const rows = ofDay.map(({ failure, order }, index) => {
      const id = failure.id ?? reserved.shift() ?? 0
      ids[order] = id
      const failedAt = new Date(Math.max(failure.failed_at.getTime(), latest?.getTime() ?? 0))
      const position = count - ofDay.length + index + 1
      return { id, position, item: itemText(failure, id, stampIn(failedAt, settings.timeZone)) }
    })
    await sql`
      insert into failed_event (id, partner_id, list, day, position, item)
      select id, ${settings.partnerId}, ${settings.list}, ${day}::date, position, item
      from unnest(
        ${rows.map(row => row.id)}::bigint[],
        ${rows.map(row => row.position)}::integer[],
        ${rows.map(row => row.item)}::text[]
      ) as recorded (id, position, item)
    `.execute(trx)
  }
  return ids
}

/**
 * Takes events off their lists and closes the gaps in the positions of their days. This is rare: a
 * process has read a 200 after another one recorded the final failure. So only the failures since then
 * move.
 */
export async function removeFailedEvents(trx: Transaction<Schema>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  // Locked first, because no position of a day changes while its count is locked.
  const { rows: days } = await sql<{ partner_id: number; list: FailedEventList; day: string }>`
    select partner_id, list, day from failed_event_day
    where (partner_id, list, day) in (
      select partner_id, list, day from failed_event where id = any(${ids}::bigint[])
    )
    order by partner_id, list, day for update
  `.execute(trx)
  for (const { partner_id, list, day } of days) {
    const isOfDay = sql`partner_id = ${partner_id} and list = ${list} and day = ${day}::date`
    const { rows } = await sql<{ position: number }>`
      delete from failed_event where id = any(${ids}::bigint[]) and ${isOfDay} returning position
    `.execute(trx)
    const removed = rows.map(({ position }) => position)
    // Negative at first: a position can't be taken while another row still has it.
    await sql`
      update failed_event set position = -(position - (
        select count(*) from unnest(${removed}::integer[]) as gone (place) where place < position
      )) where ${isOfDay} and position > (select min(place) from unnest(${removed}::integer[]) as gone (place))
    `.execute(trx)
    await sql`
      update failed_event set position = -position where ${isOfDay} and position < 0
    `.execute(trx)
    await sql`
      update failed_event_day set count = count - ${removed.length}::integer where ${isOfDay}
    `.execute(trx)
  }
}

/** Oldest day first, so that two transactions lock the same days in the same order. */
function groupByDay(failures: FinalFailure[], timeZone: string) {
  const inOrder = failures
    .map((failure, order) => ({ failure, order }))
    .sort((a, b) => a.failure.failed_at.getTime() - b.failure.failed_at.getTime())
  // Their order is also the order of their days.
  return Map.groupBy(inOrder, ({ failure }) => dayOf(failure.failed_at, timeZone))
}

/** Locks the day, adds `added` to its count and returns its latest failure time until then. */
async function extendDay(
  trx: Transaction<Schema>,
  { partnerId, list }: RecordSettings,
  day: string,
  added: number,
): Promise<{ count: number; latest: Date | undefined }> {
  const { count } = await trx
    .insertInto('failed_event_day')
    .values({ partner_id: partnerId, list, day, count: added })
    .onConflict(conflict =>
      conflict
        .columns(['partner_id', 'list', 'day'])
        .doUpdateSet({ count: sql`failed_event_day.count + excluded.count` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  const last = await trx
    .selectFrom('failed_event')
    .select(failedAtOfItem.as('failed_at'))
    .where('partner_id', '=', partnerId)
    .where('list', '=', list)
    .where('day', '=', day)
    .where('position', '=', count - added)
    .executeTakeFirst()
  return { count, latest: last?.failed_at }
}

/**
 * Extracted from the text: parsing the whole item as JSON would fail on a payload with a character
 * that PostgreSQL can't store. The first such key is the item's own, because the payload comes last.
 */
export const failedAtOfItem = sql<Date>`substring(item from '"failed_at":"([^"]+)"')::timestamptz`

/** The item's text contains its own id, so the id has to be known before the row is written. */
async function reserveIds(trx: Transaction<Schema>, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('failed_event', 'id')) as id
    from generate_series(1, ${count}::integer)
  `.execute(trx)
  return rows.map(row => row.id)
}

function itemText(failure: FinalFailure, id: number, failed_at: string): string {
  const { request_json, event, callback_url, attempts } = failure
  const described = { id, event, callback_url, attempts, failed_at }
  FailedEventRecord.parse({ ...described, request_json: JSON.parse(request_json) })
  return `${JSON.stringify(described).slice(0, -1)},"request_json":${request_json}}`
}
