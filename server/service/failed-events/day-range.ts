import type { z } from 'zod'
import { NON_FIELD_ERRORS } from '../../../contract/errors.ts'
import type { DateRangeQuery } from '../../../contract/failed-event.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { validationError } from '../../http/http-error.ts'

/**
 * The days that a query requests, by default today. `to` is not included.
 *
 * @throws HttpError 400 if it begins after it ends
 */
export function dayRange(
  query: z.infer<typeof DateRangeQuery>,
  now: Date,
  timeZone: string,
): { from: CalendarDate; to: CalendarDate } {
  const today = dayOf(now, timeZone)
  const from = query.from_date ?? today
  const to = query.to_date ?? addDays(today, 1)
  if (from > to) {
    throw validationError({
      [NON_FIELD_ERRORS]: [`from_date (${from}) may not be after to_date (${to}).`],
    })
  }
  return { from, to }
}
