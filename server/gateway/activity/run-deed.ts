import type { RunEvent } from '../../../contract/activity.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'

export type RunKind = RunEvent['kind']

/** What an entry says of a replay run; `to_date` is the day after the last one. */
type RunNamed = { id?: string; list: FailedEventList; from_date: string; to_date: string }

/** @param count the number of events; null while they are being loaded */
export function runDeed(kind: RunKind, run: RunNamed, count: number | null): RunEvent {
  const { id = null, list, from_date, to_date } = run
  return {
    kind,
    details: { run_id: id, list, from: from_date, to: addDays(to_date, -1), count },
  }
}

/** For a run that belongs to another account. */
export function unknownRunDeed(kind: RunKind, id: string): RunEvent {
  return { kind, details: { run_id: id, list: null, from: null, to: null, count: null } }
}
