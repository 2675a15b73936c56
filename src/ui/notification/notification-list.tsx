import { Button } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { useState } from 'react'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { focusIfLost } from '../use-focus-if-lost.ts'
import classes from './notification-list.module.css'
import type { TransientMessage } from './notify.ts'

const CLOSE_MESSAGE = 'Close message'

const CLOSES_AFTER_MS = 6_000

/** Long enough to find the button by keyboard. */
const CLOSES_WITH_ACTION_AFTER_MS = 20_000

/** Messages at the bottom of the page. They stay while the pointer or the focus is on them. */
export default function NotificationList() {
  return (
    <Notifications
      position="bottom-center"
      limit={3}
      containerWidth={480}
      allowScrollDismiss={false}
      autoClose={false}
      classNames={{ root: classes.list }}
    />
  )
}

export function showMessage(message: TransientMessage): void {
  const { topic, action, isSuccess = true } = message
  const id = topic === undefined ? randomId() : `message-${topic}`
  const after = isSuccess ? (action ? CLOSES_WITH_ACTION_AFTER_MS : CLOSES_AFTER_MS) : null
  const shown = {
    id,
    role: 'status',
    color: isSuccess ? undefined : 'yellow',
    // A new message of the topic gets a new element. Screen readers announce the change.
    message: <Message key={randomId()} id={id} {...message} />,
    closeButtonProps: { 'aria-label': CLOSE_MESSAGE },
    onOpen: () => closeLater(id, after),
    onClose: () => {
      stopClosing(id)
      returnFocus(id)
    },
  }
  noteFocus(id)
  const { notifications: open, queue } = notificationsStore.getState()
  if ([...open, ...queue].every(other => other.id !== id)) {
    notifications.show(shown)
    return
  }
  notifications.update(shown)
  closeLater(id, after)
  // The button of the message before is gone, perhaps with the focus.
  focusIfLost({
    current: document.getElementById(id)?.querySelector(`[aria-label="${CLOSE_MESSAGE}"]`) ?? null,
  })
}

/** What had the focus when a message appeared, by its id: most often the control that it is about. */
const focusedBefore = new Map<string, HTMLElement>()

function noteFocus(id: string): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  if (focused.closest(`.${classes.message}`) === null) focusedBefore.set(id, focused)
}

/** A message that closes with the focus gives it back, or else to the page. */
function returnFocus(id: string): void {
  const before = focusedBefore.get(id)
  focusedBefore.delete(id)
  if (!document.getElementById(id)?.contains(document.activeElement)) return
  for (const next of [before, document.querySelector('main')]) {
    next?.focus({ preventScroll: true })
    if (document.activeElement === next) return
  }
}

const closing = new Map<string, ReturnType<typeof setInterval>>()

/** The library's own timer keeps running while the message has the focus. */
function closeLater(id: string, after: number | null): void {
  stopClosing(id)
  if (after === null) return
  const close = () => {
    if (!document.getElementById(id)?.matches(':hover, :focus-within')) notifications.hide(id)
  }
  closing.set(id, setInterval(close, after))
}

function stopClosing(id: string): void {
  clearInterval(closing.get(id))
  closing.delete(id)
}

function Message({ id, text, action, topic }: TransientMessage & { id: string }) {
  const [isRunning, setRunning] = useState(false)
  const run = () => {
    // With a topic, the result replaces this message.
    if (topic === undefined) notifications.hide(id)
    else setRunning(true)
    const end = () => setRunning(false)
    void Promise.resolve(action?.run()).then(end, end)
  }
  return (
    <div className={classes.message}>
      <span>{text}</span>
      {action && (
        <Button size="xs" loading={isRunning} onClick={run}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
