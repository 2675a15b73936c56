import { z } from 'zod'
import { CalendarDate } from '../../../../contract/time/calendar-date.ts'

/** How often a part of a list that changes is read before its newest state is accepted. */
const MAX_PASSES = 3

/**
 * A walk over some days of a list, from its first page to its last. It is stored after each page, so that it
 * continues in any process. The defaults are those of a pass before its first page.
 */
export const WalkState = z.object({
  from_date: CalendarDate,
  /** This day is not included. */
  to_date: CalendarDate,
  /** When this pass began, by the database's clock. Events that were read since then belong to it. */
  began_at: z.string(),
  /** Whether it goes to the end. Otherwise it ends where the list agrees with the copy. */
  is_thorough: z.boolean(),
  /** Whether it is over one day, because the service doesn't say when events failed. */
  is_by_day: z.boolean(),
  pass: z.int(),
  /** Whether the pass only looks for events that arrived during the pass before, at the beginning. */
  is_top_up: z.boolean().default(false),
  place: z.object({ page: z.int().min(1), cursor: z.string().optional() }).default({ page: 1 }),
  position: z.int(),
  /** How many events the copy has of these days. */
  rows: z.int(),
  /** How many different events this pass has found. */
  found: z.int().default(0),
  /** The service's newest count. */
  count: z.int().nullable().default(null),
  has_grown: z.boolean().default(false),
  has_shrunk: z.boolean().default(false),
  /** How many events of pages that were read have moved to later pages. */
  pushed_down: z.int().default(0),
  /** What the pass before found, if the list did not change meanwhile. */
  found_before: z.int().nullable(),
  /** Whether it can continue at `place` in another process, without what this one remembers. */
  is_resumable: z.boolean().default(true),
})
export type WalkState = z.infer<typeof WalkState>

/** Compares the count of a page with that of the page before. */
export function withCount(walk: WalkState, count: number | null): WalkState {
  const growth = count === null || walk.count === null ? 0 : count - walk.count
  return {
    ...walk,
    count,
    has_grown: walk.has_grown || growth > 0,
    has_shrunk: walk.has_shrunk || growth < 0,
    pushed_down: walk.place.page === 1 ? 0 : walk.pushed_down + Math.max(0, growth),
    is_resumable: walk.is_resumable && count !== null,
  }
}

/** Whether the rest of the list need not be read. */
export function endsEarly(
  walk: WalkState,
  page: { unknown: number; events: number },
): 'agrees' | 'topped up' | null {
  if (walk.count === null) return null
  if (walk.is_top_up) return !walk.has_shrunk && walk.found === walk.count ? 'topped up' : null
  const isKnown = page.events > 0 && page.unknown === 0
  return !walk.is_thorough && isKnown && walk.rows === walk.count ? 'agrees' : null
}

/**
 * What follows the last page of a pass: "exact" if it found exactly the events of the list, "read" if the list
 * changes too often to be sure.
 *
 * @param found how many different events of these days were read since the pass began
 */
export function endOfPass(walk: WalkState, found: number): 'exact' | 'read' | 'top up' | 'again' {
  const { count, has_grown, has_shrunk, found_before, pass, is_top_up } = walk
  const isQuiet = !has_grown && !has_shrunk
  if (count === null || (found === count && !has_shrunk)) return 'exact'
  // The count is wrong, or the service lists an event twice.
  if (isQuiet && found === found_before) return 'exact'
  if (pass === MAX_PASSES) return isQuiet ? 'exact' : 'read'
  return has_grown && !has_shrunk && !is_top_up ? 'top up' : 'again'
}
