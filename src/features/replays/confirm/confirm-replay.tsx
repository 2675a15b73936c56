import type { ReactNode } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import * as messages from './confirm-replay-messages.ts'

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
      confirm={
        handled ? messages.sendItAnyway : isDelivered ? messages.sendItAgain : messages.sendIt
      }
      onConfirm={onSend}
      onClose={onClose}
    >
      {handled
        ? messages.handledBy(handled.who)
        : isDelivered
          ? messages.alreadyDelivered
          : messages.sendsAgain}
    </ConfirmDialog>
  )
}
