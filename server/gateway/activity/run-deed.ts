import type { RunEvent } from '../../../contract/activity.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'

export type RunKind = RunEvent['kind']

/** What of a replay run an entry names; `to_date` is the day after the last one. */
type RunNamed = { id?: string; list: FailedEventList; from_date: string; to_date: string }

/** @param count how many events it concerns; null where they are still to be read */
export function runDeed(kind: RunKind, run: RunNamed, count: number | null): RunEvent {
  const { id = null, list, from_date, to_date } = run
  return {
    kind,
    details: { run_id: id, list, from: from_date, to: addDays(to_date, -1), count },
  }
}

/** Of a run that the account may not have. */
export function unknownRunDeed(kind: RunKind, id: string): RunEvent {
  return { kind, details: { run_id: id, list: null, from: null, to: null, count: null } }
}
