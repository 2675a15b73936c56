import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import * as uiMessages from '../../ui/messages.ts'
import classes from './confirm-replay.module.css'
import * as messages from './messages.ts'
import type { AskedReplay } from './use-list-shortcuts.ts'

/** Asks for confirmation before a key sends something to a customer's system. */
export function ConfirmReplay({ asked, onClose }: { asked: AskedReplay; onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const { name, button } = asked
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>
        Replay the event of <span translate="no">{name}</span>?
      </h2>
      <p>{messages.sendsAgain}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          {uiMessages.cancel}
        </Button>
        <Button
          onClick={() => {
            dialog.current?.close()
            button.click()
          }}
        >
          {messages.sendIt}
        </Button>
      </div>
    </dialog>
  )
}
