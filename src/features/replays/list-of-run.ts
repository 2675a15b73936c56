import type { ReplayRun, ReplayRunDetails } from '../../../contract/replay.ts'
import { addDays, type CalendarDate } from '../../../contract/time/calendar-date.ts'
import { parseSearch, stringifySearch } from '../../ui/search-string.ts'
import { type DateRange, isNarrowed, ListSearch } from '../event/list/list-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that the run was created from (`listAddress`). */
    fromList?: string | undefined
  }
}

/** The search, the filters and the view of a list, as text; empty if it has none. */
export function listAddress(search: ListSearch): string {
  const { from: _from, to: _to, page: _page, size: _size, cursor: _cursor, ...rest } = search
  const { event: _event, unread: _unread, chart: _chart, ...kept } = rest
  return stringifySearch(kept).slice(1)
}

type RunOfList = Pick<
  ReplayRunDetails,
  | 'from_date'
  | 'to_date'
  | 'asked_for'
  | 'some_receivers'
  | 'receiver_count'
  | 'some_companies'
  | 'further_companies'
>

/**
 * The list of a run's events: the one that it was created from, or else the events of its days with its
 * company and its receiver, if it has only one.
 *
 * @param address as `listAddress` returns it
 */
export function listOfRun(run: RunOfList, address: string | undefined): ListSearch & DateRange {
  const days = runDays(run)
  const search = ListSearch.safeParse(parseSearch(address ?? ''))
  if (address !== undefined && search.success) return { ...search.data, ...days }
  const [company, ...others] = run.some_companies
  const own = ListSearch.parse({
    company:
      run.further_companies === 0 && others.length === 0 && run.asked_for !== 'all'
        ? company
        : undefined,
    receiver:
      run.asked_for === 'all' || run.receiver_count !== 1 ? undefined : run.some_receivers[0],
  })
  return { ...own, view: isNarrowed(own) ? 'all' : undefined, ...days }
}

export type RunDays = { from: CalendarDate; to: CalendarDate }

export function runDays({ from_date, to_date }: Pick<ReplayRun, 'from_date' | 'to_date'>): RunDays {
  return { from: from_date, to: addDays(to_date, -1) }
}
