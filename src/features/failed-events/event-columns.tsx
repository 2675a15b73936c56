import { IconBan } from '@tabler/icons-react'
import { createColumnHelper } from '@tanstack/react-table'
import type { Features } from '../../ui/data-table.tsx'
import { BlockCallerLink } from '../blocklist/block-caller-link.tsx'
import { SetReceiverLink } from '../receivers/set-receiver-link.tsx'
import type { ReplayTarget } from '../replays/replay-target.ts'
import { RowReplay } from '../replays/row-replay.tsx'
import { EventCheckbox, PageCheckbox } from '../replays/selection-checkbox.tsx'
import { useTimes } from '../session/times.ts'
import { phoneWords } from './call-fields.ts'
import classes from './event-columns.module.css'
import { companyName, type EventRow, openLinkId } from './event-row.ts'

const column = createColumnHelper<Features, EventRow>()

export const EVENT_COLUMNS = column.columns([
  column.display({
    id: 'selected',
    header: ({ table }) => <PageCheckbox page={targetsOf(table.getRowModel().rows)} />,
    meta: { width: '48px', isCorner: true },
    cell: ({ row: { original }, table }) => (
      <EventCheckbox
        eventId={openLinkId(original.key)}
        target={original.target}
        page={() => targetsOf(table.getRowModel().rows)}
      />
    ),
  }),
  column.display({
    id: 'failed_at',
    header: () => <FailedAtHeader />,
    meta: { width: '15%' },
    cell: ({ row }) => <FailedAt row={row.original} />,
  }),
  column.display({
    id: 'call',
    header: 'Company and call',
    meta: { width: '23%' },
    cell: ({ row }) => <Call row={row.original} />,
  }),
  column.display({
    id: 'failure',
    header: 'Why it failed',
    cell: ({ row }) => <Failure row={row.original} />,
  }),
  column.display({
    id: 'attempts',
    header: 'Attempts',
    meta: { width: '88px', align: 'end', cardLabel: 'Attempts' },
    cell: ({ row }) => row.original.event.attempts.length || '–',
  }),
  column.display({
    id: 'replay',
    header: 'Replay',
    meta: { width: 'var(--replay-column)' },
    cell: ({ row: { original } }) => (
      <RowReplay
        target={original.target}
        latest={original.replay}
        eventId={openLinkId(original.key)}
      />
    ),
  }),
])

function targetsOf(rows: { original: EventRow }[]): ReplayTarget[] {
  return rows.flatMap(({ original }) => original.target ?? [])
}

function FailedAtHeader() {
  return `Failed at (${useTimes().zone})`
}

function FailedAt({ row }: { row: EventRow }) {
  const times = useTimes()
  const { failed_at } = row.event
  return failed_at === null ? (
    <span className={classes.second}>Not told</span>
  ) : (
    <time className={classes.time} dateTime={failed_at}>
      {times.moment(failed_at)}
    </time>
  )
}

/** The company's name is the row's link: the keyboard and the middle button open the event by it. */
function Call({ row }: { row: EventRow }) {
  const { call, event } = row
  return (
    <>
      {/* The router's own link would cost a hundred rows a third of their time. */}
      <a id={openLinkId(row.key)} href={row.href} data-opens className={classes.first}>
        {companyName(call)}
      </a>
      {call.caller_number && (
        <BlockCallerLink
          callerNumber={call.caller_number}
          company={call.company}
          className={classes.block}
          label={`Block the caller ${phoneWords(call.caller_number)}`}
        >
          <IconBan size={14} aria-hidden />
        </BlockCallerLink>
      )}
      <div className={classes.second}>
        {call.caller_number && (
          <>
            <span className={classes.number}>{phoneWords(call.caller_number)}</span>
            {' → '}
          </>
        )}
        {call.tracking_number && (
          <span className={classes.number}>{phoneWords(call.tracking_number)}</span>
        )}
        {!call.caller_number && call.call_id && (
          <span>
            {call.tracking_number && ' · '}call {call.call_id}
          </span>
        )}
      </div>
      {event.event === 'missed_call_saver' && <div className={classes.kind}>Missed Call Saver</div>}
    </>
  )
}

function Failure({ row }: { row: EventRow }) {
  return (
    <>
      <div className={classes.first}>{row.why}</div>
      <div className={classes.second} title={row.event.callback_url ?? undefined}>
        {row.receiver ? (
          <>
            {row.receiver.host}
            <span className={classes.path}>{row.receiver.path}</span>
          </>
        ) : (
          <>
            Receiver not told{row.call.tracking_number && ' · '}
            <SetReceiverLink trackingNumber={row.call.tracking_number}>
              Set its receiver
            </SetReceiverLink>
          </>
        )}
      </div>
    </>
  )
}
