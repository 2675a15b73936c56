import { Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { formatNumber } from '../../../../contract/text/count.ts'
import { useTimes } from '../../../format/times.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { namedOrCounted } from '../messages.ts'
import type { BlockedEntity } from '../records/blocked-entities.ts'
import { type Undoable, useBlocklistHistory, useBlocklistUndo } from './unblock-history.ts'
import classes from './unblock-history-list.module.css'

/** Numbers that were unblocked since Redial was loaded, with an Undo button for each change and how long it is there. */
export function UnblockHistoryList() {
  const times = useTimes()
  const history = useBlocklistHistory().filter(({ isBlock }) => !isBlock)
  const summary = useRef<HTMLElement>(null)
  if (history.length === 0) return null
  const count = history.reduce((sum, { numbers }) => sum + numbers.length, 0)
  return (
    <details className={classes.history}>
      <summary ref={summary}>Unblocked in this session ({formatNumber(count)})</summary>
      <p>
        You can undo these changes until you reload or close this tab.{' '}
        <Link to="/activity" search={{ kind: 'numbers_unblocked' }}>
          Activity
        </Link>{' '}
        keeps the numbers, but not why they were blocked.
      </p>
      <ul>
        {history.map(entry => {
          const numbers = `${namedOrCounted(entry.numbers)} of ${entry.entity.name}`
          return (
            <li key={entry.id}>
              <span>
                <time dateTime={entry.at}>{times.brief(entry.at)}</time> {numbers}
              </span>
              {entry.isUndone ? (
                <span className={classes.undone}>Blocked again</span>
              ) : (
                <UndoButton entry={entry} name={`Undo: block ${numbers} again`} next={summary} />
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

type UndoLatestProps = {
  entity: BlockedEntity
  /** Gets the focus after the button is gone. */
  next: RefObject<HTMLElement | null>
}

/**
 * Undoes the last change if it was one for an entity. It appears when it has the focus, after the
 * heading that has it then. The message with Undo is at the end of the page, behind all rows.
 */
export function UndoLatest({ entity: { context, reference }, next }: UndoLatestProps) {
  const [latest] = useBlocklistHistory()
  const isOfEntity = latest?.context === context && latest.entity.reference === reference
  if (!latest || !isOfEntity || latest.isUndone) return null
  const name = `Undo ${latest.isBlock ? 'blocking' : 'unblocking'} of ${namedOrCounted(latest.numbers)}`
  return <UndoButton entry={latest} name={name} next={next} className={classes.latest} />
}

type UndoButtonProps = Pick<UndoLatestProps, 'next'> & {
  entry: Undoable
  name: string
  className?: string | undefined
}

function UndoButton({ entry, name, next, className }: UndoButtonProps) {
  const { undo, isPending } = useBlocklistUndo()
  return (
    <PlainButton
      data-size="xs"
      aria-label={name}
      className={className}
      isLoading={isPending}
      onClick={() => void undo(entry).then(() => focusIfLost(next))}
    >
      {className ? name : 'Undo'}
    </PlainButton>
  )
}
