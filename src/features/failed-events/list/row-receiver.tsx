import { receiverOf } from '../../../../contract/event/receiver-of.ts'
import {
  setReceiverOf,
  useReceiversOfNumbers,
} from '../../receivers/queries/receivers-of-numbers.ts'
import { SetReceiverLink } from '../../receivers/receiver-link.tsx'
import * as messages from '../messages.ts'
import classes from './event-columns.module.css'

/** For an event that names no receiver: the receiver of its tracking number, or a link to set one. */
export function RowReceiver({ trackingNumber }: { trackingNumber: string | null | undefined }) {
  const receiver = receiverOf(setReceiverOf(useReceiversOfNumbers(), trackingNumber))
  if (!trackingNumber) return 'Receiver and tracking number unknown, so it can’t be replayed'
  if (receiver === null) {
    return (
      <>
        {messages.receiverUnknown}
        {' · '}
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
