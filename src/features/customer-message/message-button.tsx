import { IconMessage2 } from '@tabler/icons-react'
import { useRef } from 'react'
import { ModalDialog } from '../../ui/confirm/modal-dialog.tsx'
import { close } from '../../ui/messages.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import type { CustomerMessageProps } from './customer-message.tsx'
import classes from './message-button.module.css'

const CustomerMessage = lazyPart(
  async () => (await import('./customer-message.tsx')).CustomerMessage,
)

type MessageButtonProps = CustomerMessageProps & {
  isInTable?: boolean
  /** Whether there is room for the label on phones. */
  hasLabel?: boolean
  /** Why there is no message about all of them yet; null if there is. */
  obstacle?: string | null
}

/** Opens a message about these events, to read it before it is copied. */
export function MessageButton(props: MessageButtonProps) {
  const { isInTable = false, hasLabel = false, obstacle = null, ...message } = props
  return (
    <PopoverButton
      label="Copy message"
      shown="Message"
      title="Message"
      isFresh
      isPlain={isInTable}
      obstacle={obstacle}
      isIconOnly={!hasLabel && 'on phones'}
      icon={<IconMessage2 size={16} aria-hidden />}
    >
      {() => <CustomerMessage {...message} />}
    </PopoverButton>
  )
}

/** The same where there is no button that a popover could belong to. */
export function MessageDialog({
  onClose,
  ...message
}: CustomerMessageProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <ModalDialog ref={dialog} title="Message" className={classes.dialog} onClose={onClose}>
      <CustomerMessage {...message} />
      <PlainButton onClick={() => dialog.current?.close()}>{close}</PlainButton>
    </ModalDialog>
  )
}
