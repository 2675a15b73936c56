import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { useRef } from 'react'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import type { Notification } from './batch/notification.ts'
import classes from './notification-region.module.css'
import { UndoButton } from './unblock/undo-button.tsx'

type NotificationRegionProps = {
  item: Notification | null
  onNotify: (item: Notification | null) => void
}

/**
 * Shows what the last action did and announces it to screen readers. The region is always rendered,
 * because screen readers announce only changes inside an existing region.
 */
export function NotificationRegion({ item, onNotify }: NotificationRegionProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <div role="status">
      {item && (
        <div className={classes.notification} data-success={item.isSuccess}>
          <p>{item.text}</p>
          {item.undo && (
            <UndoButton
              key={item.undo}
              id={item.undo}
              onUndone={notification => {
                onNotify(notification)
                focusIfLost(close)
              }}
            />
          )}
          <CloseButton ref={close} aria-label="Close this message" onClick={() => onNotify(null)} />
        </div>
      )}
    </div>
  )
}
