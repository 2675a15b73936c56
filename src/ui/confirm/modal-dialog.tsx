import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useId } from 'react'
import { createPortal } from 'react-dom'
import classes from '../dialog.module.css'

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
      className={clsx(classes.dialog, className)}
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
