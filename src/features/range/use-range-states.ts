import { useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { useEventStates } from '../replays/states/event-states-query.ts'
import type { RangeReading, ReadEvent } from './range-reading.ts'

/**
 * The states and failed replays of the loaded events of a range, which the list, its filters and the chart share.
 *
 * @param events of `reading`, once it isn't loading any more
 * @returns undefined until they are loaded
 */
export function useRangeStates(
  list: FailedEventList,
  { from, to }: DateRange,
  { readAt }: Pick<RangeReading, 'readAt'>,
  events: ReadEvent[],
): ReturnType<typeof useEventStates> {
  const ids = useMemo(() => events.map(({ event }) => event.id), [events])
  return useEventStates(list, `${from} ${to} ${readAt} ${events.length}`, ids)
}
