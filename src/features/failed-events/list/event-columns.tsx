import { IconBan } from '@tabler/icons-react'
import { Suspense } from 'react'
import { shownUrl } from '../../../../contract/text/shown-url.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import type { Times } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { BlockCallerLink } from '../../blocklist/block/block-caller-link.tsx'
import { companyName, type EventRow, openLinkId } from '../../event/event-row.ts'
import { toldMoment } from '../../event/fields/call-fields.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { EventCheckbox, PageCheckbox } from '../../replays/selection/selection-checkbox.tsx'
import { RowReplay } from '../../replays/single/row-replay.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import classes from './event-columns.module.css'

const RowReceiver = lazyPart(async () => (await import('./row-receiver.tsx')).RowReceiver, {
  instead: () => NOT_TOLD,
})

const NOT_TOLD = <span>Receiver not told</span>

/** They have no state of their own: rows of other pages are written into them. */
export function eventColumns(times: Times): Column<EventRow>[] {
  return [
    {
      id: 'selected',
      header: rows => <PageCheckbox page={targetsOf(rows)} />,
      width: '48px',
      isCorner: true,
      cell: ({ key, target }, rows) => (
        <EventCheckbox eventId={openLinkId(key)} target={target} page={() => targetsOf(rows())} />
      ),
    },
    {
      id: 'failed_at',
      header: `Failed at (${times.zone})`,
      width: '15%',
      cell: ({ event: { failed_at, unknown_fields } }) =>
        failed_at === null ? (
          <span className={classes.second}>{toldMoment(unknown_fields.failed_at)}</span>
        ) : (
          <time className={classes.time} dateTime={failed_at}>
            {times.moment(failed_at)}
          </time>
        ),
    },
    { id: 'call', header: 'Company and call', width: '23%', cell: call },
    { id: 'failure', header: 'Why it failed', cell: failure },
    {
      id: 'attempts',
      header: 'Attempts',
      width: '88px',
      align: 'end',
      cardLabel: 'Attempts',
      cell: ({ event }) => event.attempts.length || '–',
    },
    {
      id: 'replay',
      header: 'Replay',
      width: 'var(--replay-column)',
      cell: ({ key, target, replay }) => (
        <RowReplay target={target} latest={replay} eventId={openLinkId(key)} />
      ),
    },
  ]
}

function targetsOf(rows: EventRow[]): ReplayTarget[] {
  return rows.map(({ target }) => target)
}

/** The company's name is the row's link: the keyboard and the middle button open the event by it. */
function call({ key, href, call, event }: EventRow) {
  return (
    <>
      {/* The router's own link would cost a hundred rows a third of their time. */}
      <a id={openLinkId(key)} href={href} data-opens className={classes.first} translate="no">
        {companyName(call)}
      </a>
      {call.caller_number && (
        <BlockCallerLink
          callerNumber={call.caller_number}
          company={call.company}
          className={classes.block}
          label={`Block the caller ${formatPhoneNumber(call.caller_number)}`}
        >
          {BAN}
        </BlockCallerLink>
      )}
      <div className={classes.second}>
        {call.caller_number && (
          <span className={classes.number} translate="no">
            {formatPhoneNumber(call.caller_number)}
          </span>
        )}
        {call.caller_number && call.tracking_number && ' → '}
        {call.tracking_number && (
          <span className={classes.number} translate="no">
            {formatPhoneNumber(call.tracking_number)}
          </span>
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

function failure(row: EventRow) {
  return (
    <>
      <div className={classes.first}>{row.why}</div>
      <div className={classes.second} title={shownUrl(row.event.callback_url ?? '') || undefined}>
        {row.receiver ? (
          <>
            <span translate="no">{row.receiver.host}</span>
            <span className={classes.path} translate="no">
              {row.receiver.path}
            </span>
          </>
        ) : (
          <Suspense fallback={NOT_TOLD}>
            <RowReceiver trackingNumber={row.call.tracking_number} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** One for all rows, so that it isn't looked at again with each. */
const BAN = <IconBan size={14} aria-hidden />
