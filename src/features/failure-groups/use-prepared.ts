import { useEffect } from 'react'
import type { EventIndex } from '../range/event-index.ts'

/** A pause between two parts, for typing and clicks in the meantime. */
const PAUSE_MS = 40

/** Has worked out ahead, part by part, what the next press may ask for. */
export function usePrepared(index: EventIndex, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => {
      if (!index.prepare()) clearInterval(timer)
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [index, isWanted])
}
