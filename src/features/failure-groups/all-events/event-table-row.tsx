import { Link } from '@tanstack/react-router'
import { type MouseEvent, memo, type Ref } from 'react'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { useTimes } from '../../../format/times.ts'
import { openLinkId } from '../../event/event-row.ts'
import { toldMoment } from '../../event/fields/call-fields.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import classes from './event-table.module.css'

type EventTableRowProps = Pick<ListProps, 'search' | 'onSearch'> & {
  ref: Ref<HTMLTableRowElement>
  index: number
  event: EventFacts
  eventKey: string
  isOpen: boolean
}

export const EventTableRow = memo(function EventTableRow(props: EventTableRowProps) {
  const { ref, index, event, eventKey, isOpen, search, onSearch } = props
  const times = useTimes()
  const stamp = event.read.event.failed_at
  const opened = { ...search, event: eventKey }
  return (
    // The company's name does the same for the keyboard.
    <tr
      ref={ref}
      data-index={index}
      data-open={isOpen || undefined}
      aria-rowindex={index + 2}
      onClick={click => isOnRowItself(click) && onSearch(opened)}
    >
      <td>
        {stamp === null ? (
          <span className={classes.second}>
            {toldMoment(event.read.event.unknown_fields.failed_at)}
          </span>
        ) : (
          <time dateTime={stamp}>{times.moment(stamp)}</time>
        )}
      </td>
      <td>
        <Link
          id={openLinkId(eventKey)}
          to="."
          search={opened}
          resetScroll={false}
          preload={false}
          className={classes.first}
          translate="no"
        >
          {event.company}
        </Link>
        {event.callId && <div className={classes.second}>call {event.callId}</div>}
      </td>
      <td>
        <div translate="no">{event.caller ? formatPhoneNumber(event.caller) : '–'}</div>
        {event.trackingNumber && (
          <div className={classes.second} translate="no">
            → {formatPhoneNumber(event.trackingNumber)}
          </div>
        )}
      </td>
      <td>
        <div className={classes.cause}>{event.cause}</div>
      </td>
      <td>
        <div className={classes.receiver} translate="no">
          {event.receiver}
        </div>
      </td>
    </tr>
  )
})

/** Not on its link, and not at the end of selecting text. */
function isOnRowItself(click: MouseEvent<HTMLTableRowElement>): boolean {
  const isOnLink = click.target instanceof Element && click.target.closest('a')
  return !isOnLink && window.getSelection()?.isCollapsed !== false
}
