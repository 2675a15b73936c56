import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import * as messages from './confirm-replay-messages.ts'

export type ReplayQuestionProps = {
  /** What is replayed: "the event of Acme Cars". */
  children: ReactNode
  /** Whether a replay has delivered it, so that the receiver may store it twice. */
  isDelivered: boolean
  onSend: () => void
  onClose: () => void
}

/** Asks for confirmation before something is sent to a customer's system. */
export function ConfirmReplay({ children, isDelivered, onSend, onClose }: ReplayQuestionProps) {
  return (
    <ConfirmDialog
      title={
        <>
          Replay {children}
          {isDelivered && ' again'}?
        </>
      }
      confirm={isDelivered ? messages.sendItAgain : messages.sendIt}
      onConfirm={onSend}
      onClose={onClose}
    >
      {isDelivered ? messages.alreadyDelivered : messages.sendsAgain}
    </ConfirmDialog>
  )
}
