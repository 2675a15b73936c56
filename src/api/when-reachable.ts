import { isReachable } from './is-reachable.ts'

/** A server that starts again is noticed by asking alone, and so is a connection in some browsers. */
const LOOK_EVERY_MS = 5_000

const waiting = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

/**
 * Calls back once Redial can be reached again. One look-out serves all who wait: what they show
 * doesn't change with each look, and nobody asks while the tab is hidden.
 *
 * @returns a function that ends the waiting
 */
export function whenReachable(callback: () => void): () => void {
  waiting.add(callback)
  if (timer === null) {
    timer = setInterval(look, LOOK_EVERY_MS)
    window.addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
  }
  return () => {
    waiting.delete(callback)
    if (waiting.size === 0) stop()
  }
}

function stop(): void {
  if (timer !== null) clearInterval(timer)
  timer = null
  window.removeEventListener('online', look)
  document.removeEventListener('visibilitychange', look)
}

async function look(): Promise<void> {
  if (document.hidden || !(await isReachable())) return
  stop()
  const callbacks = [...waiting]
  waiting.clear()
  for (const callback of callbacks) callback()
}
