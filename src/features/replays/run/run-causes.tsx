import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { capitalise } from '../../../format/text.ts'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { FILTER_LABELS } from '../run-messages.ts'
import * as messages from './messages.ts'
import classes from './run-sections.module.css'

const COLUMNS: Column<ReplayRunDetails['causes'][number]>[] = [
  { id: 'cause', header: messages.whyColumn, cell: ({ cause }) => capitalise(cause) },
  {
    id: 'state',
    header: messages.outcomeColumn,
    width: '20%',
    cell: ({ state }) => FILTER_LABELS[state],
  },
  {
    id: 'count',
    header: messages.events,
    align: 'end',
    width: '13%',
    cardLabel: messages.events,
    cell: ({ count }) => formatNumber(count),
  },
]

/** The causes of failed and skipped events, most frequent first. */
export function RunCauses({ run }: { run: ReplayRunDetails }) {
  if (run.causes.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{messages.whyNotDelivered}</h2>
      <Card>
        <DataTable
          label={messages.whyNotDelivered}
          columns={COLUMNS}
          rows={run.causes}
          rowId={row => `${row.state} ${row.cause}`}
        />
      </Card>
    </section>
  )
}
