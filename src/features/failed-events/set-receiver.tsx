import { receiverOf } from '../../../contract/event/receiver-of.ts'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import type { EventRow } from '../event/event-row.ts'
import { useReceiverUrl } from '../receivers/queries/receivers-query.ts'
import { SetReceiverLink } from '../receivers/receiver-link.tsx'

type SetReceiverProps = { row: EventRow; pathClass?: string | undefined }

/** For an event that names no receiver: the receiver of its tracking number, or a link to set one. */
export function SetReceiver({ row, pathClass }: SetReceiverProps) {
  const { obstacle, call } = row
  const { tracking_number: trackingNumber } = call
  const receiver = receiverOf(useReceiverUrl(row))
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
      <span className={pathClass}>{shownReceiver(receiver.path)}</span> ·{' '}
      <SetReceiverLink trackingNumber={trackingNumber}>set in Settings</SetReceiverLink>
    </>
  )
}
