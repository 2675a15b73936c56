import { receiverOf } from '../../../../contract/event/receiver-of.ts'
import type { EventRow } from '../../event/event-row.ts'
import {
  setReceiverOf,
  useReceiversOfNumbers,
} from '../../receivers/queries/receivers-of-numbers.ts'
import { SetReceiverLink } from '../../receivers/receiver-link.tsx'
import classes from './event-columns.module.css'

type RowReceiverProps = Pick<EventRow, 'obstacle'> & { trackingNumber: string | null | undefined }

/** For an event that names no receiver: the receiver of its tracking number, or a link to set one. */
export function RowReceiver({ trackingNumber, obstacle }: RowReceiverProps) {
  const receiver = receiverOf(setReceiverOf(useReceiversOfNumbers(), trackingNumber))
  if (obstacle === 'payload' && receiver === null) return 'Receiver unknown'
  if (!trackingNumber) return 'Receiver and tracking number unknown, so it can’t be replayed'
  if (receiver === null) {
    return (
      <>
        Receiver unknown ·{' '}
        <SetReceiverLink trackingNumber={trackingNumber}>Set its receiver</SetReceiverLink>
      </>
    )
  }
  return (
    <>
      {receiver.host}
      <span className={classes.path}>{receiver.path}</span> ·{' '}
      <SetReceiverLink trackingNumber={trackingNumber}>set in Settings</SetReceiverLink>
    </>
  )
}
