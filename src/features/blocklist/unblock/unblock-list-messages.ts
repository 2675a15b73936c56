import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../format/numbers.ts'
import { numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'

/* Apart from the texts of the page, because the form is loaded on demand. */

export const draftKept = 'What you typed before is still here.'
export const removesFrom = (context: EntityContext, count: number) =>
  `${count === 0 ? 'Enter the numbers to remove' : `Removes ${numberCount(count)}`} from the blocklist of ${CONTEXT_LABELS[context].one}`
export const unblocking = 'Unblocking numbers'
export const submit = (count: number) => `Unblock ${count === 0 ? 'numbers' : numberCount(count)}`

export const invalidEntries = (count: number) =>
  `${formatNumber(count)} ${plural(count, 'entry is', 'entries are')} invalid, so nothing was unblocked. Fix or remove ${plural(count, 'it', 'them')}.`
export const invalidLeft = (count: number) =>
  `${formatCount(count, 'invalid entry is', 'invalid entries are')} still in “Unblock a list”.`
export const refused = (count: number) =>
  `The service refused ${numberCount(count)}, so nothing of that request was unblocked. The ${plural(count, 'reason is beside it', 'reasons are beside them')}.`
export const notListed = (count: number) =>
  count === 0 ? '' : ` ${numberCount(count)} ${plural(count, 'was', 'were')} not on the list.`
export const noneListed = (entity: string) => `None of these is on the list of ${entity}.`
export const listChanged = (entity: string, listed: number) =>
  `The list of ${entity} has changed: ${numberCount(listed)} of these ${plural(listed, 'is', 'are')} on it now. Nothing was unblocked. Check the numbers, then unblock.`
export const howToContinue = 'To continue with the others, unblock again.'
