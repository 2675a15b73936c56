import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { EVENTS_PATH } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { requestLines } from '../../api/request.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import type { TimedRange } from '../event/list/list-search.ts'
import { rangeParameters } from '../range/events-query.ts'
import { useReading } from '../range/use-reading.ts'
import type { ReportSearch } from './report-search.ts'

/** What a report is about: a replay, or the events of some days that match a search and filters. */
export type ReportScope =
  | { run: string }
  | {
      range: TimedRange
      filters?: Partial<Omit<ReportSearch, 'run' | 'selected' | 'from' | 'to'>>
      /** Only these events of this list. */
      selected?: { list: FailedEventList; ids: Pick<ReadonlySet<string>, 'has'> } | undefined
    }

/** The events of a report, the first failure first, and how much of the lists the gateway has read for it. */
export function useReport(scope: ReportScope) {
  const ofRun = useQuery({
    queryKey: [...queryKeys.allReplayRuns, 'report', 'run' in scope && scope.run],
    queryFn: ({ signal }) =>
      'run' in scope ? linesOf(`/gateway/replays/${scope.run}/report`, signal) : [],
    enabled: 'run' in scope,
    refetchInterval: POLL_MS,
  })
  const calls = useListReport('call_events_fail', scope)
  const aiEvents = useListReport('transcription_events_fail', scope)
  const lists = [calls, aiEvents].filter(({ isMeant }) => isMeant)
  // An account may be allowed only one of the lists.
  const readable = lists.filter(({ isRefused }) => !isRefused)
  const shown = readable.length > 0 ? readable : lists
  const queries = 'run' in scope ? [ofRun] : shown.map(one => one.query)
  const isLoaded = queries.every(({ data }) => data !== undefined)
  const selected = 'run' in scope ? undefined : scope.selected?.ids
  const { data: ofReplay } = ofRun
  const { events: failedCalls } = calls
  const { events: failedAiEvents } = aiEvents
  const events = useMemo(() => {
    const all = [ofReplay, failedCalls, failedAiEvents].flatMap(part => part ?? [])
    return sorted(selected ? all.filter(({ id }) => selected.has(id)) : all)
  }, [ofReplay, failedCalls, failedAiEvents, selected])
  const error = [...queries, ...shown].find(one => one.error !== null)?.error ?? null
  return {
    // Without any event, a failure would look as if nothing had failed.
    events: isLoaded && (events.length > 0 || error === null) ? events : undefined,
    lists,
    error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { control } of lists) control.readAgain()
      return Promise.any(queries.map(({ refetch }) => refetch()))
    },
  }
}

const POLL_MS = 5_000

function useListReport(list: FailedEventList, scope: ReportScope) {
  const { range, filters, selected } = 'run' in scope ? NOTHING : scope
  const isMeant = !('run' in scope) && (selected === undefined || selected.list === list)
  const control = useReading(list, range, { enabled: isMeant })
  const { reading, version, problem: error } = control
  const parameters = {
    ...rangeParameters(list, range),
    ...filters,
    ...{ only: 'report', part: 'true', state: 'all', sort: 'failed_at' },
  }
  const path = `${EVENTS_PATH}/rows${stringifySearch(parameters)}`
  const query = useQuery({
    queryKey: [...queryKeys.copiedEvents, 'report', path, version],
    queryFn: ({ signal }) => linesOf(path, signal),
    // While the gateway reads for the first time, each answer would be another one.
    enabled: isMeant && reading !== undefined && (reading.is_complete || !reading.is_reading),
    // The states of the same events have changed.
    placeholderData: (previous, query) => (query?.queryKey.at(-2) === path ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const isRefused = reading === undefined && error !== null
  // Another page may have loaded a list that is not meant.
  const events = isMeant ? query.data : undefined
  return { list, isMeant, isRefused, control, error, query, events }
}

const NOTHING: Extract<ReportScope, { range: unknown }> = {
  range: { from: '2000-01-01', to: '2000-01-01' },
}

async function linesOf(path: string, signal: AbortSignal): Promise<ReportedEvent[]> {
  const events: ReportedEvent[] = []
  for await (const event of requestLines(ReportedEvent, path, { signal })) events.push(event)
  return events
}

/** The gateway lists the events of each list by itself, and those of a replay as they were found. */
function sorted(events: ReportedEvent[]): ReportedEvent[] {
  const time = ({ failed_at, call_at }: ReportedEvent) =>
    Date.parse(failed_at ?? call_at ?? '') || 0
  return events.toSorted((one, other) => time(one) - time(other))
}
