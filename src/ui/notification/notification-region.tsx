import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import type { ReactNode, Ref } from 'react'
import classes from './notification-region.module.css'

type NotificationRegionProps = {
  /** null if there is no message. */
  message: { text: string; tone: 'good' | 'wait' | 'bad' } | null
  onClose: () => void
  closeRef?: Ref<HTMLButtonElement>
  /** The Undo button, if the action can be undone. */
  children?: ReactNode
}

/**
 * Shows what the last action did and announces it to screen readers. The region is always rendered,
 * because screen readers announce only changes inside an existing region.
 */
export function NotificationRegion(props: NotificationRegionProps) {
  const { message, onClose, closeRef, children } = props
  return (
    <div role="status">
      {message && (
        <div className={classes.notification} data-tone={message.tone}>
          <p>{message.text}</p>
          {children}
          <CloseButton ref={closeRef} aria-label="Close this message" onClick={onClose} />
        </div>
      )}
    </div>
  )
}
