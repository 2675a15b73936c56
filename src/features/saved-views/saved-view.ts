import * as z from 'zod/mini'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays, CalendarDate } from '../../../contract/time/calendar-date.ts'
import { formatDateRange } from '../../format/days.ts'
import { parseSearch, stringifySearch } from '../../ui/search-string.ts'
import { TableLayout } from '../../ui/table/table-layout.ts'
import { type DateRange, ListSearch } from '../event/list/list-search.ts'

const DaysBack = z.int().check(z.nonnegative(), z.maximum(36_500))

/** The dates of a saved view: fixed, or relative to the day on which it is opened. */
export const ViewDays = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absolute'), from: CalendarDate, to: CalendarDate }),
  z.object({ kind: z.literal('relative'), from_back: DaysBack, to_back: DaysBack }),
])
export type ViewDays = z.output<typeof ViewDays>

/** A list's URL with a name that a person gave it. */
export const SavedView = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  list: FailedEventList,
  days: ViewDays,
  /** The other URL parameters, unchanged. */
  query: z.string(),
  /** How the table was arranged. */
  layout: z.optional(TableLayout),
})
export type SavedView = z.output<typeof SavedView>

/** The current URL parameters without dates, page and open event. */
export function queryOf(search: ListSearch & DateRange): string {
  return stringifySearch({
    ...search,
    from: undefined,
    to: undefined,
    page: undefined,
    cursor: undefined,
    event: undefined,
    unread: undefined,
  })
}

/**
 * The view with the current dates and parameters. Dates that are still the same keep moving, or not. Fixed
 * dates stay fixed.
 */
export function updateView(
  view: SavedView,
  search: ListSearch & DateRange,
  today: CalendarDate,
): SavedView {
  const { from, to } = search
  const before = rangeAt(view.days, today)
  const isSame = before.from === from && before.to === to
  const moving = view.days.kind === 'relative' ? relativeDays(search, today) : null
  const days = moving ?? { kind: 'absolute', from, to }
  return { ...view, days: isSame ? view.days : days, query: queryOf(search) }
}

/** The URL parameters of the view when it is opened on the day `today`. */
export function searchOf({ days, query }: SavedView, today: CalendarDate): ListSearch {
  return ListSearch.parse({ ...parseSearch(query), ...rangeAt(days, today) })
}

export function rangeAt(days: ViewDays, today: CalendarDate): DateRange {
  return days.kind === 'absolute'
    ? { from: days.from, to: days.to }
    : { from: addDays(today, -days.from_back), to: addDays(today, -days.to_back) }
}

/** `range` relative to today; null if it doesn't end recently enough to mean that. */
export function relativeDays({ from, to }: DateRange, today: CalendarDate): ViewDays | null {
  const isYesterday = from === to && to === addDays(today, -1)
  if (from > to || (to !== today && !isYesterday)) return null
  return { kind: 'relative', from_back: daysBetween(from, today), to_back: daysBetween(to, today) }
}

/** "always the last 7 days", "from 15 to 21 November 2026" */
export function formatViewDays(days: ViewDays): string {
  if (days.kind === 'absolute') return formatDateRange(days)
  const { from_back, to_back } = days
  if (from_back === to_back) {
    return from_back === 0
      ? 'always today'
      : from_back === 1
        ? 'always yesterday'
        : `always ${from_back} days ago`
  }
  if (to_back === 0) return `always the last ${from_back + 1} days`
  return `always from ${from_back} to ${to_back} days ago`
}

function daysBetween(day: CalendarDate, later: CalendarDate): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000)
}

const MAX_LENGTH = 60

/** A name that no other view has, whatever its case. */
export function viewName(others: SavedView[]) {
  return z.string().check(
    z.overwrite(text => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()),
    z.minLength(1, 'Give the view a name.'),
    z.maxLength(MAX_LENGTH, `Choose a name with at most ${MAX_LENGTH} characters.`),
    z.refine(
      name => !isTaken(name, others),
      'A view with this name already exists. Choose another name.',
    ),
  )
}

/** `name`, followed by a number if another view has the same name. */
export function freeName(name: string, others: SavedView[]): string {
  let free = name
  for (let number = 2; isTaken(free, others); number++) free = `${name} (${number})`
  return free
}

function isTaken(name: string, others: SavedView[]): boolean {
  return others.some(other => other.name.toLowerCase() === name.toLowerCase())
}
