import { formatLateness } from '../../format/durations.ts'
import { useTimes } from '../../format/times.ts'
import type { Column } from '../../ui/table/column.ts'
import { ReceiverStateLines } from '../receivers/health/receiver-state-chip.tsx'
import { SHOWN_STATES } from '../receivers/health/shown-state.ts'
import { ReceiverLink } from '../receivers/receiver-link.tsx'
import { ReceiverName } from '../receivers/receiver-name.tsx'
import classes from './known-receiver-columns.module.css'
import type { ListedReceiver } from './listed-receivers.ts'
import * as messages from './messages.ts'
import { MissingEvents } from './missing-events.tsx'

export const KNOWN_RECEIVER_COLUMNS: Column<ListedReceiver>[] = [
  {
    id: 'state',
    header: messages.state,
    width: 'minmax(108px, 16%)',
    sortFirst: 'ascending',
    sortValue: ({ state }) => (state === 'unknown' ? null : SHOWN_STATES.indexOf(state)),
    cell: receiver => (
      <>
        <ReceiverStateLines receiver={receiver} />
        {receiver.late_s !== null && (
          <div className={classes.dimmed}>
            {messages.replaysLate(formatLateness(receiver.late_s))}
          </div>
        )}
      </>
    ),
  },
  {
    id: 'receiver',
    header: messages.receiverColumn,
    isRowHeader: true,
    sortFirst: 'ascending',
    sortValue: ({ companies: [first], receiver }) => first ?? receiver,
    cell: ({ receiver, companies, tracking_numbers, isNamed }) => (
      <>
        <ReceiverName companies={companies}>
          {isNamed ? <ReceiverLink receiver={receiver} /> : receiver}
        </ReceiverName>
        {tracking_numbers > 0 && (
          <div className={classes.dimmed}>{messages.setForNumbers(tracking_numbers)}</div>
        )}
      </>
    ),
  },
  {
    id: 'missing',
    header: messages.missingColumn,
    // Both links in one line on a tablet, and room for the company in a narrower window.
    width: 'minmax(clamp(120px, 29%, 222px), 24%)',
    sortFirst: 'descending',
    sortValue: ({ missing }) => missing?.count ?? null,
    cardLabel: messages.missingColumn,
    cell: receiver => <Missing receiver={receiver} />,
  },
  {
    id: 'last_delivery',
    header: messages.lastDeliveryColumn,
    width: 'minmax(72px, 11%)',
    sortFirst: 'descending',
    sortValue: ({ last_delivery }) => timeOf(last_delivery),
    cardLabel: messages.lastDeliveryColumn,
    cell: ({ last_delivery }) => <Moment stamp={last_delivery} />,
  },
  {
    id: 'last_failure',
    header: messages.lastFailureColumn,
    width: 'minmax(72px, 11%)',
    sortFirst: 'descending',
    sortValue: ({ last_failure }) => timeOf(last_failure),
    cardLabel: messages.lastFailureColumn,
    cell: ({ last_failure }) => <Moment stamp={last_failure} />,
  },
  {
    id: 'recent',
    header: messages.recentReplaysColumn,
    width: '13%',
    sortFirst: 'descending',
    sortValue: ({ last_7_days: { failed, delivered } }) =>
      failed + delivered === 0 ? null : failed,
    cardLabel: messages.recentReplaysColumn,
    cell: ({ last_7_days }) => <Counts {...last_7_days} />,
  },
]

function timeOf(stamp: string | null): number | null {
  return stamp === null ? null : Date.parse(stamp)
}

function Missing({ receiver: { missing, missingState } }: { receiver: ListedReceiver }) {
  if (missing) return <MissingEvents missing={missing} state={missingState} />
  const text = missing === null ? messages.none : messages.notCounted
  return <span className={classes.dimmed}>{text}</span>
}

function Moment({ stamp }: { stamp: string | null }) {
  const times = useTimes()
  if (stamp === null) return <span className={classes.dimmed}>{messages.none}</span>
  return (
    <time dateTime={stamp} title={times.full(stamp)}>
      {times.brief(stamp)}
    </time>
  )
}

function Counts({ delivered, failed }: { delivered: number; failed: number }) {
  if (delivered + failed === 0) return <span className={classes.dimmed}>{messages.none}</span>
  return (
    <>
      <span className={classes.count}>{messages.deliveredCount(delivered)}</span>{' '}
      <span className={classes.count}>{messages.failedCount(failed)}</span>
    </>
  )
}
