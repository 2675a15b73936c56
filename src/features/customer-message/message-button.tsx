import { IconMessage2 } from '@tabler/icons-react'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import type { MessagePanelProps } from './message-panel.tsx'

const MessagePanel = lazyPart(async () => (await import('./message-panel.tsx')).MessagePanel)

/** Copies a message about these events for the customer, and opens what else can be done with it. */
export function MessageButton(props: MessagePanelProps) {
  return (
    <PopoverButton
      label="Copy message"
      title="Message"
      isFresh
      isPlain={props.isInTable}
      icon={<IconMessage2 size={16} aria-hidden />}
    >
      {() => <MessagePanel {...props} />}
    </PopoverButton>
  )
}
