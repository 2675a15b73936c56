import { Button } from '@mantine/core'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './entry-summary.module.css'
import * as messages from './messages.ts'
import {
  countGroup,
  type EntriesToLookAt,
  type ShownEntries,
  type ValidationResult,
} from './validate-entries.ts'

type EntrySummaryProps = {
  results: ValidationResult[]
  toLookAt: EntriesToLookAt
  shown: ShownEntries
  onShown: (shown: ShownEntries) => void
  /** Includes all entries that are held back, except own tracking numbers: these are chosen one by one. */
  onInclude: () => void
}

/** Counts the entries of each kind and filters by kind. */
export function EntrySummary(props: EntrySummaryProps) {
  const { results, toLookAt, shown, onShown, onInclude } = props
  const wrong = toLookAt.wrong.length
  const held = toLookAt.held.length
  const own = results.filter(({ isOwn }) => isOwn).length
  const unusual = held - own
  const all = results.filter(({ parsed }) => parsed.kind !== 'empty').length
  const kinds: { kind: ShownEntries; label: string; count: number }[] = [
    { kind: 'all', label: messages.allEntries, count: all },
    { kind: 'wrong', label: messages.invalidEntries, count: wrong },
    // In a list to unblock, no entry is held back.
    ...(held > 0 ? [{ kind: 'held' as const, label: messages.heldEntries, count: held }] : []),
    { kind: 'noted', label: messages.notedEntries, count: toLookAt.noted.length },
  ]
  return (
    <div className={classes.summary}>
      <p>
        <span className={classes.sent}>{messages.canBeSent(countGroup(results, 'sent'), all)}</span>
        {messages.others(group => countGroup(results, group))}
      </p>
      <fieldset aria-label={messages.shownEntries} className={classes.kinds}>
        {kinds.map(({ kind, label, count }) => (
          <button
            key={kind}
            type="button"
            className={classes.kind}
            data-kind={kind}
            aria-pressed={shown === kind}
            disabled={count === 0}
            onClick={() => onShown(kind)}
          >
            {label} <span className={classes.count}>{formatNumber(count)}</span>
          </button>
        ))}
      </fieldset>
      {own > 0 && <p className={classes.held}>{messages.ownHeld(own)}</p>}
      {unusual > 0 && (
        <p className={classes.held}>
          {messages.held(unusual)}{' '}
          <Button variant="default" size="xs" onClick={onInclude}>
            {messages.includeHeld(unusual)}
          </Button>
        </p>
      )}
    </div>
  )
}
