import type { DayCount, PositionRange } from './failed-events-repository.ts'

/**
 * Finds the items `offset` to `offset + size` of a list, newest first. Adding up the days' counts
 * takes the same time for every page.
 */
export function positionRanges(days: DayCount[], offset: number, size: number): PositionRange[] {
  const ranges: PositionRange[] = []
  let before = 0
  for (const { day, count } of days) {
    const high = count - Math.max(0, offset - before)
    const low = Math.max(1, count - (offset + size - before) + 1)
    if (low <= high) ranges.push({ day, low, high })
    before += count
    if (before >= offset + size) break
  }
  return ranges
}
