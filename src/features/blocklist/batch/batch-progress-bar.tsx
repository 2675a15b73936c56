import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MAX_NUMBERS_PER_REQUEST } from '../../../../contract/blocklist.ts'
import * as messages from '../messages.ts'
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
        {messages.progress(label, done, all)}
        {wait !== null && ` ${messages.waiting(wait)}`}
        {isStopping && ` ${messages.stopping}`}
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
        {messages.stop}
      </Button>
    </div>
  )
}

/**
 * The progress of a change in many batches, and functions to start and stop it. The browser asks
 * before a person leaves the page; leaving stops the remaining batches.
 */
export function useBatchProgress() {
  const [progress, setProgress] = useState<BatchProgress | null>(null)
  const isStopped = useRef(false)
  const isUnderWay = progress !== null
  useEffect(() => {
    if (!isUnderWay) return
    const ask = (leaving: BeforeUnloadEvent) => leaving.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnderWay])
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const isLong =
    progress !== null && (progress.all > MAX_NUMBERS_PER_REQUEST || progress.wait !== null)
  return {
    isUnderWay,
    /** null for short changes, which need no progress bar. */
    progress: isLong ? progress : null,
    begin: () => {
      isStopped.current = false
    },
    end: () => setProgress(null),
    steps: { onProgress: setProgress, isStopped: () => isStopped.current },
    stop: () => {
      isStopped.current = true
    },
  }
}
