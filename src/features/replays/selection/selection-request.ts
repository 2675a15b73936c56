import type { ReplayRequest } from '../../../../contract/replay.ts'
import { namedTargets } from './named-targets.ts'
import type { Selection, SelectionScope } from './selection.ts'

/** What a run of the selected events is asked for. */
export function selectionRequest(
  { isAll, events }: Selection,
  { list, from_date, to_date }: SelectionScope,
): ReplayRequest {
  const meant = isAll ? ('all' as const) : namedTargets([...events.values()])
  return { list, from_date, to_date, events: meant }
}
