import type { EventTarget } from '../../../../contract/events.ts'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { stringifySearch } from '../../../ui/search-string.ts'
import { PAGE_SEARCH_DEFAULTS } from '../../../ui/table/page-search.ts'
import type { DateRange, ListSearch } from './list-search.ts'

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
    include: isAnyway ? ['already_delivered', 'handled'] : ['already_delivered'],
    seen_run_id: seenRunId,
  }
}

type Place = DateRange &
  Pick<ListSearch, 'page' | 'size'> &
  Pick<Partial<ListSearch>, 'cursor' | 'event'>

/** The URL parameters of an event: dates, page and event, without others. */
export function eventSearch({ from, to, page, cursor, size, event }: Place): string {
  return stringifySearch({
    from,
    to,
    page: page === PAGE_SEARCH_DEFAULTS.page ? undefined : page,
    cursor,
    size: size === PAGE_SEARCH_DEFAULTS.size ? undefined : size,
    event,
  })
}

/** A link to an event for a colleague. */
export function targetLink({ key, target }: { key: string; target: ReplayTarget }): string {
  const { from_date: from, to_date, page, cursor, page_size: size } = target
  const place = { from, to: addDays(to_date, -1), page, cursor, size, event: key }
  return `${window.location.origin}${window.location.pathname}${eventSearch(place)}`
}
