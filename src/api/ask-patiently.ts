import { ApiError } from './api-error.ts'

/** How many times in a row a fault of the service or the network is taken for a passing one. */
const TRIES = 4
const FIRST_PAUSE_MS = 500
/** Where a busy service doesn't say how long to wait: longer each time. */
const FIRST_WAIT_SECONDS = 5
const LONGEST_WAIT_SECONDS = 60

type Patience = {
  signal: AbortSignal
  /** Told when a busy service asks us to wait; the next answer ends that. */
  onWait: (seconds: number) => void
  /** Resolves after so many milliseconds. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Asks again where that can help: after the wait that a busy service wants, as often as it wants
 * it; a few times after a passing fault. Only for what reads and changes nothing.
 *
 * @throws what the last try threw; the signal's reason once it is aborted
 */
export async function askPatiently<Answer>(
  ask: () => Promise<Answer>,
  { signal, onWait, sleep = pause }: Patience,
): Promise<Answer> {
  let faults = 0
  let waits = 0
  while (true) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) throw error
      if (error.kind === 'throttled') {
        const seconds = error.retryAfter ?? ownWait(waits++)
        onWait(seconds)
        await sleep(seconds * 1000, signal)
      } else if (isPassing(error) && ++faults < TRIES) {
        await sleep(FIRST_PAUSE_MS * 2 ** (faults - 1), signal)
      } else {
        throw error
      }
    }
  }
}

/** Resolves at once, or when somebody looks at the tab again. */
export async function whileHidden(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return
  await until(signal, done => {
    const look = () => document.visibilityState === 'visible' && done()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return until(signal, done => {
    const timer = setTimeout(done, milliseconds)
    return () => clearTimeout(timer)
  })
}

/** @param begin gets what ends the wait, and returns what clears up after it */
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

function ownWait(waits: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** waits)
}

function isPassing({ kind }: ApiError): boolean {
  return kind === 'unavailable' || kind === 'offline' || kind === 'cut-off'
}
