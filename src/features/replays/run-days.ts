import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { ReplayRun } from '../../../contract/replay.ts'
import { addDays, type CalendarDate } from '../../../contract/time/calendar-date.ts'

/** The days of a run as a person means them, both included. */
export type RunDays = { from: CalendarDate; to: CalendarDate }

export function runDays({ from_date, to_date }: ReplayRun): RunDays {
  return { from: from_date, to: addDays(to_date, -1) }
}

/** The page of the list that a run is of. */
export function listPath(list: FailedEventList): '/failed-calls' | '/failed-ai-events' {
  return list === 'call_events_fail' ? '/failed-calls' : '/failed-ai-events'
}
