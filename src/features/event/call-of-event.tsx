import type { CallOfItem } from '../../../contract/failed-event.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { Time } from '../../format/time.tsx'
import classes from './call-of-event.module.css'

export function CallOfEvent({ call }: { call: CallOfItem }) {
  const { caller_number, tracking_number, at } = call
  const isBoth = caller_number !== null && tracking_number !== null
  return (
    <div className={classes.call}>
      {(caller_number !== null || tracking_number !== null) && (
        <span translate="no">
          {caller_number !== null && (
            <span className={classes.number}>{shownText(formatPhoneNumber(caller_number))}</span>
          )}
          {isBoth && ' '}
          {tracking_number !== null && (
            <span className={classes.number}>
              {isBoth && '→ '}
              {shownText(formatPhoneNumber(tracking_number))}
            </span>
          )}
        </span>
      )}
      {at !== null && (
        <span>
          Call of <Time stamp={at} as="moment" />
        </span>
      )}
    </div>
  )
}
