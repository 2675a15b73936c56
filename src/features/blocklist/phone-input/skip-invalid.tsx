import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './entry-summary.module.css'
import type { Entries } from './use-entries.ts'

type SkipInvalidProps = {
  entries: Entries
  /** How many entries are invalid. */
  wrong: number
  isSkipping: boolean
  onSkip: (isSkipping: boolean) => void
}

/** The way past invalid entries, next to the button that they keep from working. */
export function SkipInvalid({ entries, wrong, isSkipping, onSkip }: SkipInvalidProps) {
  if (wrong === 0 || entries.list.length < 2) return null
  return (
    <Checkbox
      className={classes.skip}
      label={wrong === 1 ? 'Skip 1 invalid entry' : `Skip ${formatNumber(wrong)} invalid entries`}
      checked={isSkipping}
      onChange={event => onSkip(event.currentTarget.checked)}
    />
  )
}
