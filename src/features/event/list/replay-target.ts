import type { EventTarget } from '../../../../contract/events.ts'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'

/** An event in a list and a date range. */
export type NamedTarget = Pick<EventTarget, 'id' | 'page' | 'cursor' | 'page_size'>

export type ReplayTarget = NamedTarget & Pick<EventsFilter, 'list' | 'from_date' | 'to_date'>

/**
 * The request that replays one event immediately, even if a replay has delivered it: the person
 * sees that next to the button.
 *
 * @param seenRunId the run of the last replay that the person sees; null for none
 * @param isAnyway whether the person sends it although it is marked as handled
 */
export function replayRequest(
  target: ReplayTarget,
  seenRunId: string | null,
  isAnyway: boolean,
): ReplayRequest {
  const { list, from_date, to_date, ...event } = target
  return {
    list,
    from_date,
    to_date,
    events: [event],
    start: true,
    include_delivered: true,
    include_handled: isAnyway,
    seen_run_id: seenRunId,
  }
}
