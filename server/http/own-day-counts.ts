import { z } from 'zod'
import { FailedEventList } from '../../contract/failed-event.ts'
import { CalendarDate } from '../../contract/time/calendar-date.ts'

/**
 * Our own service counts all days in one request of the gateway of the same process. It is no part of the
 * interface: to anyone else, this path does not exist. Its query is that of GET /gateway/day-counts.
 */
export const OWN_DAY_COUNTS_PATH = '/internal/day-counts/'

export const OwnDayCounts = z.array(
  z.object({ list: FailedEventList, day: CalendarDate, count: z.int().nonnegative() }),
)
