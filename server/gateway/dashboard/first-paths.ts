import { BLOCKLIST_PATH } from '../../../contract/blocklist.ts'
import {
  dayCountsPath,
  firstDayCounted,
  recentDays,
  recoveredDaysPath,
} from '../../../contract/day-counts.ts'
import { eventPagePath } from '../../../contract/event-page.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import {
  companyPaths,
  overviewPaths,
  overviewRange,
  readingPaths,
} from '../../../contract/overview.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PAGE_SIZES } from '../../../contract/pages/page.ts'
import { FIRST_PAGE, pageQuery } from '../../../contract/pages/page-place.ts'
import type { DefaultViews } from '../../../contract/saved-view.ts'
import { addDays, CalendarDate } from '../../../contract/time/calendar-date.ts'

const LISTS = new Map<string, FailedEventList>([
  ['/failed-calls', 'call_events_fail'],
  ['/failed-ai-events', 'transcription_events_fail'],
])

/** The pages of companies. The name follows. */
export const COMPANY_PATH = '/companies/'

const NOT_PLAIN = ['cursor', 'view']

type FirstPathsOptions = {
  today: CalendarDate
  isForeign: boolean
  defaultViews?: DefaultViews | undefined
}

/**
 * The paths that a page requests first and its document answers, written exactly as the dashboard writes them. None
 * for an address that isn't plain.
 *
 * @param options `today`: in the service's time zone; `isForeign`: whether the service is not our own; `defaultViews`:
 *   what the dashboard opens instead of a list without parameters
 */
export function firstPaths(
  path: string,
  search: URLSearchParams,
  { today, isForeign, defaultViews = {} }: FirstPathsOptions,
): string[] {
  if (path === '/') {
    const toDo = [...readingPaths(overviewRange(today)), ...overviewPaths(today)]
    // Another service would be asked for sixty pages.
    if (isForeign) return toDo
    const recovered = FailedEventList.options.map(list =>
      recoveredDaysPath(list, firstDayCounted(today), today),
    )
    return [...toDo, dayCountsPath(recentDays(today)), ...recovered]
  }
  if (path.startsWith(COMPANY_PATH)) {
    return pathsOfCompany(path.slice(COMPANY_PATH.length), search, today)
  }
  if (path === '/blocklist') {
    return [`${BLOCKLIST_PATH}?${pageQuery(FIRST_PAGE, { page_size: String(MAX_PAGE_SIZE) })}`]
  }
  const list = LISTS.get(path)
  const days = list && daysOf(search, today)
  if (list === undefined || !days || (search.size === 0 && list in defaultViews)) return []
  const [page, size] = [search.get('page') ?? '1', sizeOf(search)]
  const isPlain = /^[1-9]\d{0,6}$/.test(page) && size !== null
  if (!isPlain || NOT_PLAIN.some(name => search.has(name))) return []
  const range = { from_date: days.from, to_date: addDays(days.to, 1) }
  return [eventPagePath(list, range, { page: Number(page), cursor: undefined, size })]
}

function pathsOfCompany(
  encodedName: string,
  search: URLSearchParams,
  today: CalendarDate,
): string[] {
  const isRange = search.has('from') && search.has('to')
  const range = (isRange && daysOf(search, today)) || overviewRange(today)
  try {
    const name = decodeURIComponent(encodedName)
    return [...readingPaths(range), ...companyPaths(name, range, today)]
  } catch {
    return []
  }
}

type Days = { from: CalendarDate; to: CalendarDate }

/** The days in the address of a list, or today if it has none; null if they are not valid. */
function daysOf(search: URLSearchParams, today: CalendarDate): Days | null {
  const [from, to] = [search.get('from'), search.get('to')]
  const days = { from: from ?? to ?? today, to: to ?? from ?? today }
  const areDates = [days.from, days.to].every(day => CalendarDate.safeParse(day).success)
  return areDates && days.from <= days.to && days.to < '9999' ? days : null
}

function sizeOf(search: URLSearchParams): number | null {
  const size = search.get('size') ?? String(DEFAULT_PAGE_SIZE)
  return PAGE_SIZES.find(one => String(one) === size) ?? null
}
