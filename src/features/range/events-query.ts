import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  EVENTS_PATH,
  EventGroups,
  EventsPage,
  EventTarget,
  type GroupBy,
} from '../../../contract/events.ts'
import type { EventsFilter } from '../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FollowUpFilter } from '../../../contract/follow-up.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request, requestLines } from '../../api/request.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import { type DateRange, requestedDates } from '../event/list/list-search.ts'

export function rangeParameters(list: FailedEventList, range: DateRange): EventsFilter {
  return { list, ...requestedDates(range) }
}

/** One page of the matching events, with the counts of all. `version` is of the range when they are asked for. */
export function eventsQuery(
  filter: EventsFilter,
  { page, size, sort }: { page: number; size: number; sort?: string | undefined },
  version: string | undefined,
) {
  return rangeQuery(EventsPage, '', { ...filter, page, page_size: size, sort }, version)
}

type GroupsAsked = {
  by: GroupBy
  sort: string | undefined
  size: number
  starts: number[]
  follow_up?: FollowUpFilter | undefined
  earlier_from?: CalendarDate | undefined
}

export function groupsQuery(
  filter: EventsFilter,
  { by, sort, size, starts, ...others }: GroupsAsked,
  version: string | undefined,
) {
  const parameters = {
    by,
    page_size: size,
    ...others,
    starts: starts.length > 0 ? starts.join(',') : undefined,
    sort,
  }
  return rangeQuery(EventGroups, '/groups', { ...filter, ...parameters }, version)
}

/** What the gateway's copy says about the events that match. Until it says it, what it said about others stays. */
export function rangeQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  parameters: object,
  version: string | undefined,
) {
  return queryOptions({
    queryKey: [...queryKeys.copiedEvents, path, parameters, version],
    queryFn: ({ signal }) =>
      request(schema, `${EVENTS_PATH}${path}${stringifySearch(parameters)}`, { signal }),
    // The version changes with the events.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: version !== undefined,
  })
}

/** What a selection or a replay needs of all matching events. */
export async function fetchTargets(
  filter: EventsFilter,
  signal?: AbortSignal,
): Promise<EventTarget[]> {
  // The page says how much of the range has been read, and a file waits for all of it.
  const query = stringifySearch({ ...filter, only: 'targets', part: 'true' })
  const targets: EventTarget[] = []
  const lines = requestLines(EventTarget, `${EVENTS_PATH}/rows${query}`, signal && { signal })
  for await (const target of lines) targets.push(target)
  return targets
}
