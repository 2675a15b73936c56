import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import classes from './entry-summary.module.css'
import * as messages from './messages.ts'
import type { Entries } from './use-entries.ts'

type SkipInvalidProps = {
  entries: Entries
  /** How many entries are invalid. */
  wrong: number
  isSkipping: boolean
  onSkip: (isSkipping: boolean) => void
}

/** A checkbox that skips invalid entries, next to the button that they block. */
export function SkipInvalid({ entries, wrong, isSkipping, onSkip }: SkipInvalidProps) {
  if (wrong === 0 || entries.list.length < 2) return null
  return (
    <Checkbox
      className={classes.skip}
      label={messages.skipInvalid(wrong)}
      checked={isSkipping}
      onChange={event => onSkip(event.currentTarget.checked)}
    />
  )
}

/**
 * Whether invalid entries are skipped. It applies to the entries that are invalid when a person
 * chooses it, and not to entries that become invalid later.
 */
export function useSkipInvalid(
  wrong: number,
): [isSkipping: boolean, setSkipping: (isSkipping: boolean) => void] {
  const [most, setMost] = useState(0)
  if (wrong === 0 && most > 0) setMost(0)
  return [wrong > 0 && wrong <= most, to => setMost(to ? wrong : 0)]
}
