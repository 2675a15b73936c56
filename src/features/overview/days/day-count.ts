import type { RecoveredDay } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'

export type DayCount = {
  day: CalendarDate
  /** null if it isn't known, or not yet. Never treat it as 0. */
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
  isWaiting: boolean
}

export type DayCounts = {
  /** Newest day first. */
  byList: Record<FailedEventList, DayCount[]>
  /** The number of known counts, and the number of all counts. */
  known: number
  of: number
  isLoading: boolean
  /** Whether the number of recovered events is unknown so far. */
  isLoadingRecovered: boolean
  /** Why a loading count is late. */
  delay: Error | null
  /** Why some could not be read. */
  problem: Error | null
  onRetry: () => void
}

/** A service may remove an event from its list after a replay has delivered it, so more may be recovered than are counted. */
export function missingOf(
  count: number | null,
  day: CalendarDate,
  recovered: ReadonlyMap<CalendarDate, RecoveredDay> | undefined,
): number | null {
  if (count === null || recovered === undefined) return null
  return Math.max(0, count - (recovered.get(day)?.count ?? 0))
}
