import { useEffect } from 'react'
import type { EventIndex } from '../range/event-index.ts'

/** The pause between two steps, so that the page can handle keys and clicks. */
const PAUSE_MS = 40

/** Computes in advance, step by step, what the next key may need. */
export function usePrepared(index: EventIndex, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => {
      if (!index.prepare()) clearInterval(timer)
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [index, isWanted])
}
