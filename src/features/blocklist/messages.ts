import { DEFAULT_COUNTRY, type EntityContext } from '../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../format/numbers.ts'
import { namedOrCounted, numberCount } from './records/block-summary.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'

export const unreadEntries = (count: number) =>
  count === 1
    ? 'Redial can’t read one entry of the blocklist. This page doesn’t search, count or change it.'
    : `Redial can’t read ${formatNumber(count)} entries of the blocklist. This page doesn’t search, count or change them.`

export const blockNumbers = 'Block numbers'

export const nothingFound = (context: EntityContext, searched: string, isElsewhere: boolean) =>
  `No ${CONTEXT_LABELS[context].one} with blocked numbers has “${searched}” in its name, reference or numbers${isElsewhere ? ', but there are:' : '.'}`
export const entityCount = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`

export const numberTable = (entity: string) => `Numbers blocked for ${entity}`

export const entityScope = (
  context: EntityContext,
  entity: string,
  count: number,
  isFiltered: boolean,
) =>
  `${isFiltered ? 'All of' : 'The'} ${CONTEXT_LABELS[context].one} ${entity}: ${numberCount(count)}`
export const wholeScope = (count: number, entities: string[]) =>
  `The whole blocklist: ${numberCount(count)} of ${entities.join(', ')}`
export const saved = (count: number, file: string) => `${numberCount(count)} saved as ${file}.`

export const searchHint = `Enter a number to see whether it is blocked, and by what. Without a country code, ${DEFAULT_COUNTRY.name} is assumed.`
export const incompleteNumber = (text: string, matches: number) =>
  `This is not a complete phone number. ${matches === 0 ? '' : `${formatNumber(matches)} blocked ${plural(matches, 'number contains', 'numbers contain')} ${text}. `}Enter it with its country code, such as +27 82 123 0001, or as it is dialled in ${DEFAULT_COUNTRY.name}, such as 082 123 0001.`
const A_SCRIPT = 'a script'
export const blockedBy = (who: string | null, at: string) => `Blocked by ${who ?? A_SCRIPT}, ${at}.`
export const unblockedBy = (who: string | null, at: string) =>
  `Unblocked by ${who ?? A_SCRIPT}, ${at}.`
export const moreEntriesBlock = (count: number) => `${formatNumber(count)} more entries block it`
export const reach: Record<EntityContext, string> = {
  company: 'calls to this company are rejected.',
  group: 'calls to every company of this group are rejected.',
  partner: 'calls to every company of this partner are rejected.',
}

export const unblockTitle = (numbers: string[]) => `Unblock ${oneOrCounted(numbers)}?`

export const numbersOf = (numbers: string[], entity: string) =>
  `${namedOrCounted(numbers)} of ${entity}`
export const undoNumbers = (numbers: string[], entity: string) =>
  `Undo: block ${numbersOf(numbers, entity)} again`
export const undone = (numbers: string[], entity: string) =>
  `${oneOrCounted(numbers)} blocked again for ${entity}.`
export const partlyUndone = (done: number, all: number, entity: string) =>
  `${formatNumber(done)} of ${numberCount(all)} blocked again for ${entity}.`

/**
 * Says that a colleague blocked some of the numbers first. They are blocked once, and one unblock
 * removes them.
 */
export function alreadyBlocked(already: number, all: number): string {
  const which = already === all ? plural(all, 'it', 'them') : `${formatNumber(already)} of them`
  return `Somebody else had already blocked ${which}.`
}

export const unblockList = 'Unblock a list'

export const unblock = 'Unblock'
export const undo = 'Undo'

function oneOrCounted(numbers: string[]): string {
  return numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
}
