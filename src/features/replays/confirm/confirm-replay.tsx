import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import * as uiMessages from '../../../ui/messages.ts'
import classes from './confirm-replay.module.css'
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
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={({ key }) => key === 'Escape' && dialog.current?.close()}
    >
      <h2 id={id}>
        Replay {children}
        {isDelivered && ' again'}?
      </h2>
      <p>{isDelivered ? messages.alreadyDelivered : messages.sendsAgain}</p>
      <div className={classes.actions}>
        {/* Otherwise a drawer below would handle Escape. */}
        <Button
          variant="default"
          data-mantine-stop-propagation
          onClick={() => dialog.current?.close()}
        >
          {uiMessages.cancel}
        </Button>
        <Button
          data-mantine-stop-propagation
          onClick={() => {
            dialog.current?.close()
            onSend()
          }}
        >
          {isDelivered ? messages.sendItAgain : messages.sendIt}
        </Button>
      </div>
    </dialog>
  )
}
