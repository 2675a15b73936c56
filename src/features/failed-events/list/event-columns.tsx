import { callTime } from '../../../../contract/event-page.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { shownReceiver, shownUrl } from '../../../../contract/text/shown-text.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-selection.tsx'
import {
  companyName,
  type EventRow,
  momentOf,
  openLinkId,
  spokenName,
} from '../../event/event-row.ts'
import { unparsedTime } from '../../event/fields/shown-values.ts'
import { OutcomeCell, ReplayCell } from '../../replays/single/replay-outcome.tsx'
import { SetReceiver } from '../set-receiver.tsx'
import cells from './event-cells.module.css'
import classes from './event-columns.module.css'
import { RowMenuButton } from './row-menu/row-actions.tsx'

/** The name of the layout of all tables of failed events. */
export const EVENT_TABLE = 'failed-events'

/** Most names fit, and so does the name of a kind of event below them. */
const COMPANY_ROOM = { little: '0', some: '134px', much: '150px' }

export const EVENT_TABLE_LOOK = classes.table

type Moments = Pick<Times, 'moment' | 'brief'>

/**
 * The columns of failed events, both on a page of the service's list and in the gateway's copy. Their cells
 * have no state of their own, because other rows are put into them.
 *
 * @param room the space for columns that the details of an event also show
 */
export function eventColumns(
  list: FailedEventList,
  times: Times,
  room: 'little' | 'some' | 'much',
): Column<EventRow>[] {
  return [
    {
      id: 'selected',
      name: 'Select',
      header: rows => <AllRowsCheckbox label="Select all on this page" count={rows.length} />,
      width: '44px',
      isFixed: true,
      isCorner: true,
      cell: row => <RowCheckbox id={row.target.id} name={`Select ${spokenName(row, times)}`} />,
    },
    {
      id: 'state',
      header: 'State',
      width: room === 'little' ? 'var(--state-on-tablets, 140px)' : 'var(--state-width)',
      cell: row => <OutcomeCell row={row} />,
    },
    {
      id: 'failed_at',
      header: `Failed at (${times.zone})`,
      width: room === 'little' ? '134px' : 'var(--time-width)',
      sortFirst: 'descending',
      cell: row => failedAt(row, times),
    },
    {
      id: 'company',
      header: 'Company',
      width: `minmax(${COMPANY_ROOM[room]}, 1fr)`,
      sortFirst: 'ascending',
      cell: row => company(row, times),
    },
    {
      id: 'caller',
      // Most AI events name no caller, so nobody should take the tracking number for one.
      header: list === 'call_events_fail' ? 'Caller' : 'Phone number',
      width: 'var(--caller-width)',
      sortFirst: 'ascending',
      isHiddenAtFirst: room !== 'much',
      cell: caller,
    },
    {
      id: 'cause',
      header: 'Why it failed',
      share: room === 'much' ? 1.35 : 1,
      least: 'var(--cause-least, 0px)',
      sortFirst: 'ascending',
      cell: row => cause(row, times),
    },
    {
      id: 'receiver',
      header: 'Receiver',
      share: room === 'much' ? 1.2 : 1,
      least: 'var(--receiver-least, 0px)',
      sortFirst: 'ascending',
      isHiddenAtFirst: room === 'little',
      cell: receiver,
    },
    {
      id: 'attempts',
      header: 'Attempts',
      width: '88px',
      align: 'end',
      cardLabel: 'Attempts',
      isHiddenAtFirst: true,
      cell: ({ event }) => event.attempt_count ?? '–',
    },
    {
      id: 'call_id',
      header: 'Call number',
      width: 'var(--call-width, 110px)',
      cardLabel: 'Call',
      isHiddenAtFirst: true,
      cell: ({ call }) => <span translate="no">{call.call_id ?? '–'}</span>,
    },
    {
      id: 'event_id',
      header: 'Event',
      width: '110px',
      cardLabel: 'Event',
      isHiddenAtFirst: true,
      cell: ({ event }) => <span translate="no">{event.id}</span>,
    },
    {
      id: 'replay',
      header: 'Replay',
      hideHeader: true,
      width: 'var(--actions-width)',
      align: 'end',
      isFixed: true,
      cell: row => (
        <div className={classes.actions}>
          <ReplayCell row={row} name={spokenName(row, times)} />
          <RowMenuButton row={row} />
        </div>
      ),
    },
  ]
}

/** The columns that fit next to the details of an event, which show all the others, with their widths there. */
const BESIDE_DETAILS = new Map([
  ['selected', '44px'],
  ['state', 'var(--state-beside, 140px)'],
  ['failed_at', 'var(--time-beside, 134px)'],
  ['company', undefined],
  ['cause', undefined],
])

export function columnsBesideDetails<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns
    .filter(({ id }) => BESIDE_DETAILS.has(id))
    .map(({ width: _width, share: _share, ...column }) => {
      const width = BESIDE_DETAILS.get(column.id)
      return width === undefined ? column : { ...column, width }
    })
}

function failedAt({ event: { failed_at, unread_time }, call }: EventRow, times: Moments) {
  const stamp = failed_at ?? callTime(call)
  const time = stamp !== null && (
    <time className={classes.time} dateTime={stamp}>
      {times.moment(stamp)}
    </time>
  )
  if (failed_at !== null) return time
  return (
    <span className={classes.second}>
      {time && unread_time === undefined ? <>Call: {time}</> : unparsedTime(unread_time)}
    </span>
  )
}

/** Most causes start with it, so it is the first that a narrow column leaves out. */
const ANSWERED = 'Answered '

/** If a replay failed later than the time in the row, its cause comes with the time of the replay. */
function cause({ why, failedAgainAt }: EventRow, times: Moments) {
  const hasStatus = why.startsWith(ANSWERED)
  const text = (
    <>
      {hasStatus && <span className={cells.answered}>{ANSWERED}</span>}
      {hasStatus ? why.slice(ANSWERED.length) : why}
    </>
  )
  if (failedAgainAt === null) {
    return (
      <div className={classes.cause} title={why}>
        {text}
      </div>
    )
  }
  return (
    <div
      className={classes.cause}
      title={`${why}\nReplay: ${times.moment(failedAgainAt)}`}
      data-later
    >
      <span>{text}</span>
      <span className={classes.second}>Replay: {times.brief(failedAgainAt)}</span>
    </div>
  )
}

const MISSED_CALL_SAVER = 'Missed Call Saver'

/** The company's name is the row's link, for the keyboard and the middle mouse button. */
function company({ key, href, about, call, event, obstacle }: EventRow, times: Moments) {
  const name = companyName(call)
  const isMissedCallSaver = event.event === 'missed_call_saver'
  const isUnnamed = isBare(call, event)
  return (
    <>
      {/* The router's own link would take a third of the time of rendering a hundred rows. */}
      <a
        id={openLinkId(key)}
        href={href}
        data-opens
        data-about={['', about, ...momentOf(event, call, times)].join(', ')}
        data-kind={isMissedCallSaver || isUnnamed || obstacle !== null || undefined}
        // Rows cut a long name, and compact ones have no room for the name of the kind.
        title={isMissedCallSaver ? `${name}\n${MISSED_CALL_SAVER}` : name}
        className={classes.first}
        translate="no"
      >
        {name}
      </a>
      {isMissedCallSaver && (
        <div className={cells.kind} title={MISSED_CALL_SAVER}>
          {MISSED_CALL_SAVER}
        </div>
      )}
      {isUnnamed && (
        <div className={cells.id} translate="no">
          {about}
          {obstacle !== null && ' · can’t be replayed'}
        </div>
      )}
      {obstacle !== null && !isUnnamed && (
        <div className={classes.second}>
          {obstacle === 'payload' ? 'No payload to replay' : 'Can’t be replayed'}
        </div>
      )}
    </>
  )
}

/** Whether only its id can tell it from others. */
function isBare(call: EventRow['call'], { failed_at }: EventRow['event']): boolean {
  return !call.company && !call.caller_number && failed_at === null && callTime(call) === null
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
        // AI events name no caller, so this is their number.
        <div className={call.caller_number ? classes.second : classes.number} translate="no">
          {call.caller_number ? '→ ' : ''}
          {formatPhoneNumber(call.tracking_number)}
        </div>
      )}
      {!call.caller_number && call.call_id && (
        <div className={classes.second}>call {call.call_id}</div>
      )}
    </>
  )
}

function receiver(row: EventRow) {
  if (row.receiver === null) {
    return (
      <div className={classes.receiver}>
        <SetReceiver row={row} pathClass={classes.path} />
      </div>
    )
  }
  const { host, path } = row.receiver
  const url = shownUrl(row.event.callback_url ?? '')
  return (
    <div className={cells.named} data-named title={url || undefined}>
      {receiverParts(host, path)}
    </div>
  )
}

/** The host of a receiver and its path, which is cut in its middle: the end may tell two receivers apart. */
export function receiverParts(host: string, rawPath: string) {
  const path = shownReceiver(rawPath)
  const end = endOfPath(path)
  return (
    <>
      <span translate="no">{host}</span>
      <span className={cells.path} translate="no">
        <span>{path.slice(0, path.length - end.length)}</span>
        <span>{end}</span>
      </span>
    </>
  )
}

/** What stays visible when a long path is cut in its middle: its last segment, or the end of a long one. */
function endOfPath(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.length - LONGEST_END, 0))
}

const LONGEST_END = 14
