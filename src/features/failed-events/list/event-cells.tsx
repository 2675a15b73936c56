import type { ReactNode } from 'react'
import { callTime } from '../../../../contract/event-page.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { shownUrl } from '../../../../contract/text/shown-text.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { companyName, type EventRow, openLinkId } from '../../event/event-row.ts'
import { unparsedTime } from '../../event/fields/shown-values.ts'
import * as messages from '../messages.ts'
import cells from './event-cells.module.css'
import classes from './event-columns.module.css'

/** The name of the layout of all tables of failed events. */
export const EVENT_TABLE = 'failed-events'

/** Most causes start with it, so it is the first that a narrow column leaves out. */
const ANSWERED = 'Answered '

/** The cells that only show what an event contains, by the ids of their columns. */
export function eventCells(times: Pick<Times, 'moment'>) {
  const time = (stamp: string) => (
    <time className={classes.time} dateTime={stamp}>
      {times.moment(stamp)}
    </time>
  )
  return {
    failed_at: ({ event: { failed_at, unread_time }, call }) => {
      if (failed_at !== null) return time(failed_at)
      const ofCall = callTime(call)
      return ofCall === null || unread_time !== undefined ? (
        <span className={classes.second}>{unparsedTime(unread_time)}</span>
      ) : (
        <span className={classes.second}>
          {messages.timeOfCall} {time(ofCall)}
        </span>
      )
    },
    company: row => company(row, times),
    caller,
    cause: ({ why }) => (
      <div className={classes.cause} title={why}>
        {why.startsWith(ANSWERED) ? (
          <>
            <span className={cells.answered}>{ANSWERED}</span>
            {why.slice(ANSWERED.length)}
          </>
        ) : (
          why
        )}
      </div>
    ),
    attempts: ({ event }) => event.attempt_count ?? '–',
    call_id: ({ call }) => <span translate="no">{call.call_id ?? '–'}</span>,
    event_id: ({ event }) => <span translate="no">{event.id}</span>,
  } satisfies Record<string, (row: EventRow) => ReactNode>
}

/**
 * The name of a row's event for screen readers, which read its buttons one after the other:
 * "call from +27 84 555 6689 to Acme Cars, 22 Nov, 07:42:10".
 */
export function spokenName({ about, call, event }: EventRow, times: Pick<Times, 'moment'>): string {
  return [`${about} to ${companyName(call)}`, ...momentOf(event, call, times)].join(', ')
}

export function momentOf(
  { failed_at }: EventRow['event'],
  call: EventRow['call'],
  times: Pick<Times, 'moment'>,
): string[] {
  const stamp = failed_at ?? callTime(call)
  return stamp === null ? [] : [times.moment(stamp)]
}

/** The company's name is the row's link, for the keyboard and the middle mouse button. */
function company(
  { key, href, about, call, event, obstacle }: EventRow,
  times: Pick<Times, 'moment'>,
) {
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
        // Compact rows have no room for the name of the kind.
        title={isMissedCallSaver ? messages.missedCallSaver : undefined}
        className={classes.first}
        translate="no"
      >
        {companyName(call)}
      </a>
      {isMissedCallSaver && (
        <div className={cells.kind} title={messages.missedCallSaver}>
          {messages.missedCallSaver}
        </div>
      )}
      {isUnnamed && (
        <div className={cells.id} translate="no">
          {about}
          {obstacle !== null && messages.soCannotBeReplayed}
        </div>
      )}
      {obstacle !== null && !isUnnamed && (
        <div className={classes.second}>
          {obstacle === 'payload' ? messages.noPayload : messages.cannotBeReplayed}
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
        <div className={classes.second}>{messages.callNumber(call.call_id)}</div>
      )}
    </>
  )
}

/** @param otherwise of an event that names no receiver */
export function receiverCell({ receiver, event }: EventRow, otherwise: ReactNode) {
  if (receiver === null) return <div className={classes.receiver}>{otherwise}</div>
  const { host, path } = receiver
  return (
    <div className={cells.named} data-named title={shownUrl(event.callback_url ?? '') || undefined}>
      {receiverParts(host, path)}
    </div>
  )
}

/** The host of a receiver and its path, which is cut in its middle: the end may tell two receivers apart. */
export function receiverParts(host: string, path: string) {
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
