import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'

/* Apart from the texts of the page, because the form is loaded on demand. */

export const draftKept = 'What you typed before is still here.'
export const removesFrom = (context: EntityContext, count: number) =>
  `Removes ${numberCount(count)} from the blocklist of ${CONTEXT_LABELS[context].one}`
export const unblocking = 'Unblocking numbers'
export const submit = (count: number) => (count === 0 ? 'Unblock' : `Unblock ${numberCount(count)}`)

export const invalidEntries = (count: number) =>
  `${formatNumber(count)} ${plural(count, 'entry is', 'entries are')} invalid, so nothing was unblocked. Fix or skip what is invalid.`
export const refused = (count: number) =>
  `The service refused ${numberCount(count)}, so nothing of that request was unblocked. The ${plural(count, 'reason is beside it', 'reasons are beside them')}.`
export const noneListed = (entity: string) => `None of these is on the list of ${entity}.`
export const listChanged = (entity: string, listed: number) =>
  `The list of ${entity} has changed: ${numberCount(listed)} of these ${plural(listed, 'is', 'are')} on it now. Nothing was unblocked. Check the numbers, then unblock.`
export const howToContinue = 'To continue with the others, unblock again.'
