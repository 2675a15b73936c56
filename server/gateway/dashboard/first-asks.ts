import {
  dayCountsPath,
  firstDayCounted,
  recentDays,
  recoveredDaysPath,
} from '../../../contract/day-counts.ts'
import { eventPagePath } from '../../../contract/event-page.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PAGE_SIZES } from '../../../contract/pages/page.ts'
import { pageQuery } from '../../../contract/pages/page-place.ts'
import { addDays, CalendarDate } from '../../../contract/time/calendar-date.ts'

const LISTS = new Map<string, FailedEventList>([
  ['/failed-calls', 'call_events_fail'],
  ['/failed-ai-events', 'transcription_events_fail'],
])

const FIRST_PAGE = pageQuery({ page: 1 }, { page_size: String(MAX_PAGE_SIZE) })
const BLOCKLIST = `/v1/blocklist/?${FIRST_PAGE}`

const NOT_PLAIN = ['cursor', 'view']

/** The paths of the data that a page asks for first, just as the dashboard will ask for them. */
export type FirstAsks = {
  /** What the document of our own service can bring. */
  brought: string[]
  asked: string[]
}

const NONE: FirstAsks = { brought: [], asked: [] }

/**
 * What a page asks for first. For any other address than a plain one that is nothing, and the dashboard asks on its
 * own.
 *
 * @param today in the service's time zone
 */
export function firstAsks(path: string, search: URLSearchParams, today: CalendarDate): FirstAsks {
  if (path === '/') {
    const recovered = FailedEventList.options.map(list =>
      recoveredDaysPath(list, firstDayCounted(today), today),
    )
    return {
      brought: [dayCountsPath(recentDays(today)), ...recovered],
      asked: [`/gateway/replays?${FIRST_PAGE}`, BLOCKLIST],
    }
  }
  if (path === '/blocklist') {
    return { ...NONE, asked: [BLOCKLIST] }
  }
  const list = listOf(path)
  const days = list && daysOf(search, today)
  if (list === undefined || !days) return NONE
  const [page, size] = [search.get('page') ?? '1', sizeOf(search)]
  const isPlain = /^[1-9]\d{0,6}$/.test(page) && size !== null
  if (!isPlain || NOT_PLAIN.some(name => search.has(name))) return NONE
  const range = { from_date: days.from, to_date: addDays(days.to, 1) }
  const at = { page: Number(page), cursor: undefined, size }
  return { ...NONE, brought: [eventPagePath(list, range, at)] }
}

/** The list that a page shows. */
export function listOf(path: string): FailedEventList | undefined {
  return LISTS.get(path)
}

export type Days = { from: CalendarDate; to: CalendarDate }

/** The days in the address of a list, or today if it has none; null if they are not valid. */
export function daysOf(search: URLSearchParams, today: CalendarDate): Days | null {
  const [from, to] = [search.get('from'), search.get('to')]
  const days = { from: from ?? to ?? today, to: to ?? from ?? today }
  const areDates = [days.from, days.to].every(day => CalendarDate.safeParse(day).success)
  return areDates && days.from <= days.to && days.to < '9999' ? days : null
}

function sizeOf(search: URLSearchParams): number | null {
  const size = search.get('size') ?? String(DEFAULT_PAGE_SIZE)
  return PAGE_SIZES.find(one => String(one) === size) ?? null
}
