import { Suspense } from 'react'
import { shownUrl } from '../../../../contract/text/shown-text.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import type { Times } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { companyName, type EventRow, openLinkId } from '../../event/event-row.ts'
import { callTime, unparsedTime } from '../../event/fields/call-fields.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { EventCheckbox, PageCheckbox } from '../../replays/selection/selection-checkbox.tsx'
import { RowOutcome, RowReplay } from '../../replays/single/row-replay.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import * as messages from '../messages.ts'
import classes from './event-columns.module.css'
import { RowMenuButton } from './row-menu/row-actions.tsx'

const RowReceiver = lazyPart(async () => (await import('./row-receiver.tsx')).RowReceiver, {
  instead: () => UNKNOWN_RECEIVER,
})

const UNKNOWN_RECEIVER = <span>{messages.receiverUnknown}</span>

/** The name of the layout of all tables of failed events. */
export const EVENT_TABLE = 'failed-events'

export const EVENT_TABLE_LOOK = classes.table

/**
 * The columns of failed events, both on a page of the service's list and in a loaded range. Their cells
 * have no state of their own, because other rows are put into them.
 *
 * @param room the space for columns that the details of an event also show
 */
export function eventColumns(times: Times, room: 'little' | 'some' | 'much'): Column<EventRow>[] {
  const time = (stamp: string) => (
    <time className={classes.time} dateTime={stamp}>
      {times.moment(stamp)}
    </time>
  )
  return [
    {
      id: 'selected',
      name: messages.selectColumn,
      header: rows => <PageCheckbox page={() => targetsOf(rows)} count={rows.length} />,
      width: '44px',
      isFixed: true,
      isCorner: true,
      cell: ({ name, target }, readRows) => (
        <EventCheckbox name={name} target={target} page={() => targetsOf(readRows())} />
      ),
    },
    {
      id: 'state',
      header: messages.stateColumn,
      width: room === 'little' ? '132px' : '160px',
      cell: ({ target, replay, state }) => (
        <RowOutcome target={target} latest={replay} state={state} />
      ),
    },
    {
      id: 'failed_at',
      header: messages.failedAtColumn(times.zone),
      width: room === 'little' ? '112px' : '150px',
      sortFirst: 'descending',
      cell: ({ event: { failed_at, unknown_fields }, call }) => {
        if (failed_at !== null) return time(failed_at)
        const ofCall = callTime(call)
        return ofCall === null || unknown_fields.failed_at ? (
          <span className={classes.second}>{unparsedTime(unknown_fields.failed_at)}</span>
        ) : (
          <span className={classes.second}>
            {messages.timeOfCall} {time(ofCall)}
          </span>
        )
      },
    },
    { id: 'company', header: messages.companyColumn, sortFirst: 'ascending', cell: company },
    {
      id: 'caller',
      header: messages.callerColumn,
      width: '164px',
      sortFirst: 'ascending',
      isHiddenAtFirst: room !== 'much',
      cell: caller,
    },
    {
      id: 'cause',
      header: messages.causeColumn,
      sortFirst: 'ascending',
      cell: ({ why }) => <div className={classes.cause}>{why}</div>,
    },
    {
      id: 'receiver',
      header: messages.receiverColumn,
      sortFirst: 'ascending',
      isHiddenAtFirst: room === 'little',
      cell: receiver,
    },
    {
      id: 'attempts',
      header: messages.attemptsColumn,
      width: '88px',
      align: 'end',
      cardLabel: messages.attemptsColumn,
      isHiddenAtFirst: true,
      cell: ({ event }) => event.attempt_count ?? '–',
    },
    {
      id: 'call_id',
      header: messages.callNumberColumn,
      width: '110px',
      cardLabel: messages.callLabel,
      isHiddenAtFirst: true,
      cell: ({ call }) => <span translate="no">{call.call_id ?? '–'}</span>,
    },
    {
      id: 'event_id',
      header: messages.eventColumn,
      width: '110px',
      cardLabel: messages.eventColumn,
      isHiddenAtFirst: true,
      cell: ({ event }) => <span translate="no">{event.id}</span>,
    },
    {
      id: 'replay',
      header: messages.replayColumn,
      hideHeader: true,
      width: '164px',
      align: 'end',
      isFixed: true,
      cell: row => (
        <div className={classes.actions}>
          <RowReplay target={row.target} latest={row.replay} name={row.name} />
          <RowMenuButton row={row} />
        </div>
      ),
    },
  ]
}

/** The columns that fit beside the details of an event, which show all the others. */
const BESIDE_DETAILS = new Set(['selected', 'state', 'failed_at', 'company', 'cause'])

export function columnsBesideDetails<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns.filter(({ id }) => BESIDE_DETAILS.has(id))
}

function targetsOf(rows: EventRow[]): ReplayTarget[] {
  return rows.map(({ target }) => target)
}

/** The company's name is the row's link, for the keyboard and the middle mouse button. */
function company({ key, href, call, event }: EventRow) {
  const isMissedCallSaver = event.event === 'missed_call_saver'
  return (
    <>
      {/* The router's own link would take a third of the time of rendering a hundred rows. */}
      <a
        id={openLinkId(key)}
        href={href}
        data-opens
        data-kind={isMissedCallSaver || undefined}
        className={classes.first}
        translate="no"
      >
        {companyName(call)}
      </a>
      {isMissedCallSaver && <div className={classes.kind}>{messages.missedCallSaver}</div>}
    </>
  )
}

function caller({ call }: EventRow) {
  return (
    <>
      {call.caller_number && (
        <div className={classes.number} translate="no">
          {formatPhoneNumber(call.caller_number)}
        </div>
      )}
      {call.tracking_number && (
        <div className={classes.second} translate="no">
          {call.caller_number ? '→ ' : ''}
          {formatPhoneNumber(call.tracking_number)}
        </div>
      )}
      {!call.caller_number && call.call_id && (
        <div className={classes.second}>{messages.callNumber(call.call_id)}</div>
      )}
    </>
  )
}

function receiver({ receiver: named, event, call }: EventRow) {
  return (
    <div className={classes.receiver} title={shownUrl(event.callback_url ?? '') || undefined}>
      {named ? (
        <>
          <span translate="no">{named.host}</span>
          <span className={classes.path} translate="no">
            {named.path}
          </span>
        </>
      ) : (
        <Suspense fallback={UNKNOWN_RECEIVER}>
          <RowReceiver trackingNumber={call.tracking_number} />
        </Suspense>
      )}
    </div>
  )
}
