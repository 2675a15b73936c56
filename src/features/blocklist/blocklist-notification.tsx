import { useRef } from 'react'
import { NotificationRegion } from '../../ui/notification/notification-region.tsx'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import type { Notification } from './batch/notification.ts'
import { UndoButton } from './unblock/undo-button.tsx'

type BlocklistNotificationProps = {
  item: Notification | null
  onNotify: (item: Notification | null) => void
}

/** Shows what the last action did, with Undo after an unblock. */
export function BlocklistNotification({ item, onNotify }: BlocklistNotificationProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <NotificationRegion
      message={item && { text: item.text, tone: item.isSuccess ? 'good' : 'wait' }}
      closeRef={close}
      onClose={() => onNotify(null)}
    >
      {item?.undo && (
        <UndoButton
          key={item.undo}
          id={item.undo}
          onUndone={notification => {
            onNotify(notification)
            focusIfLost(close)
          }}
        />
      )}
    </NotificationRegion>
  )
}
