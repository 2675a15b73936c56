import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import dialogClasses from '../dialog.module.css'
import { PlainButton } from '../plain-button.tsx'
import classes from './confirm-dialog.module.css'

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
  /** The dialog shows the outcome of what is pending, so it can't be closed before. */
  isBusy?: boolean
  /** The label of the button that closes it. */
  cancel?: string
}

/** Stays open after the confirmation until its caller closes it. */
export function LastingConfirmDialog(props: LastingConfirmDialogProps) {
  const { ref, title, children, confirm, onConfirm, onClose } = props
  const { isBusy = false, isPending = isBusy, cancel = 'Cancel' } = props
  return (
    <ModalDialog ref={ref} title={title} isBusy={isBusy} onClose={onClose}>
      <div className={classes.text}>{children}</div>
      <div className={classes.actions}>
        {/* Otherwise a drawer below would handle Escape. */}
        <PlainButton
          data-mantine-stop-propagation
          isOff={isBusy}
          onClick={() => ref.current?.close()}
        >
          {cancel}
        </PlainButton>
        <PlainButton
          data-primary
          data-mantine-stop-propagation
          isLoading={isPending}
          onClick={onConfirm}
        >
          {confirm}
        </PlainButton>
      </div>
    </ModalDialog>
  )
}

type ModalDialogProps = {
  /** Its `close` closes the dialog, which returns the focus. */
  ref: RefObject<HTMLDialogElement | null>
  title: ReactNode
  className?: string | undefined
  /** An action is in progress whose outcome is shown here, so Escape doesn't close it. */
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/** A native dialog, which opens above drawers. It is open as long as it is rendered. */
export function ModalDialog(props: ModalDialogProps) {
  const { ref, title, className, isBusy = false, onClose, children } = props
  const id = useId()
  useEffect(() => ref.current?.showModal(), [ref])
  // In the body, because a click on it would also be a click on the table row that it is for.
  return createPortal(
    <dialog
      ref={ref}
      className={clsx(dialogClasses.dialog, className)}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={cancel => isBusy && cancel.preventDefault()}
      // Otherwise a drawer below would handle Escape.
      onKeyDown={press => {
        if (press.key !== 'Escape') return
        press.preventDefault()
        if (!isBusy) ref.current?.close()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  )
}
