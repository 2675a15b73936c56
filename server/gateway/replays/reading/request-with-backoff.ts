import type { Wait } from '../../../config/timings.ts'
import { detailError, HttpError } from '../../../http/http-error.ts'
import type { UpstreamAnswer } from '../../upstream/upstream.ts'

/** So many pauses, or failures that may pass, in a row: then whoever reads gives up. */
const MAX_PAUSES = 30
const MAX_FAILURES = 5

/** Where a longer wait is asked for, a person decides when to go on. */
const MAX_WAIT_SECONDS = 60 * 60
const TRANSIENT_STATUSES = [500, 502, 503, 504]

type BackoffOptions = {
  wait: Wait
  signal: AbortSignal
  /** Told before a pause for how many seconds it is, and null after it. */
  onWait: (seconds: number | null) => Promise<void>
}

/**
 * Asks until there is an answer that is worth reading: after a 429 it waits as long as it is told
 * to, or a second and longer each time; what may pass by itself it tries again a few times.
 *
 * @throws HttpError when it gives up; the signal's reason once it is aborted
 */
export async function requestWithBackoff(
  ask: () => Promise<UpstreamAnswer>,
  { wait, signal, onWait }: BackoffOptions,
): Promise<UpstreamAnswer> {
  let pauses = 0
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    const answer = await ask().catch(asHttpError)
    if (answer instanceof HttpError || TRANSIENT_STATUSES.includes(answer.status)) {
      if (++failures > MAX_FAILURES) return giveUp(answer)
      await wait(backoffMs(failures), signal)
    } else if (answer.status === 429) {
      if (++pauses > MAX_PAUSES) throw detailError(429, 'The service kept asking for a pause.')
      await pauseBeforeRetry(answer.retryAfter, { wait, signal, onWait }, pauses)
    } else return answer
  }
}

/**
 * Waits for as many seconds as a busy service asks; where it doesn't say, a second and longer each
 * of the `times` that it was asked.
 *
 * @throws HttpError when that is too long; the signal's reason once it is aborted
 */
export async function pauseBeforeRetry(
  asked: number | null,
  { wait, signal, onWait }: BackoffOptions,
  times = 1,
): Promise<void> {
  if (asked !== null && isTooLongToWait(asked)) throw tooLong(asked)
  // Even "0" is no reason to ask without a pause.
  const ms = asked === null ? backoffMs(times) : Math.max(1, asked) * 1_000
  await onWait(Math.ceil(ms / 1_000))
  try {
    await wait(ms, signal)
  } finally {
    await onWait(null)
  }
}

/** Whether a person has to decide when to go on after so many seconds. */
export function isTooLongToWait(seconds: number): boolean {
  return seconds > MAX_WAIT_SECONDS
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}

function giveUp(last: HttpError | UpstreamAnswer): UpstreamAnswer {
  if (last instanceof HttpError) throw last
  return last
}

/** 1 s, 2 s, 4 s … up to half a minute. */
function backoffMs(times: number): number {
  return Math.min(1_000 * 2 ** (times - 1), 30_000)
}

function tooLong(seconds: number): HttpError {
  const hours = Math.ceil(seconds / 3_600).toLocaleString('en')
  return detailError(429, `The service asks for a pause of ${hours} hours. Start again after that.`)
}
