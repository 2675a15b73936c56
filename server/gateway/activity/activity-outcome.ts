import type { ActivityEntry } from '../../../contract/activity.ts'
import { errorMessages } from '../../../contract/errors.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { HttpError } from '../../http/http-error.ts'

export type Outcome = Pick<ActivityEntry, 'outcome' | 'status' | 'reason'>

export const DONE: Outcome = { outcome: 'done', status: null, reason: null }

/** What a change has until its answer comes. */
export const UNKNOWN: Outcome = {
  outcome: 'unknown',
  status: null,
  reason: 'No answer has come.',
}

/** The outcome that an error status means. After a 5xx, nobody knows whether the change was made. */
export function outcomeOfStatus(status: number, reason: string | null): Outcome {
  return { outcome: status >= 500 ? 'unknown' : 'refused', status, reason }
}

/** The outcome that an error means, from the answer that the caller gets. */
export function outcomeOfError(error: unknown): Outcome {
  // After 499, the caller has hung up, and the service may have made the change.
  if (error instanceof HttpError && error.status !== 499)
    return outcomeOfStatus(error.status, reasonIn(error.body))
  return { outcome: 'unknown', status: null, reason: 'No answer came.' }
}

const MAX_REASON_LENGTH = 300

/**
 * The message in an error's body, whichever shape it has (docs/interface.md, "Body shapes"); null if it
 * has none.
 */
export function reasonIn(body: unknown): string | null {
  const messages = errorMessages(body)
  return messages && shownText(messages.slice(0, MAX_REASON_LENGTH)).toWellFormed()
}
