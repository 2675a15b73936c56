import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { useTimes } from '../../../format/times.ts'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { namedOrCounted } from '../messages.ts'
import { type Unblocked, useUnblockHistory, useUndoUnblock } from './unblock-history.ts'
import classes from './unblock-history-list.module.css'

/** Numbers that were unblocked since the page was opened, each with an Undo button. */
export function UnblockHistoryList() {
  const history = useUnblockHistory()
  const summary = useRef<HTMLElement>(null)
  if (history.length === 0) return null
  return (
    <details className={classes.history}>
      <summary ref={summary}>Unblocked in this session ({formatNumber(history.length)})</summary>
      <ul>
        {history.map(entry => (
          <HistoryEntry key={entry.id} entry={entry} onUndone={() => focusIfLost(summary)} />
        ))}
      </ul>
    </details>
  )
}

type UndoLatestProps = {
  context: EntityContext
  reference: string
  /** Gets the focus after the button is gone. */
  next: RefObject<HTMLElement | null>
}

/**
 * Undoes the last change if it was an unblock for an entity. It appears when it has the focus, after the
 * heading that has it then. The message with Undo is at the end of the page, behind all rows.
 */
export function UndoLatest({ context, reference, next }: UndoLatestProps) {
  const [latest] = useUnblockHistory()
  const { undo, isPending } = useUndoUnblock()
  const isOfEntity = latest?.context === context && latest.entity.reference === reference
  if (!latest || !isOfEntity || latest.isUndone) return null
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.latest}
      loading={isPending}
      onClick={() => void undo(latest).then(() => focusIfLost(next))}
    >
      Undo unblocking of {namedOrCounted(latest.numbers)}
    </Button>
  )
}

function HistoryEntry({ entry, onUndone }: { entry: Unblocked; onUndone: () => void }) {
  const times = useTimes()
  const { undo, isPending } = useUndoUnblock()
  const unblocked = `${namedOrCounted(entry.numbers)} of ${entry.entity.name}`
  return (
    <li>
      <span>
        <time dateTime={entry.at}>{times.brief(entry.at)}</time> {unblocked}
      </span>
      {entry.isUndone ? (
        <span className={classes.undone}>Blocked again</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Undo: block ${unblocked} again`}
          loading={isPending}
          onClick={() => void undo(entry).then(onUndone)}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
