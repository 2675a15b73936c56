import { MAX_NUMBERS_PER_REQUEST } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { CHANGE_POLICY, pause, retryWait } from '../../../api/retries.ts'
import { listServerErrors, type ServerError } from '../../../forms/server-errors.ts'
import { LIST } from '../records/blocklist-errors.ts'

/** The progress. `done` counts only batches that the service has answered. */
export type BatchProgress = {
  done: number
  all: number
  /** Seconds that the service asks us to wait before the next batch; null if it doesn't. */
  wait: number | null
}

export type BatchesOutcome = {
  /** The numbers that were not done, in their order. */
  rest: string[]
  /** The first numbers of `rest`, which were sent and failed. The service's errors refer to their indexes. */
  failed: string[]
  /** Why that batch failed; null if the person stopped or everything was done. */
  failure: unknown
}

/** What a form or dialog adds to a change in batches, to show its progress and stop it. */
export type BatchSteps = {
  onProgress: (progress: BatchProgress) => void
  /** Stops the batches that are not sent yet. */
  signal: AbortSignal
}

const NO_STEPS: BatchSteps = { onProgress: () => undefined, signal: new AbortController().signal }

/** No service refuses so few numbers for their count, so a refusal is about one of them. */
const FEW = 100

/**
 * Sends any count of numbers, one batch after the other. Finished batches stay done if a later one
 * fails or is stopped. A batch that is too large (413, or a 400 about the whole list) is halved.
 * After a 429, the same batch is sent again.
 */
export async function sendInBatches(
  numbers: string[],
  send: (part: string[]) => Promise<void>,
  { onProgress, signal }: BatchSteps = NO_STEPS,
): Promise<BatchesOutcome> {
  const all = numbers.length
  let size = MAX_NUMBERS_PER_REQUEST
  let done = 0
  let waits = 0
  while (done < all) {
    if (signal.aborted) return { rest: numbers.slice(done), failed: [], failure: null }
    onProgress({ done, all, wait: null })
    const part = numbers.slice(done, done + size)
    try {
      await send(part)
      done += part.length
      waits = 0
    } catch (failure) {
      const wait = retryWait(failure, { faults: 0, throttled: waits }, CHANGE_POLICY)
      if (isTooLarge(failure, part)) size = Math.ceil(part.length / 2)
      else if (wait !== null) {
        waits++
        onProgress({ done, all, wait: wait / 1000 })
        // Stopping ends the wait, too.
        await pause(wait, signal).catch(() => undefined)
      } else return { rest: numbers.slice(done), failed: part, failure }
    }
  }
  return { rest: [], failed: [], failure: null }
}

/**
 * Only a 413 says that a list is too long, and services use different texts for it. But such a list
 * is refused as a whole: the error names no entry and no other field.
 */
function isTooLarge(failure: unknown, part: string[]): boolean {
  if (!(failure instanceof ApiError)) return false
  if (failure.status === 413) return part.length > 1
  if (failure.status !== 400 || failure.validation === null || part.length <= FEW) return false
  const errors = listServerErrors(failure.validation)
  const isOfList = ({ path: [field, ...entry] }: ServerError) =>
    field === LIST && entry.length === 0
  return errors.length > 0 && errors.every(isOfList)
}
