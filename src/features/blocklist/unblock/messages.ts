import type { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../format/numbers.ts'
import { namedOrCounted, numberCount } from '../records/block-summary.ts'
import { CONTEXT_LABELS } from '../records/entity-contexts.ts'

export const keepBlocked = 'Keep blocked'
export const unblockTitle = (numbers: string[]) => `Unblock ${oneOrCounted(numbers)}?`
export const unblockOthersTitle = (numbers: string[]) =>
  `Unblock the other ${oneOrCounted(numbers)}?`
export const removesFrom = (context: EntityContext, count: number) =>
  `This removes ${numberCount(count)} from the blocklist of ${CONTEXT_LABELS[context].one}`
export const acceptedAgain = (count: number) =>
  `${plural(count, 'Its calls are', 'Their calls are')} accepted again, unless another entry blocks ${plural(count, 'it', 'them')}.`
export const unblocking = 'Unblocking numbers'

export const historySummary = (count: number) =>
  `Unblocked in this session (${formatNumber(count)})`
export const numbersOf = (numbers: string[], entity: string) =>
  `${namedOrCounted(numbers)} of ${entity}`
export const blockedAgain = 'Blocked again'
export const undoNumbers = (numbers: string[], entity: string) =>
  `Undo: block ${numbersOf(numbers, entity)} again`
export const undoLatest = (numbers: string[]) => `Undo unblocking of ${namedOrCounted(numbers)}`
export const undone = (numbers: string[], entity: string) =>
  `${oneOrCounted(numbers)} blocked again for ${entity}.`
export const partlyUndone = (done: number, all: number, entity: string) =>
  `${formatNumber(done)} of ${numberCount(all)} blocked again for ${entity}.`
export const howToUndoRest = 'To try the rest again, open “Unblocked in this session”.'

/**
 * Says that a colleague blocked some of the numbers first. They are blocked once, and one unblock
 * removes them.
 */
export function alreadyBlocked(already: number, all: number): string {
  if (already === all)
    return plural(
      all,
      'Somebody else had already blocked it.',
      'Somebody else had already blocked them.',
    )
  return `Somebody else had already blocked ${formatNumber(already)} of them.`
}

export const unblockList = 'Unblock a list'

export const unblock = 'Unblock'
export const undo = 'Undo'

function oneOrCounted(numbers: string[]): string {
  return numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
}
