import { ApiError, type ApiErrorKind } from './api-error.ts'

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
      if (error instanceof ApiError && error.kind === 'throttled') {
        retries.throttled++
        onWait(wait / 1000)
      } else retries.faults++
      await sleep(wait, signal)
    }
  }
}

/** Resolves after this many milliseconds; rejects with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', giveUp)
  })
}

/** How often one kind of request is retried. After a fault, only requests that change nothing are. */
export type RetryPolicy = {
  /** Transient faults and their number of retries. Each wait is twice as long as the last. */
  faults: { kinds: ApiErrorKind[]; retries: number; firstWaitMs: number; maxWaitMs: number }
  /** The number of retries after a 429, and the longest wait that needs no confirmation. */
  throttled: { retries: number; maxWaitSeconds: number }
}

/** How many retries a request has had, by cause. */
export type Retries = { faults: number; throttled: number }

const UNLIMITED = Number.POSITIVE_INFINITY
/** If the service doesn't say how long to wait: twice as long each time, up to the maximum. */
const FIRST_WAIT_SECONDS = 5
const MAX_OWN_WAIT_SECONDS = 60

/** For data on a page. A request that fails offline is retried when Redial can be reached again. */
export const PAGE_POLICY: RetryPolicy = {
  faults: {
    kinds: ['unavailable', 'cut-off'],
    retries: 2,
    firstWaitMs: 400,
    maxWaitMs: 800,
  },
  throttled: { retries: 8, maxWaitSeconds: 300 },
}

/** For long loads with a progress bar that the person can stop. */
export const LONG_READ_POLICY: RetryPolicy = {
  faults: {
    kinds: ['unavailable', 'offline', 'cut-off'],
    retries: 3,
    firstWaitMs: 500,
    maxWaitMs: 2_000,
  },
  throttled: { retries: UNLIMITED, maxWaitSeconds: UNLIMITED },
}

/** For blocklist changes. A 429 changed nothing; after any other failure the person decides. */
export const CHANGE_POLICY: RetryPolicy = {
  faults: { kinds: [], retries: 0, firstWaitMs: 0, maxWaitMs: 0 },
  throttled: { retries: UNLIMITED, maxWaitSeconds: 60 },
}

/**
 * How long to wait before the next retry of a request that failed with `error`.
 *
 * @returns milliseconds, at least 1,000 after a 429; null if a retry can't help or was the last
 */
export function retryWait(error: unknown, retries: Retries, policy: RetryPolicy): number | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'throttled') {
    const own = Math.min(FIRST_WAIT_SECONDS * 2 ** retries.throttled, MAX_OWN_WAIT_SECONDS)
    // Pause even after "Retry-After: 0".
    const seconds = Math.max(1, Math.ceil(error.retryAfter ?? own))
    const isRetried =
      retries.throttled < policy.throttled.retries && seconds <= policy.throttled.maxWaitSeconds
    return isRetried ? seconds * 1000 : null
  }
  const { kinds, retries: maxRetries, firstWaitMs, maxWaitMs } = policy.faults
  if (!kinds.includes(error.kind) || retries.faults >= maxRetries) return null
  return Math.min(firstWaitMs * 2 ** retries.faults, maxWaitMs)
}
