import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { ReadEvent } from '../../range/range-load.ts'
import { useReceiversOfNumbers } from '../../receivers/queries/receivers-of-numbers.ts'
import { useEventStates } from '../../replays/states/event-states-query.ts'
import { missingFacts, worstReceivers } from './worst-receivers.ts'
import { worstReceiversQuery } from './worst-receivers-query.ts'

/** The receivers of the failures on `day` that are still missing. */
export function useWorstReceivers(
  day: CalendarDate,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const { data, dataUpdatedAt } = useQuery({ ...worstReceiversQuery(day), enabled })
  const name = `${day} worst ${dataUpdatedAt}`
  const calls = useMissing('call_events_fail', data?.call_events_fail, name)
  const aiEvents = useMissing('transcription_events_fail', data?.transcription_events_fail, name)
  const receivers = useMemo(
    () =>
      worstReceivers({ call_events_fail: calls.facts, transcription_events_fail: aiEvents.facts }),
    [calls.facts, aiEvents.facts],
  )
  return {
    /** The worst first; undefined until the events are loaded. */
    receivers: data && receivers,
    /** Whether any event failed, even if it has recovered. */
    hasFailures: [data?.call_events_fail, data?.transcription_events_fail].some(
      events => events !== undefined && events.length > 0,
    ),
    /** Whether recovered events are known, so that they don't count. */
    areStatesKnown: calls.areStatesKnown && aiEvents.areStatesKnown,
  }
}

const NO_EVENTS: ReadEvent[] = []

function useMissing(list: FailedEventList, events = NO_EVENTS, name: string) {
  const receivers = useReceiversOfNumbers()
  const ids = useMemo(() => events.map(({ event }) => event.id), [events])
  const states = useEventStates(list, name, ids)?.states
  const facts = useMemo(
    () => missingFacts(events, receivers, states ?? new Map()),
    [events, receivers, states],
  )
  return { facts, areStatesKnown: states !== undefined || events.length === 0 }
}
