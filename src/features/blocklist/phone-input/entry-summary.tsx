import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import { useState } from 'react'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import notice from '../../../ui/notice.module.css'
import { formatCountry } from '../phone/phone-entry.ts'
import classes from './entry-summary.module.css'
import type { Entries, Pasting } from './use-entries.ts'
import { type CheckedEntry, countGroup, type EntryGroup } from './validate-entries.ts'

type EntrySummaryProps = {
  entries: CheckedEntry[]
  /** Which entries are shown; null for all. */
  shown: EntryGroup | null
  onShown: (shown: EntryGroup | null) => void
  onInclude: (held: CheckedEntry[]) => void
}

const GROUPS: { group: EntryGroup; label: string }[] = [
  { group: 'sent', label: 'To send' },
  { group: 'listed', label: 'Already blocked' },
  { group: 'duplicate', label: 'Duplicates' },
  { group: 'held', label: 'Held back' },
  { group: 'invalid', label: 'Invalid' },
]

export function EntrySummary({ entries, shown, onShown, onInclude }: EntrySummaryProps) {
  const held = entries.filter(({ group }) => group === 'held')
  // Protected ones are included one by one.
  const unusual = held.filter(({ isProtected }) => !isProtected)
  const guarded = held.length - unusual.length
  const all = entries.length - countGroup(entries, 'empty')
  const groups = GROUPS.map(each => ({ ...each, count: countGroup(entries, each.group) }))
  return (
    <div className={classes.summary}>
      <p>
        <span className={classes.sent}>
          {`${formatNumber(countGroup(entries, 'sent'))} of ${formatNumber(all)} entries can be sent.`}
        </span>
      </p>
      <fieldset aria-label="Show entries" className={classes.kinds}>
        {[{ group: null, label: 'All', count: all }, ...groups].map(
          ({ group, label, count }) =>
            count > 0 && (
              <button
                key={label}
                type="button"
                className={classes.kind}
                data-kind={group}
                aria-pressed={shown === group}
                onClick={() => onShown(group)}
              >
                {label} <span className={classes.count}>{formatNumber(count)}</span>
              </button>
            ),
        )}
      </fieldset>
      {guarded > 0 && (
        <p className={classes.held}>
          {formatCount(guarded, 'number is protected and is', 'numbers are protected and are')} held
          back.
        </p>
      )}
      {unusual.length > 0 && (
        <p className={classes.held}>
          {formatCount(
            unusual.length,
            'number looks unusual and is',
            'numbers look unusual and are',
          )}{' '}
          held back.{' '}
          <Button variant="default" size="xs" onClick={() => onInclude(unusual)}>
            {unusual.length === 1 ? 'Include it' : `Include all ${formatNumber(unusual.length)}`}
          </Button>
        </p>
      )}
    </div>
  )
}

const SHOWN_PER_STEP = 50
/** So few that one of them may be the number that a person meant. */
const FEW = 3

/**
 * Lists digits of a paste that were skipped, such as dates and account numbers, with buttons that
 * add them.
 */
export function SkippedNumbers({ pasting: { skipped, addSkipped } }: { pasting: Pasting }) {
  const [most, setMost] = useState(SHOWN_PER_STEP)
  if (skipped.length === 0) return null
  return (
    <details className={classes.skipped} open={skipped.length <= FEW}>
      <summary>
        {formatCount(skipped.length, 'group of digits was', 'groups of digits were')} skipped
        because{' '}
        {plural(
          skipped.length,
          'it doesn’t look like a phone number',
          'they don’t look like phone numbers',
        )}
      </summary>
      <ul>
        {skipped.slice(0, most).map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same digits may be in a line twice
          <li key={`${each.line} ${each.text} ${index}`}>
            <span className={classes.line}>Line {formatNumber(each.line)}</span>
            <span className={classes.text} translate="no">
              {each.text}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={`Add ${each.text} of line ${each.line}`}
              onClick={() => addSkipped(each)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {skipped.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + SHOWN_PER_STEP)}>
          Show more
        </Button>
      )}
    </details>
  )
}

export function UnclearEntries({ entries, pasting }: { entries: Entries; pasting: Pasting }) {
  const unclear = entries.list.flatMap(entry =>
    entry.parsed.kind === 'unclear' ? [{ entry, parsed: entry.parsed }] : [],
  )
  if (new Set(unclear.map(({ entry }) => entry.text)).size < 2) return null
  const answer = (label: string, meaning: 'asNational' | 'asInternational') => (
    <Button
      variant="default"
      size="xs"
      onClick={() =>
        pasting.rewrite(new Map(unclear.map(({ entry, parsed }) => [entry, parsed[meaning]])))
      }
    >
      {label}
    </Button>
  )
  return (
    <div className={clsx(notice.box, classes.unclear)} data-tone="wait">
      <p>
        {formatNumber(unclear.length)} numbers can be read in two ways: a spreadsheet removed their
        first 0, or they start with another country’s code.
      </p>
      <div className={classes.buttons}>
        {answer(
          `All these numbers are from ${formatCountry(entries.defaultCountry)}`,
          'asNational',
        )}
        {answer('All these numbers have a country code', 'asInternational')}
      </div>
    </div>
  )
}
