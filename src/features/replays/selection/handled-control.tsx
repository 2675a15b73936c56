import { Button } from '@mantine/core'
import type { EventState } from '../../../../contract/event-state.ts'
import { describeError } from '../../../api/error-messages.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import * as messages from '../states/messages.ts'
import classes from './handled-control.module.css'
import { useHandledEvents } from './use-handled-events.ts'

type HandledControlProps = {
  target: ReplayTarget
  state: EventState | null
}

/** Marks the open event as handled in another way than by a replay, or undoes that. */
export function HandledControl({ target, state }: HandledControlProps) {
  const change = useHandledEvents(target)
  if (state?.state === 'delivered' || state?.state === 'sending') return null
  const isHandled = state?.state === 'handled'
  const problem = change.error && describeError(change.error)
  return (
    <div className={classes.control}>
      <Button
        variant="default"
        size="sm"
        // A `disabled` button would lose the focus.
        aria-disabled={change.isPending}
        data-disabled={change.isPending || undefined}
        onClick={
          change.isPending
            ? undefined
            : () => change.mutate({ events: [target], isHandled: !isHandled })
        }
      >
        {isHandled ? messages.markAsMissing : messages.markAsHandled}
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {messages.notChanged(problem.title, problem.message)}
        </p>
      )}
    </div>
  )
}
