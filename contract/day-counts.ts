import * as z from 'zod/mini'
import { FailedEventList } from './failed-event.ts'
import { addDays, CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

/** How many days are counted for a page: those of a month. */
const DAYS_COUNTED = 30

export function firstDayCounted(today: CalendarDate): CalendarDate {
  return addDays(today, 1 - DAYS_COUNTED)
}

/** The limit for each list in one request. */
const MAX_DAYS = 62

export type CountedDay = { list: FailedEventList; day: CalendarDate }
export type DayCount = CountedDay & { count: number }

/** The days of both lists up to `today`, the newest first, in the order in which they are counted. */
export function recentDays(today: CalendarDate): CountedDay[] {
  return Array.from({ length: DAYS_COUNTED }, (_, index) => addDays(today, -index)).flatMap(day =>
    FailedEventList.options.map(list => ({ list, day })),
  )
}

const Days = z._default(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform(text => text.split(',')),
    ),
    z.array(CalendarDate).check(z.maxLength(MAX_DAYS, `Name at most ${MAX_DAYS} days.`)),
  ),
  [],
)

/** The query of GET /gateway/day-counts: the days of each list, with commas between them. */
export const DayCountsQuery = z.object({
  call_events_fail: Days,
  transcription_events_fail: Days,
})

export const DAY_COUNTS_PATH = '/gateway/day-counts'

export const RECOVERED_DAYS_PATH = '/gateway/settled-days'

export function dayCountsPath(days: CountedDay[]): string {
  const lists = FailedEventList.options.flatMap(list => {
    const own = days.filter(one => one.list === list).map(({ day }) => day)
    return own.length === 0 ? [] : [`${list}=${own.join(',')}`]
  })
  return `${DAY_COUNTS_PATH}?${lists.join('&')}`
}

/** The request for the events of these days that have recovered, whose answer is `RecoveredDays`. */
export function recoveredDaysPath(
  list: FailedEventList,
  first: CalendarDate,
  last: CalendarDate,
): string {
  const query = new URLSearchParams({ list, from_date: first, to_date: addDays(last, 1) })
  return `${RECOVERED_DAYS_PATH}?${query}`
}

/**
 * A line of the answer. Days that the gateway knows come first, the others as soon as the service has answered. A line
 * has the count, or the service's own answer if it contains no count. After too many failures the lines end: what was
 * not answered by then would fail as the last failure did.
 */
export const DayCountLine = z.union([
  z.object({
    list: FailedEventList,
    day: CalendarDate,
    /** null where the service doesn't count. */
    count: z.nullable(z.int().check(z.nonnegative())),
    /** When the count was made, if the service counts the day again: a second line follows. */
    counted_at: z.optional(Stamp),
  }),
  z.object({
    list: FailedEventList,
    day: CalendarDate,
    status: z.int(),
    text: z.string(),
    /** Seconds that the service asks to wait; null where it doesn't. */
    retry_after: z.nullable(z.number()),
    is_signed_out: z.boolean(),
    /** The id of the request in the gateway's log. */
    reference: z.string(),
  }),
])
export type DayCountLine = z.infer<typeof DayCountLine>
