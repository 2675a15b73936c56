import type { Kysely } from 'kysely'
import { addDays, type CalendarDate, dayOf } from '../../contract/calendar-date.ts'
import { startOfDay } from '../../contract/stamp.ts'
import type { Schema } from '../database/schema.ts'
import { recordFailedEvents } from '../service/failed-events/record-failed-events.ts'
import { demoDay, LEAST_CALLS } from './demo-day.ts'
import type { DemoPorts } from './demo-ports.ts'

type DemoTraffic = { partnerId: number; timeZone: string; ports: DemoPorts }

const DAYS_BACK = 30

/**
 * Records the failures of today and of the thirty days before, as far as they aren't there yet.
 * Today's all lie in the part of the day that is over, however short that is, and stay as they are
 * for the rest of the day.
 */
export async function topUpFailures(
  db: Kysely<Schema>,
  { partnerId, timeZone, ports }: DemoTraffic,
  now: Date,
): Promise<void> {
  const today = dayOf(now, timeZone)
  await db.transaction().execute(async trx => {
    // Of two processes that start together, the second finds the days made.
    await trx
      .selectFrom('partner')
      .select('id')
      .where('id', '=', partnerId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const made = await trx
      .selectFrom('failed_event_day')
      .select('day')
      .where('partner_id', '=', partnerId)
      .where('list', '=', 'call_events_fail')
      // Fewer than this are real ones, of deliveries that failed after midnight.
      .where('count', '>=', LEAST_CALLS)
      .execute()
    const madeDays = new Set(made.map(({ day }) => day))
    const days = daysUpTo(today).filter(day => !madeDays.has(day))
    const failures = days.map(day => {
      const endOfDay = startOfDay(addDays(day, 1), timeZone)
      const to = day === today ? now : endOfDay
      return demoDay({ day, from: startOfDay(day, timeZone), to, timeZone, ports })
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

function daysUpTo(today: CalendarDate): CalendarDate[] {
  return Array.from({ length: DAYS_BACK + 1 }, (_, index) => addDays(today, index - DAYS_BACK))
}
