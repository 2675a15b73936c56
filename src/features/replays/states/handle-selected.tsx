import { Button } from '@mantine/core'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { describeError } from '../../../api/error-messages.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import classes from './handled-control.module.css'
import * as messages from './messages.ts'
import { useHandledEvents } from './use-handled-events.ts'

type HandleSelectedProps = {
  list: FailedEventList
  events: NamedTarget[]
}

/** Marks the selected events as handled in another way than by a replay. They stay selected. */
export function HandleSelected({ list, events }: HandleSelectedProps) {
  const change = useHandledEvents(list)
  const problem = change.error && describeError(change.error)
  return (
    <div className={classes.control}>
      <Button
        size="xs"
        variant="default"
        // A `disabled` button would lose the focus.
        aria-disabled={change.isPending}
        data-disabled={change.isPending || undefined}
        onClick={change.isPending ? undefined : () => change.mutate({ events, isHandled: true })}
      >
        {messages.markAsHandled}
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem.title}. {problem.message}
        </p>
      )}
    </div>
  )
}
