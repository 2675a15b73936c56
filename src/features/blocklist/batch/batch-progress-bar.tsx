import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatWait } from '../../../format/durations.ts'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './batch-progress-bar.module.css'
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
        {label}: {formatNumber(done)} of {formatNumber(all)} done.
        {wait !== null &&
          ` The service asks us to wait ${formatWait(wait)}. Then it continues automatically.`}
        {isStopping && ' Stopping once the service has answered.'}
      </p>
      <progress aria-label={label} value={done} max={all} />
      <Button
        variant="default"
        size="xs"
        disabled={isStopping}
        onClick={() => {
          setIsStopping(true)
          onStop()
        }}
      >
        Stop after this batch
      </Button>
    </div>
  )
}
