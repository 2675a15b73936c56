import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
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
export function ConfirmDialog({ onConfirm, ...props }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <LastingConfirmDialog
      {...props}
      ref={dialog}
      onConfirm={() => {
        dialog.current?.close()
        onConfirm()
      }}
    />
  )
}

type LastingConfirmDialogProps = ConfirmDialogProps & {
  /** Its `close` closes the dialog. */
  ref: RefObject<HTMLDialogElement | null>
  isPending?: boolean
}

/** Stays open after the confirmation until its caller closes it. */
export function LastingConfirmDialog(props: LastingConfirmDialogProps) {
  const { ref, title, children, confirm, isPending = false, onConfirm, onClose } = props
  return (
    <ModalDialog ref={ref} title={title} onClose={onClose}>
      <div className={classes.text}>{children}</div>
      <div className={classes.actions}>
        {/* Otherwise a drawer below would handle Escape. */}
        <Button data-mantine-stop-propagation onClick={() => ref.current?.close()}>
          {messages.cancel}
        </Button>
        {/* A `disabled` button would lose the focus. */}
        <Button
          variant="filled"
          aria-disabled={isPending}
          data-disabled={isPending || undefined}
          data-mantine-stop-propagation
          onClick={isPending ? undefined : onConfirm}
        >
          {confirm}
        </Button>
      </div>
    </ModalDialog>
  )
}
