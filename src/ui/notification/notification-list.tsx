import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import classes from './notification-list.module.css'
import type { TransientMessage } from './notify.ts'

const CLOSES_AFTER_MS = 6_000

/** Long enough to find the button by keyboard. */
const CLOSES_WITH_ACTION_AFTER_MS = 20_000

/** Messages at the bottom of the page. They stay while the pointer or the focus is on them. */
export function NotificationList() {
  return (
    <Notifications
      position="bottom-center"
      limit={3}
      containerWidth={420}
      allowScrollDismiss={false}
      classNames={{ root: classes.list }}
    />
  )
}

export function showMessage({ text, action }: TransientMessage): void {
  const id = notifications.show({
    role: 'status',
    message: (
      <div className={classes.message}>
        <span>{text}</span>
        {action && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    ),
    closeButtonProps: { 'aria-label': 'Close message' },
    autoClose: action ? CLOSES_WITH_ACTION_AFTER_MS : CLOSES_AFTER_MS,
  })
}
