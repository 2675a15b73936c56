import { IconMessage2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import type { EventsMessageProps } from './events-message.tsx'
import type { RunMessageProps } from './message-of-run.tsx'

const EventsMessage = lazyPart(async () => (await import('./events-message.tsx')).EventsMessage)

const RunMessage = lazyPart(async () => (await import('./message-of-run.tsx')).RunMessage)

/** Copies a message about these events for the customer, and opens what else can be done with it. */
export function MessageButton({
  isInTable = false,
  hasLabel = !isInTable,
  obstacle = null,
  ...props
}: EventsMessageProps & {
  isInTable?: boolean
  /** Whether a table has room for the label. */
  hasLabel?: boolean
  /** Why there is no message about all of them yet; null if there is. */
  obstacle?: string | null
}) {
  return (
    <MessagePopover
      isInTable={isInTable}
      obstacle={obstacle}
      isIconOnly={isInTable ? !hasLabel : 'on phones'}
    >
      <EventsMessage {...props} />
    </MessagePopover>
  )
}

export function RunMessageButton(props: RunMessageProps) {
  return (
    <MessagePopover>
      <RunMessage {...props} />
    </MessagePopover>
  )
}

function MessagePopover(props: {
  isInTable?: boolean
  obstacle?: string | null
  isIconOnly?: boolean | 'on phones'
  children: ReactNode
}) {
  const { isInTable, obstacle = null, isIconOnly, children } = props
  return (
    <PopoverButton
      label="Copy message"
      title="Message"
      isFresh
      isPlain={isInTable}
      obstacle={obstacle}
      isIconOnly={isIconOnly ?? false}
      icon={<IconMessage2 size={16} aria-hidden />}
    >
      {() => children}
    </PopoverButton>
  )
}
