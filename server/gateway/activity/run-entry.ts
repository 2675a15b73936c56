import type { RunEvent } from '../../../contract/activity.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'

export type RunKind = RunEvent['kind']

/** The replay run that an entry is about. `to_date` is the day after the last one. */
type LoggedRun = { id?: string; list: FailedEventList; from_date: string; to_date: string }

/** @param count the number of events; null while they are being loaded */
export function runEntry(kind: RunKind, run: LoggedRun, count: number | null): RunEvent {
  const { id = null, list, from_date, to_date } = run
  return {
    kind,
    details: { run_id: id, list, from: from_date, to: addDays(to_date, -1), count },
  }
}

/** For a run that belongs to another account. */
export function unknownRunEntry(kind: RunKind, id: string): RunEvent {
  return { kind, details: { run_id: id, list: null, from: null, to: null, count: null } }
}
