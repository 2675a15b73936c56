import { Link } from '@tanstack/react-router'
import type { ReceiverHealth } from '../../../../contract/receiver.ts'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { HealthNote } from '../../receivers/health/health-note.tsx'
import { useReceiversHealth } from '../../receivers/queries/receivers-health-query.ts'
import { ReceiverLink } from '../../receivers/receiver-link.tsx'
import { SetReceiverLink } from '../../receivers/set-receiver-link.tsx'
import { ReceiverCheck } from '../../receivers/test/receiver-check.tsx'
import { countToSend, countWaiting } from '../run-messages.ts'
import * as messages from './messages.ts'
import classes from './run-sections.module.css'

type Row = ReplayRunDetails['receivers'][number] &
  Pick<ReplayRunDetails, 'without_receiver'> & {
    isOnceMore: boolean
    health: ReceiverHealth | undefined
  }

const receiver: Column<Row> = {
  id: 'receiver',
  header: messages.receiverColumn,
  cell: ({ receiver: name, health }) =>
    name === null ? (
      messages.unknownReceiver
    ) : (
      <>
        <ReceiverLink receiver={name} />
        <HealthNote health={health} />
      </>
    ),
}

function count(id: string, header: string, of: (row: Row) => number): Column<Row> {
  const cell = (row: Row) => formatNumber(of(row))
  return { id, header, align: 'end', width: '13%', cardLabel: header, cell }
}

const skipped = count('skipped', messages.skipped, row => row.counts.skipped)

const PREVIEW: Column<Row>[] = [
  receiver,
  count('to_send', messages.toBeSent, row => countToSend(row, row.isOnceMore)),
  count('already_delivered', messages.alreadyDelivered, row => row.already_delivered),
  skipped,
  {
    id: 'test',
    header: messages.testColumn,
    width: '34%',
    hideHeader: true,
    cell: ({ receiver: name, without_receiver }) =>
      name === null ? (
        <SetReceivers trackingNumbers={without_receiver} />
      ) : (
        <ReceiverCheck receiver={name} />
      ),
  },
]

/** Includes events that another run is sending, which are rare. */
const PREVIEW_MEANWHILE = PREVIEW.toSpliced(
  2,
  0,
  count('being_sent', messages.beingSent, row => row.being_sent),
)

const PROGRESS: Column<Row>[] = [
  receiver,
  count('delivered', messages.delivered, row => row.counts.delivered),
  count('failed_again', messages.failedAgain, row => row.counts.failed_again),
  skipped,
  count('waiting', messages.waiting, row => countWaiting(row.counts)),
]

function columnsOf({ state, being_sent }: ReplayRunDetails) {
  if (state !== 'ready') return PROGRESS
  return being_sent > 0 ? PREVIEW_MEANWHILE : PREVIEW
}

/** Links to the setting for events that name no receiver. */
function SetReceivers({ trackingNumbers }: { trackingNumbers: string[] }) {
  const shown = trackingNumbers.slice(0, LINKS)
  return (
    <ul className={classes.links}>
      {shown.map(number => (
        <li key={number}>
          <SetReceiverLink trackingNumber={number}>
            {messages.setReceiverOf(formatPhoneNumber(number))}
          </SetReceiverLink>
        </li>
      ))}
      {(shown.length === 0 || shown.length < trackingNumbers.length) && (
        <li>
          <Link to="/settings">{messages.setReceiversInSettings}</Link>
        </li>
      )}
    </ul>
  )
}

/** How many numbers are linked; more would make the row too tall. */
const LINKS = 3

/** The receivers of a run, with their results. */
export function RunReceivers({ run, isOnceMore }: { run: ReplayRunDetails; isOnceMore: boolean }) {
  const { receivers, further_receivers, without_receiver } = run
  const health = useReceiversHealth(
    receivers.flatMap(({ receiver }) => receiver ?? []),
    run.state,
  )
  const rows = receivers.map(row => ({
    ...row,
    without_receiver,
    isOnceMore,
    health: row.receiver === null ? undefined : health.get(row.receiver),
  }))
  if (rows.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{messages.receivers}</h2>
      <Card>
        <DataTable
          label={messages.receivers}
          columns={columnsOf(run)}
          rows={rows}
          rowId={row => row.receiver ?? ''}
        />
      </Card>
      {further_receivers > 0 && <p>{messages.furtherReceivers(further_receivers)}</p>}
    </section>
  )
}
