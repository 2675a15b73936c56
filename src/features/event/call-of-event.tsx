import type { CallOfItem } from '../../../contract/failed-event.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { formatPhoneNumber } from '../../format/phone-number.ts'
import { useTimes } from '../../format/times.ts'
import classes from './call-of-event.module.css'

/** The numbers and the time of a call. */
export function CallOfEvent({ call }: { call: CallOfItem }) {
  const { caller_number, tracking_number, at } = call
  const times = useTimes()
  const numbers = [caller_number, tracking_number].filter(number => number !== null)
  return (
    <div className={classes.call}>
      {numbers.length > 0 && (
        <span translate="no">{shownText(numbers.map(formatPhoneNumber).join(' → '))}</span>
      )}
      {at !== null && (
        <span>
          Call of <time dateTime={at}>{times.moment(at)}</time>
        </span>
      )}
    </div>
  )
}
