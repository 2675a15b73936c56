import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MAX_NUMBERS_PER_REQUEST } from '../../../../contract/blocklist.ts'
import { formatWait } from '../../../format/durations.ts'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './batch-progress.module.css'
import type { BatchProgress, BatchSteps } from './send-in-batches.ts'

type BatchProgressBarProps = {
  /** The action: "Blocking numbers". */
  label: string
  batches: Batches
}

/** Shows how many numbers of a long change are done, with a button that stops the rest. */
export function BatchProgressBar({ label, batches }: BatchProgressBarProps) {
  const { progress, isStopping } = batches
  if (progress === null) return null
  const { done, all, wait } = progress
  if (all <= MAX_NUMBERS_PER_REQUEST && wait === null) return null
  return (
    <div className={classes.progress}>
      <p role="status">
        {label}: {formatNumber(done)} of {formatNumber(all)} done.
        {wait !== null &&
          ` The service asks us to wait ${formatWait(wait)}. Then it continues automatically.`}
        {isStopping && ` Stopping once the service has answered.`}
      </p>
      <progress aria-label={label} value={done} max={all} />
      <Button variant="default" size="xs" disabled={isStopping} onClick={batches.stop}>
        Stop after this batch
      </Button>
    </div>
  )
}

type Batches = ReturnType<typeof useBatches>

/**
 * The progress of a change in many batches. The browser asks before a person leaves the page; leaving
 * stops the remaining batches.
 */
export function useBatches() {
  /** null while nothing is sent. */
  const [progress, setProgress] = useState<BatchProgress | null>(null)
  const [isStopping, setIsStopping] = useState(false)
  const isStopped = useRef(false)
  const isUnmounted = useRef(false)
  const isUnderWay = progress !== null
  useEffect(() => {
    if (!isUnderWay) return
    const ask = (leaving: BeforeUnloadEvent) => leaving.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnderWay])
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return {
    progress,
    isStopping,
    /** Whether the form or the dialog has closed since, so that it can't show the outcome. */
    isUnmounted: () => isUnmounted.current,
    stop: () => {
      isStopped.current = true
      setIsStopping(true)
    },
    run: async <Outcome,>(send: (steps: BatchSteps) => Promise<Outcome>): Promise<Outcome> => {
      isStopped.current = false
      setIsStopping(false)
      try {
        return await send({
          onProgress: setProgress,
          isStopped: () => isStopped.current || isUnmounted.current,
        })
      } finally {
        setProgress(null)
      }
    },
  }
}
