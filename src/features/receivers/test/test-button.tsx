import { Button, Loader } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import * as messages from './messages.ts'

type TestButtonProps = {
  receiver: string
  size: 'xs' | 'sm'
  isTesting: boolean
  onTest: () => void
}

/** A `disabled` button would drop the keyboard's focus for as long as the test takes. */
export function TestButton({ receiver, size, isTesting, onTest }: TestButtonProps) {
  return (
    <Button
      size={size}
      variant="default"
      aria-label={messages.testReceiverNamed(receiver)}
      aria-disabled={isTesting}
      data-disabled={isTesting || undefined}
      onClick={isTesting ? undefined : onTest}
      leftSection={
        isTesting ? (
          <Loader size={14} color="currentColor" />
        ) : (
          <IconPlugConnected size={16} aria-hidden />
        )
      }
    >
      {messages.testReceiver}
    </Button>
  )
}
