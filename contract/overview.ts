import { EVENTS_PATH, READING_PATH } from './events.ts'
import { MAX_GROUPS } from './events-filter.ts'
import { FailedEventList } from './failed-event.ts'
import { FOLLOW_UPS_PATH } from './follow-up.ts'
import { MAX_PAGE_SIZE } from './pages/page.ts'
import { addDays, type CalendarDate } from './time/calendar-date.ts'

/** Overview and the states of receivers count what is still missing from this many days, which include today. */
const DAYS = 7

/** How it asks for all receivers that lack events of a list. A receiver's events of both lists are one job. */
export const TO_DO_GROUPS = { by: 'receiver', size: MAX_GROUPS, sort: '-events' } as const

/** The days that Overview and the states of receivers count. */
export function overviewRange(today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(today, 1 - DAYS), to: today }
}

/** Asking for them makes the gateway read these days, so the other paths are asked for later. */
export function overviewReadingPaths(today: CalendarDate): string[] {
  return pathsOf(READING_PATH, today, {})
}

/** What Overview requests from the gateway first, without the charts of days. */
export function overviewPaths(today: CalendarDate): string[] {
  const { by, size, sort } = TO_DO_GROUPS
  return [
    ...pathsOf(`${EVENTS_PATH}/groups`, today, {
      state: 'missing',
      by,
      page_size: String(size),
      sort,
    }),
    '/gateway/receivers/all',
    `/gateway/replays?page=1&page_size=${MAX_PAGE_SIZE}`,
    '/gateway/orders',
    FOLLOW_UPS_PATH,
  ]
}

function pathsOf(path: string, today: CalendarDate, parameters: Record<string, string>): string[] {
  const { from, to } = overviewRange(today)
  return FailedEventList.options.map(list => {
    const range = { list, from_date: from, to_date: addDays(to, 1) }
    return `${path}?${new URLSearchParams({ ...range, ...parameters })}`
  })
}
