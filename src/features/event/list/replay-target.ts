import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { ReplayRequest } from '../../../../contract/replay.ts'

/** An event that can be replayed, and where it stood when it was listed. */
export type ReplayTarget = {
  list: FailedEventList
  id: string
  from_date: string
  to_date: string
  page: number
  turn?: string | undefined
  page_size: number
}

/** How a request for a run names one of its events. */
export type NamedTarget = Pick<ReplayTarget, 'id' | 'page' | 'turn' | 'page_size'>

/**
 * The event sent at once, even where a replay has delivered it before: the person who presses the
 * button sees that.
 *
 * @param seenRunId the run of the last replay that the person sees; null for none
 */
export function replayRequest(target: ReplayTarget, seenRunId: string | null): ReplayRequest {
  const { list, from_date, to_date, ...event } = target
  return {
    list,
    from_date,
    to_date,
    events: [event],
    start: true,
    include_delivered: true,
    seen_run_id: seenRunId,
  }
}
