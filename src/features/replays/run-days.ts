import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { ReplayRun } from '../../../contract/replay.ts'
import { addDays, type CalendarDate } from '../../../contract/time/calendar-date.ts'

/** The date range of a run, both days included. */
export type RunDays = { from: CalendarDate; to: CalendarDate }

export function runDays({ from_date, to_date }: ReplayRun): RunDays {
  return { from: from_date, to: addDays(to_date, -1) }
}

/** The path of the list of a run. */
export function listPath(list: FailedEventList): '/failed-calls' | '/failed-ai-events' {
  return list === 'call_events_fail' ? '/failed-calls' : '/failed-ai-events'
}
