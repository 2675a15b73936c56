import { Button } from '@mantine/core'
import classes from './changed-states.module.css'
import * as messages from './messages.ts'

type ChangedStatesProps = {
  /** The number of listed events whose state or cause has changed. */
  changed: number
  onUpdate: () => void
}

/** Rows stay while a person looks at them. The button removes rows that no longer match the filter. */
export function ChangedStates({ changed, onUpdate }: ChangedStatesProps) {
  if (changed === 0) return null
  return (
    <div className={classes.changed} role="status">
      <span>{messages.statesChanged(changed)}</span>
      <Button size="xs" variant="default" onClick={onUpdate}>
        {messages.updateList}
      </Button>
    </div>
  )
}
