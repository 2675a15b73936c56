import { ApiError } from './api-error.ts'
import { LONG_READ_POLICY, type Retries, retryWait } from './retry-policy.ts'

type RetryOptions = {
  signal: AbortSignal
  /** Called when a busy service asks us to wait; the next answer ends the wait. */
  onWait: (seconds: number) => void
  /** Resolves after this many milliseconds. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Sends a request that changes nothing, and retries it by the policy for long reads.
 *
 * @throws the error of the last attempt; the signal's reason if it is aborted
 */
export async function requestWithRetries<Answer>(
  ask: () => Promise<Answer>,
  { signal, onWait, sleep = pause }: RetryOptions,
): Promise<Answer> {
  const retries: Retries = { faults: 0, throttled: 0 }
  while (true) {
    try {
      return await ask()
    } catch (error) {
      const wait = signal.aborted ? null : retryWait(error, retries, LONG_READ_POLICY)
      if (wait === null) throw error
      const isThrottled = error instanceof ApiError && error.kind === 'throttled'
      retries[isThrottled ? 'throttled' : 'faults']++
      if (isThrottled) onWait(wait / 1000)
      await sleep(wait, signal)
    }
  }
}

/** Resolves at once in a visible tab, otherwise when the tab becomes visible. */
export async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return
  await until(signal, done => {
    const look = () => document.visibilityState === 'visible' && done()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
}

/** Resolves after this many milliseconds; rejects with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return until(signal, done => {
    const timer = setTimeout(done, milliseconds)
    return () => clearTimeout(timer)
  })
}

/** @param begin receives the function that ends the wait, and returns the cleanup */
function until(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const giveUp = () => {
      clearUp()
      reject(signal.reason)
    }
    const clearUp = begin(() => {
      signal.removeEventListener('abort', giveUp)
      clearUp()
      resolve()
    })
    signal.addEventListener('abort', giveUp)
  })
}
