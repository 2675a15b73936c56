import { Button } from '@mantine/core'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './entry-summary.module.css'
import { type EntriesToLookAt, numbersToSend, type ValidationResult } from './validate-entries.ts'

export type ShownEntries = 'all' | keyof EntriesToLookAt

type EntrySummaryProps = {
  results: ValidationResult[]
  toLookAt: EntriesToLookAt
  shown: ShownEntries
  onShown: (shown: ShownEntries) => void
  /** Includes all entries that are held back. */
  onInclude: () => void
}

/** Counts the entries of each kind and filters by kind. */
export function EntrySummary(props: EntrySummaryProps) {
  const { results, toLookAt, shown, onShown, onInclude } = props
  const wrong = toLookAt.wrong.length
  const held = toLookAt.held.length
  const all = results.filter(({ parsed }) => parsed.kind !== 'empty').length
  const kinds: { kind: ShownEntries; label: string; count: number }[] = [
    { kind: 'all', label: 'All', count: all },
    { kind: 'wrong', label: 'Invalid', count: wrong },
    // In a list to unblock, no entry is held back.
    ...(held > 0 ? [{ kind: 'held' as const, label: 'Held back', count: held }] : []),
    { kind: 'noted', label: 'Notes', count: toLookAt.noted.length },
  ]
  return (
    <div className={classes.summary}>
      <p className={classes.sent}>
        {formatNumber(numbersToSend(results).length)} of {formatNumber(all)} entries can be sent.
      </p>
      <fieldset aria-label="Show entries" className={classes.kinds}>
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
      {held > 0 && (
        <p className={classes.held}>
          {held === 1
            ? '1 number looks unusual and is held back.'
            : `${formatNumber(held)} numbers look unusual and are held back.`}{' '}
          <Button variant="default" size="xs" onClick={onInclude}>
            {held === 1 ? 'Include it' : `Include all ${formatNumber(held)}`}
          </Button>
        </p>
      )}
    </div>
  )
}
