import { Button } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '../../../api/error-messages.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import * as messages from '../states/messages.ts'
import classes from './handled-control.module.css'
import type { SelectionScope } from './selection.ts'
import { useHandledEvents } from './use-handled-events.ts'

type HandleSelectedProps = {
  scope: SelectionScope
  events: NamedTarget[]
  /** How many of them are not in the filtered list on screen. */
  outside: number
}

/**
 * Marks the selected events as handled in another way than by a replay. They stay selected. Asks first if
 * some of them are not on screen.
 */
export function HandleSelected({ scope, events, outside }: HandleSelectedProps) {
  const change = useHandledEvents(scope)
  const [isAsking, setAsking] = useState(false)
  const mark = () => change.mutate({ events, isHandled: true })
  // The question closes the bar on phones, so the message would not be seen there.
  const markAll = () =>
    change.mutate(
      { events, isHandled: true },
      { onError: error => notify({ text: textOf(error) }) },
    )
  return (
    <div className={classes.control}>
      <Button
        size="xs"
        variant="default"
        // A `disabled` button would lose the focus.
        aria-disabled={change.isPending}
        data-disabled={change.isPending || undefined}
        onClick={change.isPending ? undefined : outside > 0 ? () => setAsking(true) : mark}
      >
        {messages.markAsHandled}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={messages.markAllAsHandled(events.length)}
          confirm={messages.markAsHandled}
          onConfirm={markAll}
          onClose={() => setAsking(false)}
        >
          {messages.someNotInList(outside, events.length)}
        </ConfirmDialog>
      )}
      {change.error && outside === 0 && (
        <p className={classes.problem} role="alert">
          {textOf(change.error)}
        </p>
      )}
    </div>
  )
}

function textOf(error: Error): string {
  const { title, message } = describeError(error)
  return `${title}. ${message}`
}
