import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import * as messages from '../messages.ts'
import classes from './confirm-dialog.module.css'
import { ModalDialog } from './modal-dialog.tsx'

type ConfirmDialogProps = {
  title: ReactNode
  /** What happens if the person confirms. */
  children: ReactNode
  /** The label of the button that confirms. */
  confirm: string
  onConfirm: () => void
  /** Called after `onConfirm`, too. */
  onClose: () => void
}

/** Asks for confirmation. It is open as long as it is rendered. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, onConfirm, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <ModalDialog ref={dialog} title={title} onClose={onClose}>
      <div className={classes.text}>{children}</div>
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
    </ModalDialog>
  )
}
