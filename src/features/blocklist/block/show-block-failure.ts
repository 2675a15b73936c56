import type { UseFormSetError } from 'react-hook-form'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import {
  listServerErrors,
  placeServerErrors,
  type ServerError,
  setFormError,
} from '../../../forms/server-errors.ts'
import type { Notification } from '../batch/notification.ts'
import { formatBlockSummary } from '../records/block-summary.ts'
import { blocklistErrorMessage, isOfEntity } from '../records/blocklist-errors.ts'
import { isAnswerLost } from '../records/queries.ts'
import type { BlockOutcome } from './block-in-batches.ts'
import { type BlockNumbersFields, placeOf } from './block-numbers-values.ts'
import * as messages from './messages.ts'

type Shown = {
  setError: UseFormSetError<BlockNumbersFields>
  setRefused: (refused: ReadonlyMap<string, string>) => void
}

/** Shows errors next to their fields, and above the form how many numbers were blocked. */
export function showBlockFailure(
  { context, ...outcome }: BlockOutcome & { context: EntityContext },
  { setError, setRefused }: Shown,
): void {
  const { above, refused } = failureMessages(outcome, context, setError)
  if (refused.size > 0) setRefused(refused)
  const lines =
    outcome.summary || outcome.failure === null
      ? [`${doneMessage(outcome, refused.size)} ${messages.restIsHere}`]
      : []
  if (lines.length + above.length > 0) setFormError(setError, [...lines, ...above].join('\n'))
}

type Done = Pick<BlockOutcome, 'summary' | 'left' | 'failure'>

/** Says what was blocked and why the rest was not, in a notification after the form has closed. */
export function lateNotification({ summary, left, failure }: BlockOutcome): Notification {
  const isSuccess = left.length === 0 && summary?.missing.length === 0
  if (left.length === 0) return { text: summary ? formatBlockSummary(summary) : '', isSuccess }
  const { title, message } = blocklistErrorMessage(failure)
  const why = failure === null ? messages.stopped : `${title}. ${message}`
  const done = doneMessage({ summary, left, failure }, 0)
  return { text: `${done} ${why} ${messages.howToContinue}`, isSuccess }
}

/** "10,000 numbers blocked for Acme Cars. 2 were refused. 1,998 numbers are not blocked yet: …" */
function doneMessage({ summary, left, failure }: Done, refused: number): string {
  const sentences = summary ? [formatBlockSummary(summary)] : []
  const others = left.length - refused
  if (refused > 0) sentences.push(messages.refused(refused))
  if (others > 0) sentences.push(messages.notBlockedYet(others, !isAnswerLost(failure)))
  return sentences.join(' ')
}

function failureMessages(
  { failure, failed }: BlockOutcome,
  context: EntityContext,
  setError: UseFormSetError<BlockNumbersFields>,
): { above: string[]; refused: Map<string, string> } {
  const refused = new Map<string, string>()
  const above: string[] = []
  if (failure === null) return { above: [messages.stopped], refused }
  if (failure instanceof ApiError && failure.validation !== null) {
    const errors = listServerErrors(failure.validation)
    for (const [number, message] of refusalsOf(errors, failed)) refused.set(number, message)
    const setPlaced: typeof setError = (name, error) => {
      if (name === 'root.server') above.push(...(error.message ?? '').split('\n'))
      else setError(name, error)
    }
    const others = errors.filter(({ path }) => !('number' in placeOf(path, failed)))
    placeServerErrors(setPlaced, others, path => {
      const place = placeOf(path, failed)
      return 'field' in place ? [place.field] : []
    })
    if (errors.length > 0) return { above, refused }
  }
  if (isOfEntity(failure)) {
    setError('entity.reference', {
      type: 'server',
      message: messages.unknownReference(context, failure.detail),
    })
    return { above, refused }
  }
  const { title, message } = blocklistErrorMessage(failure)
  return { above: [`${title}. ${message}`], refused }
}

/** The service's errors for each number of a request. */
export function refusalsOf(errors: ServerError[], sent: string[]): Map<string, string> {
  const refused = new Map<string, string>()
  for (const { path, message } of errors) {
    const place = placeOf(path, sent)
    if ('number' in place) refused.set(place.number, together(refused.get(place.number), message))
  }
  return refused
}

function together(earlier: string | undefined, message: string): string {
  return earlier === undefined ? message : `${earlier} ${message}`
}
