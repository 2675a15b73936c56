import type { UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import {
  type ErrorPlace,
  listServerErrors,
  placeServerErrors,
  type ServerError,
  type ServerErrorPath,
  setFormError,
} from '../../../forms/server-errors.ts'
import { formatBlockSummary } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { blocklistErrorMessage, isOfEntity } from '../records/blocklist-errors.ts'
import { isAnswerLost } from '../records/queries.ts'
import * as messages from './messages.ts'
import type { BlockOutcome } from './use-block-numbers.ts'

/** Whom the numbers are blocked for. The fields have the names of the request. */
export const BlockNumbersFields = z.object({
  entity_context_name: EntityContext,
  entity: z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter the name.')),
    reference: z.string().check(z.trim(), z.minLength(1, 'Enter the reference.')),
  }),
})
export type BlockNumbersFields = z.infer<typeof BlockNumbersFields>

const LIST = 'blocked_phone_number_list'
/** Where errors of the list of numbers as a whole are set. */
export const LIST_ERRORS = `root.${LIST}` as const

/** The service's errors for each number of a request, and its other errors. */
export function splitRefusals(
  failure: unknown,
  sent: string[],
): { refused: Map<string, string>; others: ServerError[] } {
  const refused = new Map<string, string>()
  const others: ServerError[] = []
  const validation = failure instanceof ApiError ? failure.validation : null
  for (const error of validation === null ? [] : listServerErrors(validation)) {
    const [field, index] = error.path
    const number = field === LIST && typeof index === 'number' ? sent[index] : undefined
    if (number === undefined) {
      others.push(error)
      continue
    }
    const earlier = refused.get(number)
    refused.set(number, earlier === undefined ? error.message : `${earlier} ${error.message}`)
  }
  return { refused, others }
}

/** The fields of the form that an error of the service is about. */
export function getPlaces([field, part]: ServerErrorPath): ErrorPlace<BlockNumbersFields>[] {
  if (field === 'entity_context_name') return [field]
  if (field === 'entity' && part === 'name') return ['entity.name']
  if (field === 'entity' && (part === 'reference' || part === undefined)) {
    return ['entity.reference']
  }
  return field === LIST && part === undefined ? [LIST_ERRORS] : []
}

/**
 * Shows errors next to their fields, and above the form how many numbers were blocked.
 *
 * @returns the service's errors for each number
 */
export function showBlockFailure(
  outcome: BlockOutcome,
  context: EntityContext,
  setError: UseFormSetError<BlockNumbersFields>,
): ReadonlyMap<string, string> {
  const { summary, failure, failed } = outcome
  const { refused, others } = splitRefusals(failure, failed)
  const above: string[] = []
  placeServerErrors<BlockNumbersFields>(
    (field, error) => {
      if (field === 'root.server') above.push(...(error.message ?? '').split('\n'))
      else setError(field, error)
    },
    others,
    getPlaces,
  )
  if (failure === null) above.push(messages.stopped)
  else if (isOfEntity(failure)) {
    const message = `You have no ${CONTEXT_LABELS[context].one} with this reference. The service says: “${failure.detail}”`
    setError('entity.reference', { type: 'server', message })
  } else if (refused.size + others.length === 0) {
    const { title, message } = blocklistErrorMessage(failure)
    above.push(`${title}. ${message}`)
  }
  if (summary || failure === null) {
    above.unshift(`${formatOutcome(outcome, refused.size)} The remaining numbers are still here.`)
  }
  if (above.length > 0) setFormError(setError, above.join('\n'))
  return refused
}

/** Says what was blocked and why the rest was not, in a notification after the form has closed. */
export function lateNotification(outcome: BlockOutcome): { text: string; isSuccess: boolean } {
  const { summary, left, failure } = outcome
  const done = formatOutcome(outcome, 0)
  if (left.length === 0) return { text: done, isSuccess: summary?.missing.length === 0 }
  const { title, message } = blocklistErrorMessage(failure)
  const why = failure === null ? messages.stopped : `${title}. ${message}`
  return { text: `${done} ${why} Open “Block numbers” to continue.`, isSuccess: false }
}

/** "10,000 numbers blocked for Acme Cars. 2 were refused. 1,998 numbers are not blocked yet: …" */
function formatOutcome({ summary, left, failure }: BlockOutcome, refused: number): string {
  const others = left.length - refused
  const sentences = [
    summary && formatBlockSummary(summary),
    refused > 0 && messages.refused(refused),
    others > 0 && messages.notBlockedYet(others, !isAnswerLost(failure)),
  ]
  return sentences.filter(Boolean).join(' ')
}
