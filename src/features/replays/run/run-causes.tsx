import { MAX_RECEIVERS_LISTED, type ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { readSort, sortText } from '../../../ui/table/sort-order.ts'
import { type SortValues, sortRows } from '../../../ui/table/sort-rows.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { formatRunCause, formatSkipCause } from '../../event/cause/attempt-messages.ts'
import { FILTER_LABELS } from '../run-messages.ts'
import type { RunSearchProps } from '../run-search.ts'
import * as messages from './messages.ts'
import classes from './run-sections.module.css'

type Cause = Pick<ReplayRunDetails['causes'][number], 'state' | 'count'> & { cause: string }

const COLUMNS: Column<Cause>[] = [
  {
    id: 'cause',
    header: messages.whyColumn,
    sortFirst: 'ascending',
    cell: ({ cause }) => cause,
  },
  {
    id: 'state',
    header: messages.outcomeColumn,
    width: '20%',
    sortFirst: 'ascending',
    cell: ({ state }) => FILTER_LABELS[state],
  },
  {
    id: 'count',
    header: messages.events,
    align: 'end',
    width: '13%',
    sortFirst: 'descending',
    cardLabel: messages.events,
    cell: ({ count }) => formatNumber(count),
  },
]

const VALUES = {
  cause: ({ cause }) => cause,
  state: ({ state }) => FILTER_LABELS[state],
  count: ({ count }) => count,
} satisfies SortValues<Cause, string>

const ORDERS = ['cause', 'state', 'count'] as const

/** The causes as the list words them, which has one name for several texts of the sender. */
function mergeCauses(causes: ReplayRunDetails['causes']): Cause[] {
  const named = causes.map(({ state, cause, count }) => ({
    state,
    count,
    cause: state === 'skipped' ? formatSkipCause(cause) : formatRunCause(cause),
  }))
  return [...Map.groupBy(named, ({ state, cause }) => `${state} ${cause}`).values()]
    .flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }],
    )
    .toSorted((one, other) => other.count - one.count)
}

/** The causes of failed and skipped events, most frequent first. */
export function RunCauses({ run, search, onSearch }: RunSearchProps & { run: ReplayRunDetails }) {
  // Otherwise they are only the most frequent ones, and another order would be one of a part.
  const isSortable = run.causes.length < MAX_RECEIVERS_LISTED
  const sort = isSortable ? readSort(search.causes_sort, ORDERS, undefined) : undefined
  const table = useTableModel({
    columns: COLUMNS,
    sort,
    onSort: isSortable
      ? order => onSearch({ ...search, causes_sort: sortText(order) }, { replace: true })
      : undefined,
  })
  if (run.causes.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{messages.whyNotDelivered}</h2>
      <Card>
        <DataTable
          label={messages.whyNotDelivered}
          table={table}
          rows={sortRows(mergeCauses(run.causes), sort, VALUES)}
          rowId={row => `${row.state} ${row.cause}`}
        />
      </Card>
    </section>
  )
}
