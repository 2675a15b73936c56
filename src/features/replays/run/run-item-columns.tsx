import { Link } from '@tanstack/react-router'
import type { ReplayRunItem } from '../../../../contract/replay.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { CallOfEvent } from '../../event/call-of-event.tsx'
import { eventTitle } from '../../event/event-identity.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { SetReceiverLink } from '../../receivers/set-receiver-link.tsx'
import { replaySummary, replayTone } from '../replay-messages.ts'
import { formatPrepared, type Included, type RunDays } from '../run-messages.ts'
import classes from './run-items.module.css'

const sentAt = 'Sent at'

const sentAtColumn = (timeZone: string) => `Sent at (${timeZone})`

export type RunItemRow = {
  item: ReplayRunItem
  /** The date range of the run, which leads to the page of the event. */
  days: RunDays
  included: Included
}

export const RUN_ITEM_COLUMNS: Column<RunItemRow>[] = [
  {
    id: 'event',
    header: 'Event',
    width: '27%',
    sortFirst: 'ascending',
    cell: ({ item, days }) => (
      <>
        <Link
          to={LIST_LABELS[item.list].path}
          search={{ ...days, event: item.event_id }}
          state={{ isFromRun: true }}
          preload={false}
          translate="no"
        >
          {eventTitle(item)}
        </Link>
        {item.call && <CallOfEvent call={item.call} />}
      </>
    ),
  },
  {
    id: 'receiver',
    header: 'Receiver',
    sortFirst: 'ascending',
    cell: ({ item }) => <Receiver item={item} />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '30%',
    // Events that were skipped or failed again come first.
    sortFirst: 'descending',
    cell: row => <Outcome {...row} />,
  },
  {
    id: 'at',
    name: sentAt,
    header: () => <SentAtHeader />,
    width: '15%',
    sortFirst: 'descending',
    cardLabel: sentAt,
    cell: ({ item }) => <SentAt stamp={item.attempts.at(-1)?.at} />,
  },
]

function Receiver({ item: { receiver_url: url, call } }: { item: ReplayRunItem }) {
  if (url === null) {
    return (
      <>
        <div className={classes.dimmed}>Unknown receiver</div>
        <SetReceiverLink trackingNumber={call?.tracking_number}>Set receiver</SetReceiverLink>
      </>
    )
  }
  const parsed = URL.parse(url)
  if (!parsed?.host) return <span translate="no">{shownText(url)}</span>
  return (
    <>
      <span translate="no">{parsed.host}</span>
      <span className={classes.path} translate="no">
        {parsed.pathname + parsed.search}
      </span>
    </>
  )
}

function Outcome({ item, included }: RunItemRow) {
  const times = useTimes()
  if (item.state === 'prepared') {
    return (
      <span className={item.left_out ? classes.dimmed : undefined}>
        {formatPrepared(item.left_out, { included, time: times.exact })}
      </span>
    )
  }
  return (
    <span className={classes.outcome} data-tone={replayTone(item.state)} data-state={item.state}>
      {/* Sent at has its time. */}
      {replaySummary(item, null)}
    </span>
  )
}

function SentAtHeader() {
  return <span>{sentAtColumn(useTimes().zone)}</span>
}

function SentAt({ stamp }: { stamp: string | undefined }) {
  const times = useTimes()
  if (stamp === undefined) return <span className={classes.dimmed}>–</span>
  return <time dateTime={stamp}>{times.moment(stamp)}</time>
}
