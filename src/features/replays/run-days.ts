import type { ReplayRun } from '../../../contract/replay.ts'
import { addDays, type CalendarDate } from '../../../contract/time/calendar-date.ts'

/** The date range of a run, both days included. */
export type RunDays = { from: CalendarDate; to: CalendarDate }

export function runDays({ from_date, to_date }: ReplayRun): RunDays {
  return { from: from_date, to: addDays(to_date, -1) }
}
