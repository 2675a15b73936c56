import { useMemo, useState } from 'react'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { stringifySearch } from '../../../ui/search-string.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox } from '../../../ui/table/row-checkbox.tsx'
import { sortText } from '../../../ui/table/sort-order.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import {
  type EventRow,
  eventRow,
  openLinkId,
  withReplays,
  withStates,
} from '../../event/event-row.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { type ListProps, requestedDates } from '../../event/list/list-search.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import { useIsBeside } from '../../failed-events/drawer/use-is-beside.ts'
import { EVENT_TABLE } from '../../failed-events/list/event-cells.tsx'
import { columnsBesideDetails, EVENT_TABLE_LOOK } from '../../failed-events/list/event-columns.tsx'
import { RowActions } from '../../failed-events/list/row-menu/row-actions.tsx'
import { useEventColumns } from '../../failed-events/list/use-event-columns.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import { readEventSort } from '../../range/event-sort.ts'
import { useEventSelection } from '../../replays/selection/selection-context.tsx'
import { RowReplays } from '../../replays/single/row-replays.tsx'
import { useReplayItems } from '../../replays/single/use-replay-items.ts'
import type { EventStatesResult } from '../../replays/states/event-states-query.ts'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import * as messages from '../groups/messages.ts'

const USUAL_ROW_HEIGHT = 45
/** Replays are requested for blocks of rows, so that a small scroll sends no request. */
const BLOCK = 50

type EventTableProps = ListProps & {
  events: EventFacts[]
  ofStates: EventStatesResult
  keyOf: (event: EventFacts) => string
  /** Why not all matches can be selected yet; null if they can. */
  obstacle: string | null
  isBusy: boolean
}

/** A table of all these events, in the order of the table's head. */
export function EventTable(props: EventTableProps) {
  const { list, search, onSearch, events, ofStates, keyOf, obstacle, isBusy } = props
  const { states } = ofStates
  const all = useEventColumns(list)
  const layout = useTableLayout(EVENT_TABLE)
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const ids = useMemo(() => {
    const first = Math.floor(shown.first / BLOCK) * BLOCK
    const last = Math.ceil((shown.last + 1) / BLOCK) * BLOCK
    return events.slice(first, last).map(({ read }) => read.event.id)
  }, [events, shown])
  const replays = useReplayItems(list, ids)
  const rowOf = useMemo(() => rowReader({ list, search }), [list, search])
  const isBeside = useIsBeside() && search.event !== undefined
  const columns = useMemo(() => {
    const latest = (event: EventFacts) => {
      const row = rowOf(event)
      return withStates(withReplays([row], replays), states)[0] ?? row
    }
    return (isBeside ? columnsBesideDetails(all) : all).map(column =>
      columnOfFacts(column, latest, obstacle),
    )
  }, [all, rowOf, replays, states, isBeside, obstacle])
  const table = useTableModel({
    columns,
    layout,
    sort: readEventSort(search.sort),
    onSort: sort => onSearch({ ...search, sort: sortText(sort) }, { replace: true }),
    selection: useEventSelection({ list, ...requestedDates(search) }, events, targetOf),
  })
  return (
    <RowReplays list={list} ofStates={ofStates}>
      <RowActions list={list}>
        <VirtualTable
          label={LIST_LABELS[list].title}
          table={table}
          className={EVENT_TABLE_LOOK}
          isBusy={isBusy}
          rows={events}
          keyOf={keyOf}
          focusId={event => openLinkId(keyOf(event))}
          rowHeight={USUAL_ROW_HEIGHT}
          isMeasured
          reusesRows
          overscan={6}
          openKey={search.event}
          onOpen={event => onSearch({ ...search, event: keyOf(event) })}
          onShown={setShown}
        />
      </RowActions>
    </RowReplays>
  )
}

/** Rows are built when they become visible, because few of 50,000 events do. */
function rowReader({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const { event: _open, page: _page, size: _size, ...shown } = search
  const link = stringifySearch(shown)
  const rows = new WeakMap<EventFacts, EventRow>()
  return (facts: EventFacts): EventRow => {
    const { event, page, cursor } = facts.read
    const place = { from: search.from, to: search.to, page, cursor, size: MAX_PAGE_SIZE }
    const row = rows.get(facts) ?? eventRow(event, { list, ...place }, link)
    rows.set(facts, row)
    return row
  }
}

export function targetOf({ read: { event, page, cursor } }: EventFacts): NamedTarget {
  return { id: event.id, page, cursor, page_size: MAX_PAGE_SIZE, failed_at: event.failed_at }
}

/** Converts a column of rows into a column of events. */
function columnOfFacts(
  column: Column<EventRow>,
  rowOf: (event: EventFacts) => EventRow,
  obstacle: string | null,
): Column<EventFacts> {
  const { header } = column
  return {
    ...column,
    sortValue: undefined,
    header:
      typeof header === 'function'
        ? events => (
            <AllRowsCheckbox
              label={messages.selectAll(events.length)}
              count={events.length}
              obstacle={obstacle}
            />
          )
        : header,
    cell: event => column.cell(rowOf(event)),
  }
}
