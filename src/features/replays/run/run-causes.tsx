import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readSort, sortText } from '../../../../contract/pages/sort-order.ts'
import { MAX_RECEIVERS_LISTED, type ReplayRunDetails } from '../../../../contract/replay.ts'
import { MAX_CAUSES_ASKED } from '../../../../contract/replay-part.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, sortableIds } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { formatRunCause } from '../../event/cause/attempt-messages.ts'
import { FILTER_LABELS } from '../run-messages.ts'
import type { RunSearch, RunSearchProps } from '../run-search.ts'
import classes from './run-sections.module.css'

const whyNotDelivered = 'Why events were not delivered'

/** Where a link to the events scrolls. */
export const EVENTS_ID = 'events'

type Cause = Pick<ReplayRunDetails['causes'][number], 'state' | 'count'> & {
  cause: string
  /** The causes of the run that have this name; undefined if they are too many for a request. */
  causes: string[] | undefined
  search: RunSearch
}

const COLUMNS: Column<Cause>[] = [
  {
    id: 'cause',
    header: 'Why',
    sortFirst: 'ascending',
    sortValue: ({ cause }) => cause,
    cell: ({ cause, causes, state, search }) => (
      <Link
        to="."
        search={{ ...search, page: 1, state, cause: causes === undefined ? undefined : cause }}
        hash={EVENTS_ID}
        preload={false}
      >
        {cause}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'Outcome',
    width: '20%',
    sortFirst: 'ascending',
    sortValue: ({ state }) => FILTER_LABELS[state],
    cell: ({ state }) => FILTER_LABELS[state],
  },
  {
    id: 'count',
    header: 'Events',
    align: 'end',
    width: '13%',
    sortFirst: 'descending',
    sortValue: ({ count }) => count,
    cardLabel: 'Events',
    cell: ({ count }) => formatNumber(count),
  },
]

/** The causes as the list words them, which has one name for several texts of the sender. */
function mergeCauses({ causes }: ReplayRunDetails, search: RunSearch): Cause[] {
  const byName = Map.groupBy(causes, cause => `${cause.state} ${formatRunCause(cause)}`)
  return [...byName.values()]
    .flatMap(alike => {
      const [first] = alike
      if (first === undefined) return []
      return {
        state: first.state,
        cause: formatRunCause(first),
        causes: alike.length > MAX_CAUSES_ASKED ? undefined : alike.map(({ cause }) => cause),
        count: alike.reduce((sum, { count }) => sum + count, 0),
        search,
      }
    })
    .toSorted((one, other) => other.count - one.count)
}

/** The causes of the run that have the name in the URL; undefined if no name is there or none has it. */
export function namedCauses(run: ReplayRunDetails, search: RunSearch): string[] | undefined {
  return mergeCauses(run, search).find(
    ({ state, cause }) => state === search.state && cause === search.cause,
  )?.causes
}

export function RunCauses({ run, search, onSearch }: RunSearchProps & { run: ReplayRunDetails }) {
  // Otherwise the list is partial, and sorting it would be misleading.
  const isSortable = run.causes.length < MAX_RECEIVERS_LISTED
  const rows = useMemo(() => mergeCauses(run, search), [run, search])
  const table = useTableModel({
    columns: COLUMNS,
    rows,
    sort: isSortable ? readSort(search.causes_sort, sortableIds(COLUMNS), undefined) : undefined,
    onSort: isSortable
      ? order => onSearch({ ...search, causes_sort: sortText(order) }, { replace: true })
      : undefined,
  })
  if (run.causes.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{whyNotDelivered}</h2>
      <Card>
        <DataTable
          label={whyNotDelivered}
          table={table}
          rows={table.sorted}
          rowId={row => `${row.state} ${row.cause}`}
        />
      </Card>
    </section>
  )
}
