import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { ApiError } from '../../../api/api-error.ts'
import { describeError, type ErrorMessage } from '../../../api/error-messages.ts'
import { withPath } from '../../../forms/server-errors.ts'
import { namedOrCounted, numberCount } from '../messages.ts'
import { splitRefusals } from '../records/blocklist-errors.ts'
import type { ChangeSummary } from './blocklist-change.ts'

/** Whether a change did all that was asked. Otherwise its message must not look like a success. */
export function isAllDone({ isBlock, already, unclear, rest }: ChangeSummary): boolean {
  return unclear.length + rest.length + (isBlock ? 0 : already.length) === 0
}

/** Whether nothing has happened to the numbers. */
export function isUnchanged({ done, already }: ChangeSummary): boolean {
  return done.length + already.length === 0
}

/** "3 numbers blocked for Acme Cars. 1 was blocked already." '' if nothing was sent. */
export function formatBlock(summary: ChangeSummary): string {
  const { entity, done, already, unclear, rest, isExact } = summary
  if (done.length + unclear.length === 0 && rest.length > 0) return ''
  const was = plural(already.length, 'was', 'were')
  const isAny = done.length > 0
  const sentences = [
    isAny && `${numberCount(done.length)} blocked for ${entity.name}.`,
    isAny && !isExact && 'Some may have been blocked before, because the list could not be loaded.',
    already.length > 0 &&
      (isAny
        ? `${formatNumber(already.length)} ${was} blocked already.`
        : `Nothing new: ${numberCount(already.length)} ${was} blocked for ${entity.name} already.`),
    unclear.length > 0 &&
      `The service accepted ${namedOrCounted(unclear)} but doesn’t list ${plural(unclear.length, 'it', 'them')} for ${entity.name}. Check the list before you rely on it.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** "+27 82 123 0001 unblocked for Acme Cars." */
export function formatUnblock(summary: ChangeSummary): string {
  const { entity, done, already, rest, failure } = summary
  const { name } = entity
  const { title, message } = unblockErrorMessage(summary)
  const [was, it] = already.length === 1 ? ['was', 'it'] : ['were', 'them']
  const why = failure === null ? ': you stopped it.' : `, as far as we know. ${title}: ${message}`
  const sentences = [
    done.length > 0 && `${namedOrCounted(done)} unblocked for ${name}.`,
    already.length > 0 &&
      `${namedOrCounted(already)} ${was} no longer blocked for ${name}: somebody else may have unblocked ${it}. The list is up to date now.`,
    rest.length > 0 &&
      `${namedOrCounted(rest)} ${plural(rest.length, 'is', 'are')} still blocked for ${name}${why}`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** More reasons than a person reads. */
const MAX_REASONS = 5

/** Explains a failure. A 404 is about the numbers, and the list didn't say which. */
export function unblockErrorMessage({ failure, failed }: ChangeSummary): ErrorMessage {
  const { refused, others } = splitRefusals(failure, failed)
  const reasons = [
    ...Array.from(refused, ([number, reason]) => `${formatPhoneNumber(number)}: ${reason}`),
    ...others.map(withPath),
  ]
  if (reasons.length > 0) {
    const message = reasons.slice(0, MAX_REASONS).join(' ')
    return { title: 'The service refused the request', message }
  }
  if (!(failure instanceof ApiError) || failure.kind !== 'not-found') {
    return describeError(failure, 'blocklist')
  }
  const quote = failure.detail === null ? '' : ` Its message: “${failure.detail}”`
  return {
    title: 'Some are not on the list',
    message: `The service says that some of these numbers are not on the list, but Redial could not find out which. Try again in a moment.${quote}`,
  }
}
