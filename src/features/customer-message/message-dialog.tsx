import { useRef } from 'react'
import { ModalDialog } from '../../ui/confirm/confirm-dialog.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import type { CustomerMessageProps } from './customer-message.tsx'
import { CustomerMessage } from './message-button.tsx'
import classes from './message-dialog.module.css'

/** A message about these events where there is no button that a popover could belong to. */
export function MessageDialog({
  onClose,
  ...message
}: CustomerMessageProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <ModalDialog ref={dialog} title="Message" className={classes.dialog} onClose={onClose}>
      <CustomerMessage {...message} />
      <PlainButton onClick={() => dialog.current?.close()}>Close</PlainButton>
    </ModalDialog>
  )
}
