import { IconMessage2 } from '@tabler/icons-react'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import type { CustomerMessageProps } from './customer-message.tsx'

export const CustomerMessage = lazyPart(() => import('./customer-message.tsx'))

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
      isTall
      isPlain={isInTable}
      obstacle={obstacle}
      isIconOnly={!hasLabel && 'on phones'}
      icon={<IconMessage2 size={16} aria-hidden />}
    >
      {() => <CustomerMessage {...message} />}
    </PopoverButton>
  )
}
