import { useMemo } from 'react'
import { callTime } from '../../../../contract/event-page.ts'
import { FIRST_PAGE, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { type SortOrder, sortText } from '../../../../contract/pages/sort-order.ts'
import type { PageControl } from '../../../ui/table/pager.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import type { EventRow } from '../../event/event-row.ts'
import {
  changeList,
  changeSort,
  type ListProps,
  requestedDates,
} from '../../event/list/list-search.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { useEventSelection } from '../../replays/selection/selection-context.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { useIsBeside } from '../drawer/use-is-beside.ts'
import type { EventPage } from '../failed-events-query.ts'
import { EVENT_TABLE } from './event-cells.tsx'
import { columnsBesideDetails } from './event-columns.tsx'
import type { PageTurns } from './page-turns.ts'
import { useEventColumns } from './use-event-columns.ts'

type EventListTableOptions = ListProps & {
  /** The visible page, whose days differ from those in the URL while another range loads. */
  shown: EventPage | undefined
  rows: EventRow[]
}

/** The order of services. Any other order needs the whole range. */
const NEWEST_FIRST: SortOrder = { column: 'failed_at', direction: 'descending' }

export function useEventListTable(options: EventListTableOptions) {
  const { list, search, onSearch, shown, rows } = options
  const isBeside = useIsBeside() && search.event !== undefined
  const all = useEventColumns(list)
  const columns = useMemo(() => (isBeside ? columnsBesideDetails(all) : all), [all, isBeside])
  const scope = { list, ...requestedDates(shown?.request ?? search) }
  return useTableModel({
    columns,
    layout: useTableLayout(EVENT_TABLE),
    sort: isNewestFirst(rows) ? NEWEST_FIRST : undefined,
    onSort: sort => onSearch(changeSort(search, sortText(sort))),
    selection: useEventSelection(scope, rows, targetOf),
  })
}

export function pagesOf(
  { search, onSearch }: Pick<ListProps, 'search' | 'onSearch'>,
  turns: PageTurns,
  turnTo: (place: PagePlace) => void,
): PageControl {
  return {
    page: turns.page,
    size: search.size,
    hasPrevious: turns.previous !== null,
    hasNext: turns.next !== null,
    onPage: ({ page, size }) => {
      if (size !== search.size) onSearch(changeList(search, { size }))
      else turnTo((page > turns.page ? turns.next : turns.previous) ?? FIRST_PAGE)
    },
  }
}

function targetOf({ target }: EventRow): ReplayTarget {
  return target
}

/** Not every service uses this order, and then the header must not show it. */
function isNewestFirst(rows: EventRow[]): boolean {
  const times = rows.map(({ event, call }) => Date.parse(event.failed_at ?? callTime(call) ?? ''))
  return times.every((time, index) => !(time > (times[index - 1] ?? time)))
}
