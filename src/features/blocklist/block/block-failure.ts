import type { UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { EntityContext } from '../../../../contract/blocklist.ts'
import { plural } from '../../../../contract/text/count.ts'
import { errorText } from '../../../api/error-messages.ts'
import { type PlaceOf, placeServerErrors, setFormError } from '../../../forms/server-errors.ts'
import { NoteValues } from '../block-notes.tsx'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { formatBlock } from '../change/change-messages.ts'
import { numberCount } from '../messages.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { isOfEntity, isUnknownEntity, LIST, splitRefusals } from '../records/blocklist-errors.ts'
import { isAnswerLost } from '../records/queries.ts'

/** Whom the numbers are blocked for, in fields with the names of the request, and why. */
export const BlockNumbersFields = z.object({
  ...NoteValues.shape,
  entity_context_name: EntityContext,
  entity: z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter the name.')),
    reference: z
      .string()
      .check(
        z.trim(),
        z.minLength(
          1,
          'Enter the reference. For a company, the payload of its failed events has it.',
        ),
      ),
  }),
})
export type BlockNumbersFields = z.infer<typeof BlockNumbersFields>

/** Where errors of the list of numbers as a whole are set. */
export const LIST_ERRORS = `root.${LIST}` as const

/** The field of the form that an error of the service is about. */
export const placeOf: PlaceOf<BlockNumbersFields> = ([field, part]) => {
  if (field === 'entity_context_name') return field
  if (field === 'entity' && part === 'name') return 'entity.name'
  if (field === 'entity' && (part === 'reference' || part === undefined)) return 'entity.reference'
  return field === LIST && part === undefined ? LIST_ERRORS : undefined
}

/**
 * Shows errors next to their fields, and above the form how many numbers were blocked.
 *
 * @returns the service's errors for each number
 */
export function showBlockFailure(
  summary: ChangeSummary,
  setError: UseFormSetError<BlockNumbersFields>,
): ReadonlyMap<string, string> {
  const { entity, done, failed, failure } = summary
  const { refused, others } = splitRefusals(failure, failed)
  const above = placeServerErrors<BlockNumbersFields>(setError, others, placeOf)
  if (isOfEntity(failure) || isUnknownEntity(failure)) {
    const message = `You have no ${CONTEXT_LABELS[entity.context].one} with this reference. The service says: “${failure.detail}”`
    setError('entity.reference', { type: 'server', message })
  } else if (refused.size + others.length === 0) above.push(formatReason(failure))
  if (done.length > 0 || failure === null) {
    above.unshift(`${formatProgress(summary, refused.size)} The remaining numbers are still here.`)
  }
  if (above.length > 0) setFormError(setError, above.join('\n'))
  return refused
}

/** Says what was blocked and why the rest was not, in a notification after the form has closed. */
export function formatLateSummary(summary: ChangeSummary): string {
  const done = formatProgress(summary, 0)
  if (summary.rest.length === 0) return done
  return `${done} ${formatReason(summary.failure)} Open “Block numbers” to continue.`
}

function formatReason(failure: unknown): string {
  return failure === null ? 'You stopped it.' : errorText(failure, 'blocklist')
}

/** "10,000 numbers blocked for Acme Cars. 2 were refused. 1,998 numbers are not blocked yet." */
function formatProgress(summary: ChangeSummary, refused: number): string {
  const others = summary.rest.length - refused
  const doubt = isAnswerLost(summary.failure) ? ', as far as we know' : ''
  const sentences = [
    formatBlock(summary),
    refused > 0 && `${numberCount(refused)} ${plural(refused, 'was refused', 'were refused')}.`,
    others > 0 && `${numberCount(others)} ${plural(others, 'is', 'are')} not blocked yet${doubt}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
