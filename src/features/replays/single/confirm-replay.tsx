import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { WAITS } from '../replay-messages.ts'

type ConfirmReplayProps = {
  latest: ReplayItem | null
  /** What is replayed: "the event of Acme Cars". */
  name: string
  /** Whether a replay has delivered it, so that the receiver may store it twice. */
  isDelivered: boolean
  /** Whether it was replayed three times or more, so that it may fail for a reason of its own. */
  isOften: boolean
  /** The mark of an event that somebody has handled. */
  handled: EventState | undefined
  onSend: () => void
  onClose: () => void
}

/** Asks for confirmation before something is sent to a customer's system. */
export default function ConfirmReplay(props: ConfirmReplayProps) {
  const { latest, name, isDelivered, isOften, handled, onSend, onClose } = props
  return (
    <ConfirmDialog
      title={`Replay ${name}${isDelivered ? ' again' : ''}${handled ? ' anyway' : ''}?`}
      confirm={handled ? 'Send it anyway' : isDelivered ? 'Send it again' : 'Send it'}
      onConfirm={onSend}
      onClose={onClose}
    >
      {isOften && 'Replayed three times already. '}
      {handled
        ? `${handled.who ?? 'Somebody'} marked this event as handled in another way. If it is sent anyway, the receiver may have it twice.`
        : isDelivered
          ? 'A replay has already delivered this event. If it is sent again, the receiver may store it twice.'
          : 'Redial sends it to the company’s system again.'}
      {latest?.waits_for &&
        ` It already waits in ${WAITS[latest.waits_for].where}. If it arrives now, that replay skips it.`}
    </ConfirmDialog>
  )
}
