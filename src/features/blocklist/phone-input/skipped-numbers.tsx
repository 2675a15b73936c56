import { Button } from '@mantine/core'
import { useState } from 'react'
import * as messages from './messages.ts'
import classes from './skipped-numbers.module.css'
import type { Skipped } from './use-pasting.ts'

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
  return (
    <details className={classes.skipped}>
      <summary>{messages.skippedDigits(skipped.length)}</summary>
      <ul>
        {skipped.slice(0, most).map(each => (
          <li key={each.id}>
            <span className={classes.line}>{messages.line(each.line)}</span>
            <span className={classes.text} translate="no">
              {each.text}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={messages.addSkippedOf(each.text, each.line)}
              onClick={() => onAdd(each)}
            >
              {messages.addSkipped}
            </Button>
          </li>
        ))}
      </ul>
      {skipped.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + SHOWN_PER_STEP)}>
          {messages.showMore}
        </Button>
      )}
    </details>
  )
}
