import { formatCount } from '../../../../contract/text/count.ts'
import { backoffMs } from '../../../../contract/time/backoff.ts'
import type { Wait } from '../../../config/timings.ts'
import { detailError, HttpError } from '../../../http/http-error.ts'
import type { UpstreamAnswer } from '../../upstream/upstream.ts'
import { unexpectedStatus } from './list-page.ts'

/** Limits of one request, after which it fails. */
const MAX_PAUSES = 30
/** The waits between the attempts add up to three seconds while a person waits, and to half a minute otherwise. */
const MAX_FAILURES = { whilePersonWaits: 2, inBackground: 5 }

/** If the service asks for a longer wait, a person decides when to continue. */
const MAX_WAIT_SECONDS = 60 * 60
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
const TRANSIENT_STATUSES = [500, 502, 503, 504]

type BackoffOptions = {
  wait: Wait
  signal: AbortSignal
  /** Whether a page shows nothing until the answer comes. */
  personWaits?: boolean
  /** Waits until a person tries again after this failure. Without it, the request fails. */
  untilTriedAgain?: (failure: HttpError) => Promise<void>
  /** Called with the seconds of a pause before it, and with null after it. */
  onWait: (seconds: number | null) => Promise<void>
}

/**
 * Retries transient failures with backoff. After a 429, waits as long as the service
 * asks, or with the same backoff if it names no time.
 *
 * @throws HttpError when it gives up; the signal's reason once it is aborted
 */
export async function requestWithBackoff(
  ask: () => Promise<UpstreamAnswer>,
  { wait, signal, onWait, personWaits = false, untilTriedAgain = giveUp }: BackoffOptions,
): Promise<UpstreamAnswer> {
  const maxFailures = MAX_FAILURES[personWaits ? 'whilePersonWaits' : 'inBackground']
  let pauses = 0
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    const answer = await ask().then(requireNoFailure).catch(asHttpError)
    if (answer instanceof HttpError) {
      if (++failures <= maxFailures) {
        await wait(backoffMs(failures - 1, FIRST_WAIT_MS, MAX_WAIT_MS), signal)
      } else {
        await untilTriedAgain(answer)
        failures = 0
      }
    } else if (answer.status === 429) {
      if (++pauses > MAX_PAUSES)
        throw detailError(429, 'The service is still busy after many pauses. Try again later.')
      await pauseBeforeRetry(answer.retryAfter, { wait, signal, onWait }, pauses)
    } else return answer
  }
}

/**
 * Waits as many seconds as a busy service asks. If it names none, the wait grows with `times`, the
 * number of pauses so far.
 *
 * @throws HttpError when that is too long; the signal's reason once it is aborted
 */
export async function pauseBeforeRetry(
  asked: number | null,
  { wait, signal, onWait }: BackoffOptions,
  times = 1,
): Promise<void> {
  if (asked !== null && isTooLongToWait(asked)) throw tooLong(asked)
  // A "0" would make us repeat the request in a tight loop.
  const ms =
    asked === null ? backoffMs(times - 1, FIRST_WAIT_MS, MAX_WAIT_MS) : Math.max(1, asked) * 1_000
  await onWait(Math.ceil(ms / 1_000))
  try {
    await wait(ms, signal)
  } finally {
    await onWait(null)
  }
}

/** Whether a wait is so long that a person has to decide when to continue. */
export function isTooLongToWait(seconds: number): boolean {
  return seconds > MAX_WAIT_SECONDS
}

const giveUp = (failure: HttpError): Promise<never> => Promise.reject(failure)

/** @throws HttpError after a failure that may be over soon */
function requireNoFailure(answer: UpstreamAnswer): UpstreamAnswer {
  if (TRANSIENT_STATUSES.includes(answer.status)) throw unexpectedStatus(answer.status)
  return answer
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}

function tooLong(seconds: number): HttpError {
  const pause = formatCount(Math.ceil(seconds / 3_600), 'hour', 'hours')
  return detailError(429, `The service asks for a pause of ${pause}. Try again after that.`)
}
