import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense, useMemo } from 'react'
import { callTime } from '../../../../contract/event-page.ts'
import type { EventState } from '../../../../contract/event-state.ts'
import { useTimes } from '../../../format/times.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type PageControl, Pager } from '../../../ui/table/pager.tsx'
import type { SelectionControl } from '../../../ui/table/row-selection.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import {
  type EventRow,
  momentOf,
  openLinkId,
  spokenName,
  withStates,
} from '../../event/event-row.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { type DateRange, needsRange, requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { targetIn } from '../../range/listed-row.ts'
import {
  hasEvents,
  hasScope,
  type Matches,
  useHasSelected,
  useSelection,
  withEvents,
} from '../../replays/selection/selection.tsx'
import { KnownStatesContext } from '../../replays/single/replay-outcome.tsx'
import { asksFirst, isReplayRunning, useReplays } from '../../replays/single/use-replays.tsx'
import { type EventStatesResult, useEventStates } from '../../replays/states/event-states-query.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { StaleNotice } from '../../request-errors/request-notices.tsx'
import { useMissingColumns } from '../../service-fields/missing-columns.ts'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import type { OpenEventProps } from '../drawer/open-event.tsx'
import { useIsBeside } from '../drawer/use-is-beside.ts'
import {
  columnsBesideDetails,
  EVENT_TABLE,
  EVENT_TABLE_LOOK,
  eventColumns,
} from './event-columns.tsx'
import classes from './event-table.module.css'
import { RowActions } from './row-menu/row-actions.tsx'

const MissingColumnsLine = lazyPart(() => import('../../service-fields/missing-columns-line.tsx'))

const SelectionBar = lazyPart(() => import('../../replays/selection/selection-bar.tsx'))

/** The drawer loads when the first event is opened. */
export const OpenEvent = lazyPart<OpenEventProps>(() => import('../drawer/open-event.tsx'), {
  overPage: {
    onClose: ({ search, onSearch }) => onSearch({ ...search, event: undefined }),
    isOpen: ({ search }) => search.event !== undefined,
  },
})

type EventTableProps = {
  rows: EventRow[]
  /** The days of the rows. */
  days?: DateRange | undefined
  ofStates: Omit<EventStatesResult, 'replays'>
  /** Whether other rows are loading. */
  isBusy: boolean
  /** Whether a page is loading, which may be the same. */
  isFetching?: boolean
  pages: PageControl
  /** "1,284 failed calls, page 3 of 65" */
  summary: string
  /** How many events the range has; null if that is unknown. */
  count: number | null
  matches?: Matches | undefined
  obstacle?: string | null
  /** Actions for all events of all pages. */
  children: ReactNode
}

/** One page of failed events, from the service or from the gateway's copy, with the selection and the pager below it. */
export function EventTable(props: EventTableProps) {
  const { list, search, onSearch } = useList()
  const { rows, days = search, ofStates, isBusy, isFetching = isBusy } = props
  const table = useEventTable(rows, days)
  const missing = useMissingColumns(list)
  const scope = { list, ...requestedDates(search) }
  const hasSelected = useHasSelected(scope)
  useReplayKey(rows, search.event !== undefined)
  return (
    <>
      <Suspense fallback={null}>
        {missing.size > 0 && <MissingColumnsLine list={list} missing={missing} />}
      </Suspense>
      {ofStates.stale && (
        <StaleNotice query={ofStates.stale}>
          The states of these events could not be updated.
        </StaleNotice>
      )}
      <KnownStatesContext value={ofStates}>
        <RowActions>
          <DataTable
            label={LIST_LABELS[list].title}
            table={table}
            className={EVENT_TABLE_LOOK}
            rows={rows}
            rowId={row => row.key}
            reusesRows
            openRowId={search.event}
            onOpen={row => onSearch({ ...search, event: row.key })}
            isBusy={isBusy}
          />
        </RowActions>
      </KnownStatesContext>
      <div className={classes.foot} data-foot>
        {hasSelected && (
          <Suspense fallback={null}>
            <SelectionBar
              scope={scope}
              count={props.count}
              matches={props.matches}
              obstacle={props.obstacle ?? null}
            />
          </Suspense>
        )}
        <Pager pages={props.pages} summary={props.summary} isBusy={isFetching}>
          {props.children}
        </Pager>
      </div>
    </>
  )
}

/** R replays the event of the row with the focus. While an event is open, the key belongs to its details. */
function useReplayKey(rows: EventRow[], isOpen: boolean): void {
  const times = useTimes()
  const { presses, replay } = useReplays()
  const replayFocused = () => {
    const link = document.activeElement?.closest('main tbody tr')?.querySelector('a[data-opens]')
    const row = rows.find(({ key }) => openLinkId(key) === link?.id)
    if (!row || row.obstacle !== null) return
    if (isReplayRunning(presses.get(row.target.id), row.replay)) return
    const event = { row, name: spokenName(row, times) }
    const about = [`the event of ${row.name}`, ...momentOf(row.event, row.call, times)]
    replay(asksFirst(event) ? event : { ...event, name: about.join(', ') }, true)
  }
  useShortcuts(isOpen ? [] : [['r', replayFocused]])
}

type RowsOptions = {
  enabled?: boolean
  /** The states that came with the rows. */
  loaded?: ReadonlyMap<string, EventState | null>
}

/** The rows of a page with what has become of their events since they were loaded. */
export function useRowsWithStates(plain: EventRow[], { enabled = true, loaded }: RowsOptions = {}) {
  const { list } = useList()
  const ids = useMemo(() => plain.map(({ target }) => target.id), [plain])
  const eventStates = useEventStates(list, ids, { enabled })
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
  const { search, change } = useList()
  const isBeside = useIsBeside() && search.event !== undefined
  const all = useEventColumns()
  const columns = useMemo(() => (isBeside ? columnsBesideDetails(all) : all), [all, isBeside])
  return useTableModel({
    columns,
    layout: useTableLayout(EVENT_TABLE),
    sort: search.sort,
    usualSort: search.sort === undefined && isNewestFirst(rows) ? '-failed_at' : undefined,
    onSort: sort => change({ view: 'all', sort }, { replace: needsRange(search) }),
    selection: useEventSelection(rows, days),
  })
}

/** The selection of events, for the rows of a table. */
function useEventSelection(rows: EventRow[], days: DateRange): SelectionControl<EventRow> {
  const { list } = useList()
  const { selection, select } = useSelection()
  const { from_date, to_date } = requestedDates(days)
  return useMemo(() => {
    const scope = { list, from_date, to_date }
    const isOwn = hasScope(selection, scope)
    return {
      isSome: isOwn && hasEvents(selection),
      isSelected: id => isOwn && (selection.isAll || selection.events.has(id)),
      onSelect: (ids, isOn) => {
        const targets = rows.map(({ target }) => targetIn(target, scope))
        const named = new Set(ids)
        const changed = targets.filter(({ id }) => named.has(id))
        select(current => withEvents(current, scope, changed, { isOn, rows: targets }))
      },
      selectionId: ({ target }) => target.id,
    }
  }, [selection, select, list, from_date, to_date, rows])
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
