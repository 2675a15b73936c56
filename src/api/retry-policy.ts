import { ApiError, type ApiErrorKind } from './api-error.ts'

/** How patient one kind of request is. Only requests that change nothing are retried after a fault. */
export type RetryPolicy = {
  /** Faults that may pass, and how many retries they get: each waits twice as long as the last. */
  faults: { kinds: ApiErrorKind[]; retries: number; firstWaitMs: number; maxWaitMs: number }
  /** A 429: how many retries it gets, and the longest wait that nobody is asked about. */
  throttled: { retries: number; maxWaitSeconds: number }
}

/** How many retries a request has had, by what they were for. */
export type Retries = { faults: number; throttled: number }

const UNLIMITED = Number.POSITIVE_INFINITY
/** Where the service doesn't say how long to wait: twice as long each time, up to the maximum. */
const FIRST_WAIT_SECONDS = 5
const MAX_OWN_WAIT_SECONDS = 60

/** What a page shows. A request that fails offline is retried once Redial can be reached again. */
export const PAGE_POLICY: RetryPolicy = {
  faults: {
    kinds: ['unavailable', 'cut-off'],
    retries: 2,
    firstWaitMs: 400,
    maxWaitMs: 800,
  },
  throttled: { retries: 8, maxWaitSeconds: 300 },
}

/** Long work with a progress bar that the person can stop: one page of thousands of events. */
export const LONG_READ_POLICY: RetryPolicy = {
  faults: {
    kinds: ['unavailable', 'offline', 'cut-off'],
    retries: 3,
    firstWaitMs: 500,
    maxWaitMs: 2_000,
  },
  throttled: { retries: UNLIMITED, maxWaitSeconds: UNLIMITED },
}

/** What changes a blocklist. A 429 changed nothing; after any other failure the person decides. */
export const CHANGE_POLICY: RetryPolicy = {
  faults: { kinds: [], retries: 0, firstWaitMs: 0, maxWaitMs: 0 },
  throttled: { retries: UNLIMITED, maxWaitSeconds: 60 },
}

/** What is checked in the background for as long as the page is open. */
export const BACKGROUND_POLICY: RetryPolicy = {
  faults: {
    kinds: ['unavailable', 'offline', 'cut-off'],
    retries: UNLIMITED,
    firstWaitMs: 60_000,
    maxWaitMs: 600_000,
  },
  throttled: { retries: UNLIMITED, maxWaitSeconds: UNLIMITED },
}

/**
 * How long to wait before the next retry of a request that failed with `error`.
 *
 * @returns milliseconds, at least 1,000 after a 429; null where a retry can't help or was the last
 */
export function retryWait(error: unknown, retries: Retries, policy: RetryPolicy): number | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'throttled') {
    const own = Math.min(FIRST_WAIT_SECONDS * 2 ** retries.throttled, MAX_OWN_WAIT_SECONDS)
    // Even "Retry-After: 0" is no reason to ask without a pause.
    const seconds = Math.max(1, Math.ceil(error.retryAfter ?? own))
    const isRetried =
      retries.throttled < policy.throttled.retries && seconds <= policy.throttled.maxWaitSeconds
    return isRetried ? seconds * 1000 : null
  }
  const { kinds, retries: mostRetries, firstWaitMs, maxWaitMs } = policy.faults
  if (!kinds.includes(error.kind) || retries.faults >= mostRetries) return null
  return Math.min(firstWaitMs * 2 ** retries.faults, maxWaitMs)
}
