import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './batch-progress-bar.module.css'
import * as messages from './messages.ts'
import type { BatchProgress } from './send-in-batches.ts'

type BatchProgressBarProps = {
  /** The action: "Blocking numbers". */
  label: string
  progress: BatchProgress
  onStop: () => void
}

/** Shows how many numbers are done, with a button that stops the rest. */
export function BatchProgressBar({ label, progress, onStop }: BatchProgressBarProps) {
  const { done, all, wait } = progress
  const [isStopping, setIsStopping] = useState(false)
  return (
    <div className={classes.progress}>
      <p role="status">
        {messages.progress(label, done, all)}
        {wait !== null && ` ${messages.waiting(wait)}`}
        {isStopping && ` ${messages.stopping}`}
      </p>
      <progress aria-label={label} value={done} max={all} />
      <Button
        variant="default"
        size="compact-sm"
        disabled={isStopping}
        onClick={() => {
          setIsStopping(true)
          onStop()
        }}
      >
        {messages.stop}
      </Button>
    </div>
  )
}
