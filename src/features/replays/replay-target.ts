import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { ReplayRequest } from '../../../contract/replay.ts'

/** An event that can be replayed, and where it stood when it was listed. */
export type ReplayTarget = {
  list: FailedEventList
  id: string
  from_date: string
  to_date: string
  page: number
  page_size: number
}

export function replayRequest({ list, from_date, to_date, ...event }: ReplayTarget): ReplayRequest {
  return { list, from_date, to_date, events: [event] }
}
