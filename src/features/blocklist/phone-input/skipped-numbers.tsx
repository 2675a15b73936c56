import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './skipped-numbers.module.css'
import type { Skipped } from './use-entries.ts'

const SHOWN_PER_STEP = 50

type SkippedNumbersProps = {
  skipped: Skipped[]
  onAdd: (skipped: Skipped) => void
}

/**
 * Lists digits of a paste that were skipped, such as dates and account numbers, with buttons that
 * add them.
 */
export function SkippedNumbers({ skipped, onAdd }: SkippedNumbersProps) {
  const [most, setMost] = useState(SHOWN_PER_STEP)
  if (skipped.length === 0) return null
  const count = formatNumber(skipped.length)
  return (
    <details className={classes.skipped}>
      <summary>
        {skipped.length === 1
          ? '1 group of digits was skipped because it doesn’t look like a phone number'
          : `${count} groups of digits were skipped because they don’t look like phone numbers`}
      </summary>
      <ul>
        {skipped.slice(0, most).map(each => (
          <li key={each.id}>
            <span className={classes.line}>Line {formatNumber(each.line)}</span>
            <span className={classes.text} translate="no">
              {each.text}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={`Add ${each.text} of line ${each.line}`}
              onClick={() => onAdd(each)}
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
