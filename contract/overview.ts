import { firstDayCounted } from './day-counts.ts'
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

type Range = { from: CalendarDate; to: CalendarDate }

/** Asking for them makes the gateway read these days, so the other paths are asked for later. */
export function readingPaths(range: Range): string[] {
  return pathsOf(READING_PATH, range, {})
}

/** What Overview requests from the gateway first, without the charts of days. */
export function overviewPaths(today: CalendarDate): string[] {
  return [...toDoPaths(overviewRange(today)), `/gateway/replays?page=1&page_size=${MAX_PAGE_SIZE}`]
}

/** What the page of a company requests from the gateway first. */
export function companyPaths(company: string, range: Range, today: CalendarDate): string[] {
  const earlier_from = firstDayCounted(today)
  return toDoPaths(range, {
    company,
    ...(earlier_from < range.from && { earlier_from }),
  })
}

function toDoPaths(
  range: Range,
  { company, ...earlier }: { company?: string; earlier_from?: CalendarDate } = {},
): string[] {
  const { by, size, sort } = TO_DO_GROUPS
  return [
    ...pathsOf(`${EVENTS_PATH}/groups`, range, {
      ...(company !== undefined && { company }),
      ...{ state: 'missing', by, page_size: String(size), ...earlier, sort },
    }),
    '/gateway/receivers/all',
    '/gateway/orders',
    FOLLOW_UPS_PATH,
  ]
}

function pathsOf(path: string, { from, to }: Range, parameters: Record<string, string>): string[] {
  return FailedEventList.options.map(list => {
    const days = { list, from_date: from, to_date: addDays(to, 1) }
    return `${path}?${new URLSearchParams({ ...days, ...parameters })}`
  })
}
