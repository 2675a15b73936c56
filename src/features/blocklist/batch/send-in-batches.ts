import { MAX_NUMBERS_PER_REQUEST } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { CHANGE_POLICY, retryWait } from '../../../api/retry-policy.ts'
import { listServerErrors, type ServerError } from '../../../forms/server-errors.ts'

/** How far it has come, of which the parts that were answered are certain. */
export type BatchProgress = {
  done: number
  all: number
  /** Seconds that the service asked to wait before the next part; null where it didn't. */
  wait: number | null
}

export type BatchesOutcome<Answer> = {
  /** Of each part that was done. */
  answers: Answer[]
  /** Of what was not done, in its order. */
  left: string[]
  /** The beginning of `left` that was sent and failed, by whose indexes the service counts. */
  failed: string[]
  /** What kept that part from being done; null where it was stopped, or all is done. */
  failure: unknown
}

type PartSteps<Answer> = {
  send: (part: string[]) => Promise<Answer>
  onProgress: (progress: BatchProgress) => void
  isStopped: () => boolean
}

/** No service refuses so few for their count: it's one of them that it doesn't take. */
const FEW = 100

/**
 * Sends any count of numbers, one part after the other. What was done stays done when a part fails
 * or the rest is stopped. A part that is too large for the service (413, or a 400 that is about the
 * list as a whole) is halved, and where it asks to wait (429), the same part is sent again after that.
 */
export async function sendInBatches<Answer>(
  numbers: string[],
  { send, onProgress, isStopped }: PartSteps<Answer>,
): Promise<BatchesOutcome<Answer>> {
  const answers: Answer[] = []
  const all = numbers.length
  let size = MAX_NUMBERS_PER_REQUEST
  let done = 0
  let waits = 0
  for (let requests = 0; done < all; requests++) {
    if (requests > 0 && isStopped()) {
      return { answers, left: numbers.slice(done), failed: [], failure: null }
    }
    onProgress({ done, all, wait: null })
    const part = numbers.slice(done, done + size)
    try {
      answers.push(await send(part))
      done += part.length
      waits = 0
    } catch (failure) {
      const wait = retryWait(failure, { faults: 0, throttled: waits }, CHANGE_POLICY)
      const isHalved = isTooLarge(failure) ? part.length > 1 : isRefusedAsAList(failure, part)
      if (isHalved) size = Math.ceil(part.length / 2)
      else if (wait !== null) {
        waits++
        const seconds = wait / 1000
        onProgress({ done, all, wait: seconds })
        await pause(seconds, isStopped)
      } else return { answers, left: numbers.slice(done), failed: part, failure }
    }
  }
  return { answers, left: [], failed: [], failure: null }
}

export function isTooLarge(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 413
}

/**
 * No status says that a list is too long, and services use different texts for it. But a
 * list that is too long is refused as a whole, with no entry and no other field named.
 */
function isRefusedAsAList(failure: unknown, part: string[]): boolean {
  if (!(failure instanceof ApiError) || failure.status !== 400 || part.length <= FEW) return false
  const errors = failure.validation === null ? [] : listServerErrors(failure.validation)
  const isOfList = ({ path: [field, ...entry] }: ServerError) =>
    field === 'blocked_phone_number_list' && entry.length === 0
  return errors.length > 0 && errors.every(isOfList)
}

async function pause(seconds: number, isStopped: () => boolean): Promise<void> {
  for (let tenths = 0; tenths < seconds * 10 && !isStopped(); tenths++) {
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
