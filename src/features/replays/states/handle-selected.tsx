import { Button } from '@mantine/core'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { errorWords } from '../../../api/error-messages.ts'
import { formatCount } from '../../../format/numbers.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import classes from './handled-control.module.css'
import { useHandledEvents } from './use-handled-events.ts'

type HandleSelectedProps = {
  list: FailedEventList
  events: NamedTarget[]
}

/** Marks the selected events as handled in another way than by a replay. They stay selected, for Undo. */
export function HandleSelected({ list, events }: HandleSelectedProps) {
  const change = useHandledEvents(list)
  const done = change.isSuccess ? change.variables : null
  const problem = change.error && errorWords(change.error)
  return (
    <div className={classes.control}>
      {done !== null && (
        <p role="status">
          {formatCount(done.events.length, 'event', 'events')} marked as{' '}
          {done.isHandled ? 'handled' : 'still missing'}
        </p>
      )}
      {done?.isHandled ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => change.mutate({ events: done.events, isHandled: false })}
        >
          Undo
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ events, isHandled: true })}
        >
          Mark as handled
        </Button>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem.title}. {problem.message}
        </p>
      )}
    </div>
  )
}
