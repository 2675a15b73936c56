import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EventGroup } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { groupsQuery, rangeParameters } from '../../range/events-query.ts'
import { readingError, useReading } from '../../range/use-reading.ts'
import { worstReceivers } from './worst-receivers.ts'

/** The receivers of the failures on `day` that are still missing. */
export function useWorstReceivers(day: CalendarDate) {
  const calls = useMissing('call_events_fail', day)
  const aiEvents = useMissing('transcription_events_fail', day)
  const receivers = useMemo(
    () =>
      worstReceivers({
        call_events_fail: calls.groups ?? NONE,
        transcription_events_fail: aiEvents.groups ?? NONE,
      }),
    [calls.groups, aiEvents.groups],
  )
  const error = calls.error ?? aiEvents.error
  const areKnown = calls.groups !== undefined && aiEvents.groups !== undefined
  return {
    /** The worst first; undefined until the events of today have been read, as far as they can be. */
    receivers: areKnown ? receivers : undefined,
    /** Whether any event failed, even if it has recovered. */
    hasFailures: calls.hasFailures || aiEvents.hasFailures,
    /** Whether more events failed than have been read. */
    isPart: calls.isPart || aiEvents.isPart,
    query: {
      error,
      isError: error !== null,
      isFetching: false,
      refetch: () => {
        calls.readAgain()
        aiEvents.readAgain()
      },
    },
  }
}

const NONE: EventGroup[] = []

function useMissing(list: FailedEventList, day: CalendarDate) {
  const range = { from: day, to: day }
  const { reading, version, error, readAgain } = useReading(list, range)
  const { data } = useQuery({
    ...groupsQuery(
      { ...rangeParameters(list, range), state: 'missing' },
      { by: 'receiver', sort: undefined, size: MAX_PAGE_SIZE, starts: [] },
      version,
    ),
    placeholderData: keepPreviousData,
  })
  const failure = error ?? (reading ? readingError(reading) : null)
  const isFirst = reading?.is_reading && !reading.is_complete && reading.read === 0
  return {
    groups:
      failure !== null && reading?.read === 0 ? undefined : isFirst ? undefined : data?.results,
    hasFailures: (data?.of ?? 0) > 0,
    isPart: reading !== undefined && !reading.is_complete,
    error: failure,
    readAgain,
  }
}
