import { useEffect, useRef, useState } from 'react'
import { MAX_NUMBERS_PER_REQUEST } from '../../../../contract/blocklist.ts'
import type { BatchProgress } from './send-in-batches.ts'

/**
 * How far something in many parts has come, and a way to stop it. A person who leaves the page meanwhile
 * is asked first, and what isn't sent by then is not sent any more.
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
    /** null where it's over in a moment: then there is nothing to tell. */
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
