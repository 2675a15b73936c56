import { IconRefresh } from '@tabler/icons-react'
import button from '../../../ui/row-button.module.css'
import * as messages from '../messages.ts'
import classes from './replay-all.module.css'
import type { SelectionScope } from './selection.ts'
import { useSelection } from './selection-context.tsx'
import { useCreateRun } from './use-create-run.ts'

type ReplayAllProps = SelectionScope & {
  /** How many events the range lists; null if that is unknown. */
  count: number | null
}

/**
 * Creates a draft run of all events of the range, to check before anything is sent. It is hidden if
 * events are selected or the range has only one event, which has its own button.
 */
export function ReplayAll({ count, ...scope }: ReplayAllProps) {
  const { selection } = useSelection()
  const run = useCreateRun()
  if (selection.isAll || selection.events.size > 0 || count === 1) return null
  const start = () => run.create({ ...scope, events: 'all' })
  return (
    <div className={classes.all}>
      <button
        type="button"
        className={button.button}
        data-size="xs"
        aria-disabled={run.isPending}
        onClick={run.isPending ? undefined : start}
      >
        {run.isPending ? (
          <i className={button.loader} aria-hidden />
        ) : (
          <IconRefresh size={14} aria-hidden />
        )}
        <span>{messages.replayAll(count)}</span>
      </button>
      {run.problem && (
        <p className={classes.problem} role="alert">
          {run.problem}
        </p>
      )}
    </div>
  )
}
