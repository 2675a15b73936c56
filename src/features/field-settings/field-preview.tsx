import { useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { readEvent } from '../../../contract/fields/read-event.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import { useTimes } from '../../format/times.ts'
import { eventRow } from '../event/event-row.ts'
import { callTime } from '../event/fields/call-fields.ts'
import classes from './field-settings.module.css'
import * as messages from './messages.ts'

type FieldPreviewProps = {
  list: FailedEventList
  items: unknown[]
  map: FieldMap
  timeZone: string
}

const ROWS = 3
const ANYWHERE = { from: '2000-01-01', to: '2000-01-01', page: 1, size: ROWS }

/** A preview of the first events in the list. */
export function FieldPreview({ list, items, map, timeZone }: FieldPreviewProps) {
  const times = useTimes()
  const rows = useMemo(
    () =>
      items.slice(0, ROWS).map((item, index) => {
        const event = readEvent(item, { map, zone: timeZone })
        return { index, ...eventRow({ ...event, id: event.id ?? '' }, { ...ANYWHERE, list }) }
      }),
    [list, items, map, timeZone],
  )
  const time = (stamp: string | null) => (stamp === null ? messages.unknown : times.moment(stamp))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.preview} aria-label={messages.preview} tabIndex={0}>
      <table>
        <caption>{messages.preview}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.failedAtColumn(times.zone)}</th>
            <th scope="col">{messages.companyColumn}</th>
            <th scope="col">{messages.callerColumn}</th>
            <th scope="col">{messages.causeColumn}</th>
            <th scope="col">{messages.receiverColumn}</th>
            <th scope="col">{messages.attemptsColumn}</th>
            <th scope="col">{messages.eventColumn}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, event, call, why, receiver }) => (
            <tr key={index}>
              <td>
                {event.failed_at === null && callTime(call) !== null
                  ? messages.timeOfCall(time(callTime(call)))
                  : time(event.failed_at)}
              </td>
              <td translate="no">{call.company?.name ?? messages.unknown}</td>
              <td translate="no">
                {call.caller_number ? formatPhoneNumber(call.caller_number) : '–'}
              </td>
              <td>{why}</td>
              <td translate="no">{receiver?.host ?? messages.unknown}</td>
              <td>{event.attempt_count ?? '–'}</td>
              <td translate="no">{event.id || messages.identifiedByContent}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
