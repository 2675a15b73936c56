import type { ReactNode } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'

/* The question loads when it is first asked, so its texts are apart from those of the rows. */

const sendsAgain = 'Redial sends it to the company’s system again.'

const alreadyDelivered =
  'A replay has already delivered this event. If it is sent again, the receiver may store it twice.'

/** "Thandi marked this event as handled. …" */
const handledBy = (who: string | null) =>
  `${who ?? 'Somebody'} marked this event as handled in another way. If it is sent anyway, the receiver may have it twice.`

const sendIt = 'Send it'

const sendItAgain = 'Send it again'

const sendItAnyway = 'Send it anyway'

export type ReplayQuestionProps = {
  /** What is replayed: "the event of Acme Cars". */
  children: ReactNode
  /** Whether a replay has delivered it, so that the receiver may store it twice. */
  isDelivered: boolean
  /** The mark of an event that somebody has handled. */
  handled?: EventState | undefined
  onSend: () => void
  onClose: () => void
}

/** Asks for confirmation before something is sent to a customer's system. */
export function ConfirmReplay(props: ReplayQuestionProps) {
  const { children, isDelivered, handled, onSend, onClose } = props
  return (
    <ConfirmDialog
      title={
        <>
          Replay {children}
          {isDelivered && ' again'}
          {handled && ' anyway'}?
        </>
      }
      confirm={handled ? sendItAnyway : isDelivered ? sendItAgain : sendIt}
      onConfirm={onSend}
      onClose={onClose}
    >
      {handled ? handledBy(handled.who) : isDelivered ? alreadyDelivered : sendsAgain}
    </ConfirmDialog>
  )
}
