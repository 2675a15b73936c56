import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { EventGroups } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { useFilteredVersion } from '../../follow-up/use-follow-up.ts'
import { useReading } from '../../range/use-reading.ts'
import { NO_RECEIVERS, useReceiversQuery } from '../../receivers/queries/receivers-query.ts'
import { missingQuery, type ToDoFilter } from '../prefetch-overview.ts'

/** How long nothing is shown below the card while the gateway finds more receivers, for which it may need minutes. */
export const MAX_WAIT_MS = 3_000

/** The missing events of both lists by receiver, as far as the gateway has read them. */
export function useToDos(range: DateRange, filter: ToDoFilter = {}) {
  const calls = useMissing('call_events_fail', range, filter)
  const aiEvents = useMissing('transcription_events_fail', range, filter)
  const both = [calls, aiEvents]
  // Before the versions are known, an answer could be older than they are.
  const areVersionsKnown = both.every(
    ({ control }) => control.version !== undefined || control.problem !== null,
  )
  const versions = both.map(({ control }) => control.version ?? '').join(' ')
  const receiversQuery = useReceiversQuery(versions, { enabled: areVersionsKnown })
  // A receiver whose state comes later would move its row.
  const isLoaded = !receiversQuery.isPending && areLoaded(both)
  const failed = both.find(({ error }) => error !== null)
  // The groups of other days or of another company.
  const areOfOthers = both.some(
    ({ query: { data, isPlaceholderData } }) =>
      isPlaceholderData && data.reading.count === null && data.reading.read === 0,
  )
  const isRead = both.every(({ reading }) => reading?.is_complete)
  const isLate = useDelayedFlag(isLoaded && !isRead, MAX_WAIT_MS)
  // Several answers come at once. A page is drawn once for all of them, in steps that let input through.
  return useDeferredValue({
    range,
    filter,
    both,
    missing: { call_events_fail: calls, transcription_events_fail: aiEvents },
    receiversQuery,
    receivers: receiversQuery.data?.byName ?? NO_RECEIVERS,
    isLoaded,
    isLoading: !isLoaded && failed === undefined,
    isRead,
    failed,
    /** Whether the card has its size, so that what is below it doesn't move. */
    isSettled: (isLoaded && !areOfOthers && (isRead || isLate)) || failed !== undefined,
  })
}

/** Whether everything that can be shown is there. A list that an account may not read doesn't hide the other one. */
export function areLoaded(both: { query: { data: unknown }; error: Error | null }[]): boolean {
  const loaded = both.filter(({ query }) => query.data !== undefined)
  return loaded.length > 0 && both.every(one => loaded.includes(one) || one.error !== null)
}

/** The missing events of a list by receiver. The gateway reads them meanwhile. */
function useMissing(list: FailedEventList, range: DateRange, filter: ToDoFilter) {
  const control = useReading(list, range)
  const version = useFilteredVersion(filter.follow_up, control.version)
  const options = missingQuery(list, range, version, filter)
  const query = useQuery({
    ...options,
    placeholderData: (previous, previousQuery) =>
      previous && groupsUntilLoaded(previous, previousQuery?.queryKey ?? [], options.queryKey),
  })
  const counted = query.data?.reading
  return {
    list,
    control,
    query,
    /** How much of the days has been read for the numbers that are shown. */
    reading: counted?.is_complete || control.reading?.is_complete ? counted : control.reading,
    error: query.error ?? control.problem,
    isFetching: query.isFetching,
    refetch: () => {
      control.readAgain()
      void query.refetch()
    },
  }
}

/** The groups of other days, or with another filter, stay on the page, but count as a part, so nothing can be done with them. */
export function groupsUntilLoaded(
  previous: EventGroups,
  previousKey: QueryKey,
  key: QueryKey,
): EventGroups {
  const [subject, ofOthers] = [key, previousKey].map(one => hashKey(one.slice(0, -1)))
  if (subject === ofOthers) return previous
  const nothing = { count: null, read: 0, is_complete: false, is_reading: true, wait: null }
  return {
    ...previous,
    reading: { ...previous.reading, ...nothing, problem: null, is_stopped: false },
  }
}

export type ToDos = ReturnType<typeof useToDos>
export type Missing = ReturnType<typeof useMissing>
