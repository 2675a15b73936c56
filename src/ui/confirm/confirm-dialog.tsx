import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import dialogClasses from '../dialog.module.css'
import * as messages from '../messages.ts'
import classes from './confirm-dialog.module.css'

type ConfirmDialogProps = {
  /** The question. */
  title: ReactNode
  /** What happens if the person confirms. */
  children: ReactNode
  /** The label of the button that confirms. */
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. It is open as long as it is rendered. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, onConfirm, onClose } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  // In the body, because a click on it would also be a click on the table row that it is for.
  return createPortal(
    <dialog
      ref={dialog}
      className={dialogClasses.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={({ key }) => key === 'Escape' && dialog.current?.close()}
    >
      <h2 id={id}>{title}</h2>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>
        {/* Otherwise a drawer below would handle Escape. */}
        <Button
          variant="default"
          data-mantine-stop-propagation
          onClick={() => dialog.current?.close()}
        >
          {messages.cancel}
        </Button>
        <Button
          data-mantine-stop-propagation
          onClick={() => {
            dialog.current?.close()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </div>
    </dialog>,
    document.body,
  )
}
