import { createColumnHelper } from '@tanstack/react-table'
import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Features } from '../../ui/data-table.tsx'
import classes from './run-sections.module.css'
import { capital, numberWords, STATE_WORDS } from './run-words.ts'

const column = createColumnHelper<Features, ReplayRunDetails['causes'][number]>()

const COLUMNS = column.columns([
  column.accessor('cause', { header: 'Why', cell: cell => capital(cell.getValue()) }),
  column.accessor('state', {
    header: 'What came of it',
    meta: { width: '20%' },
    cell: cell => STATE_WORDS[cell.getValue()],
  }),
  column.accessor('count', {
    header: 'Events',
    meta: { align: 'end', width: '13%', cardLabel: 'Events' },
    cell: cell => numberWords(cell.getValue()),
  }),
])

/** Why events failed again or were skipped, the most frequent first. */
export function RunCauses({ run }: { run: ReplayRunDetails }) {
  if (run.causes.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>Why some were not delivered</h2>
      <Card>
        <DataTable
          label="Why some were not delivered"
          columns={COLUMNS}
          rows={run.causes}
          rowId={row => `${row.state} ${row.cause}`}
        />
      </Card>
    </section>
  )
}
