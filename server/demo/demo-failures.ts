import { type Kysely, sql, type Transaction } from 'kysely'
import { addDays, type CalendarDate, dayOf } from '../../contract/time/calendar-date.ts'
import { startOfDay } from '../../contract/time/stamp.ts'
import type { Schema } from '../database/schema.ts'
import { recordFailedEvents } from '../webhooks/store/record-failed-events.ts'
import { demoDay } from './demo-day.ts'
import type { DemoPorts } from './demo-ports.ts'

type DemoFailures = {
  partnerId: number
  timeZone: string
  ports: DemoPorts
  /** For how many days before today there are failures. */
  daysBack: number
}

/**
 * Records the failures of today and of the days before, unless they are recorded already. Today's
 * are all in the part of the day that has passed, however short that is, and don't change for the
 * rest of the day.
 */
export async function topUpFailures(
  db: Kysely<Schema>,
  { partnerId, timeZone, ports, daysBack }: DemoFailures,
  now: Date,
): Promise<void> {
  const today = dayOf(now, timeZone)
  await db.transaction().execute(async trx => {
    // If two processes start together, the second finds the days recorded.
    await trx
      .selectFrom('partner')
      .select('id')
      .where('id', '=', partnerId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const made = await madeDays(trx, partnerId)
    const days = daysUpTo(today, daysBack).filter(day => !made.has(day))
    const latest = await latestFailures(trx, partnerId, days)
    const failures = days.map(day => {
      // Real failures may have come first, and within a day failed_at never goes back.
      const from = latest.get(day) ?? startOfDay(day, timeZone)
      const to = day === today ? now : startOfDay(addDays(day, 1), timeZone)
      return demoDay({ day, from, to, timeZone, ports })
    })
    for (const { calls, aiEvents } of failures) {
      await recordFailedEvents(trx, { partnerId, list: 'call_events_fail', timeZone }, calls)
      await recordFailedEvents(
        trx,
        { partnerId, list: 'transcription_events_fail', timeZone },
        aiEvents,
      )
    }
  })
}

/**
 * The days with failures that no delivery led to: real failures of the demo's traffic don't count.
 */
async function madeDays(trx: Transaction<Schema>, partnerId: number): Promise<Set<string>> {
  const made = await trx
    .selectFrom('failed_event')
    .select('day')
    .distinct()
    .where('partner_id', '=', partnerId)
    .where('list', '=', 'call_events_fail')
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.id', '=', 'failed_event.id'),
        ),
      ),
    )
    .execute()
  return new Set(made.map(({ day }) => day))
}

/** When the last delivery of each day failed for good; none for a day without one. */
async function latestFailures(
  trx: Transaction<Schema>,
  partnerId: number,
  days: CalendarDate[],
): Promise<Map<string, Date>> {
  const latest = await trx
    .selectFrom('failed_event')
    .select([
      'day',
      sql<Date>`max(substring(item from '"failed_at":"([^"]+)"')::timestamptz)`.as('failed_at'),
    ])
    .where('partner_id', '=', partnerId)
    .where('day', '=', sql<string>`any(${days}::date[])`)
    .groupBy('day')
    .execute()
  return new Map(latest.map(({ day, failed_at }) => [day, failed_at]))
}

function daysUpTo(today: CalendarDate, daysBack: number): CalendarDate[] {
  return Array.from({ length: daysBack + 1 }, (_, index) => addDays(today, index - daysBack))
}
