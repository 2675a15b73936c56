import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import type { ReplayRunDetails } from '../../../contract/replay.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Features } from '../../ui/data-table.tsx'
import { ReceiverCheck } from '../receivers/receiver-check.tsx'
import { ReceiverLink } from '../receivers/receiver-link.tsx'
import classes from './run-sections.module.css'
import { numberWords, waitingOf } from './run-words.ts'

type Row = ReplayRunDetails['receivers'][number]

const column = createColumnHelper<Features, Row>()

const receiver = column.accessor('receiver', {
  header: 'Receiver',
  cell: cell => {
    const name = cell.getValue()
    return name === null ? 'No receiver is known' : <ReceiverLink receiver={name} />
  },
})

function count(id: string, header: string, of: (row: Row) => number) {
  return column.accessor(of, {
    id,
    header,
    meta: { align: 'end', width: '13%', cardLabel: header },
    cell: cell => numberWords(cell.getValue()),
  })
}

const skipped = count('skipped', 'Skipped', row => row.counts.skipped)

const PREVIEW = column.columns([
  receiver,
  count('events', 'Events', row => row.counts.prepared),
  count('already_delivered', 'Already delivered', row => row.already_delivered),
  skipped,
  column.display({
    id: 'test',
    header: 'Test',
    meta: { width: '34%', hideHeader: true },
    cell: ({ row: { original } }) =>
      original.receiver === null ? (
        <Link to="/settings">Set receivers in Settings</Link>
      ) : (
        <ReceiverCheck receiver={original.receiver} />
      ),
  }),
])

const PROGRESS = column.columns([
  receiver,
  count('delivered', 'Delivered', row => row.counts.delivered),
  count('failed_again', 'Failed again', row => row.counts.failed_again),
  skipped,
  count('waiting', 'Waiting', row => waitingOf(row.counts)),
])

/** To whom a run sends, and what came of it there. */
export function RunReceivers({ run }: { run: ReplayRunDetails }) {
  if (run.receivers.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>Receivers</h2>
      <Card>
        <DataTable
          label="Receivers"
          columns={run.state === 'ready' ? PREVIEW : PROGRESS}
          rows={run.receivers}
          rowId={row => row.receiver ?? ''}
        />
      </Card>
    </section>
  )
}
