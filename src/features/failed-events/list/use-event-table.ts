import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo } from 'react'
import { callTime } from '../../../../contract/event-page.ts'
import type { EventState } from '../../../../contract/event-state.ts'
import { EVENT_COLUMNS } from '../../../../contract/events.ts'
import { readSort, sortText } from '../../../../contract/pages/sort-order.ts'
import { useTimes } from '../../../format/times.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { type EventRow, withStates } from '../../event/event-row.ts'
import { type DateRange, needsRange, requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { targetIn } from '../../range/listed-row.ts'
import { useEventSelection } from '../../replays/selection/selection-context.tsx'
import { nameOfEvents, useEventStates } from '../../replays/states/event-states-query.ts'
import { useMissingColumns } from '../../service-fields/missing-columns.ts'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { useIsBeside } from '../drawer/use-is-beside.ts'
import { columnsBesideDetails, EVENT_TABLE, eventColumns } from './event-columns.tsx'

const NEWEST_FIRST = { column: 'failed_at', direction: 'descending' } as const

type RowsOptions = {
  enabled?: boolean
  /** The states that came with the rows. */
  loaded?: ReadonlyMap<string, EventState | null>
}

/** The rows of a page with what has become of their events since they were loaded. */
export function useRowsWithStates(plain: EventRow[], { enabled = true, loaded }: RowsOptions = {}) {
  const { list } = useList()
  const ids = useMemo(() => plain.map(({ target }) => target.id), [plain])
  const eventStates = useEventStates(list, nameOfEvents(ids), ids, { enabled })
  const { replays, hasFailed, isUnavailable, stale } = eventStates
  const states = eventStates.states ?? loaded
  const rows = useMemo(() => withStates(plain, states, replays), [plain, states, replays])
  // The same object as long as nothing changes: all rows use it.
  const ofStates = useMemo(
    () => ({ states, hasFailed, isUnavailable, stale }),
    [states, hasFailed, isUnavailable, stale],
  )
  return { rows, ofStates }
}

/** @param days of the rows, which differ from those in the URL while another range loads */
export function useEventTable(rows: EventRow[], days: DateRange) {
  const { list, search, change } = useList()
  const isBeside = useIsBeside() && search.event !== undefined
  const all = useEventColumns()
  const columns = useMemo(() => (isBeside ? columnsBesideDetails(all) : all), [all, isBeside])
  const { from_date, to_date } = requestedDates(days)
  const targetOf = useCallback(
    ({ target }: EventRow) => targetIn(target, { from_date, to_date }),
    [from_date, to_date],
  )
  const usual = isNewestFirst(rows) ? NEWEST_FIRST : undefined
  return useTableModel({
    columns,
    layout: useTableLayout(EVENT_TABLE),
    sort: search.sort === undefined ? usual : readSort(search.sort, EVENT_COLUMNS, NEWEST_FIRST),
    onSort: sort => change({ view: 'all', sort: sortText(sort) }, { replace: needsRange(search) }),
    selection: useEventSelection({ list, from_date, to_date }, rows, targetOf),
  })
}

/** Not every service uses this order, and then the header must not show it. */
function isNewestFirst(rows: EventRow[]): boolean {
  const times = rows.map(({ event, call }) => Date.parse(event.failed_at ?? callTime(call) ?? ''))
  return times.every((time, index) => !(time > (times[index - 1] ?? time)))
}

/**
 * The columns of failed events that fit the window and that the service can fill. A person can also
 * show the others.
 */
export function useEventColumns() {
  const { list } = useList()
  const times = useTimes()
  // On phones each row is a card, which has room for all columns. Paper has it, too.
  const isTablet = useWindowOf('screen and (min-width: 601px) and (max-width: 980px)')
  const isSmallLaptop = useWindowOf('screen and (min-width: 981px) and (max-width: 1240px)')
  const room = isTablet ? 'little' : isSmallLaptop ? 'some' : 'much'
  const missing = useMissingColumns(list)
  return useMemo(
    () => eventColumns(list, times, room).filter(({ id }) => !missing.has(id)),
    [list, times, room, missing],
  )
}

function useWindowOf(query: string): boolean {
  return useMediaQuery(query, false, { getInitialValueInEffect: false })
}
