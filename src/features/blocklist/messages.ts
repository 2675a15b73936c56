import { DEFAULT_COUNTRY, type EntityContext } from '../../../contract/blocklist.ts'
import { formatWait } from '../../format/durations.ts'
import { formatCount, formatNumber, plural } from '../../format/numbers.ts'
import { namedOrCounted, numberCount } from './records/block-summary.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'

export const noneBlockedTitle = (context: EntityContext) =>
  `No numbers are blocked for any ${CONTEXT_LABELS[context].one}`
export const noOtherEntity = (context: EntityContext) =>
  `No other ${CONTEXT_LABELS[context].one} has blocked numbers.`
export const allEntities = (context: EntityContext) => `All ${CONTEXT_LABELS[context].many}`
export const foundEntities = (context: EntityContext) => `Found ${CONTEXT_LABELS[context].many}`

export const unreadEntries = (count: number) =>
  count === 1
    ? 'Redial can’t read one entry of the blocklist. This page doesn’t search, count or change it.'
    : `Redial can’t read ${formatNumber(count)} entries of the blocklist. This page doesn’t search, count or change them.`

export const blockNumbers = 'Block numbers'

export const entityList = (context: EntityContext) =>
  `Every ${CONTEXT_LABELS[context].one} with blocked numbers`
export const showMoreEntities = (others: number) => `Show more of the other ${formatNumber(others)}`
export const nothingFoundTitle = (context: EntityContext) =>
  `No ${CONTEXT_LABELS[context].one} found`
export const nothingFound = (context: EntityContext, searched: string, isElsewhere: boolean) =>
  `No ${CONTEXT_LABELS[context].one} with blocked numbers has “${searched}” in its name, reference or numbers${isElsewhere ? ', but there are:' : '.'}`
export const entityCount = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`

export const blockedForThis = (context: EntityContext, count: number) =>
  `${count === 0 ? 'No numbers' : numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one}`
export const notOnBlocklist = (context: EntityContext) =>
  `This ${CONTEXT_LABELS[context].one} is not on the blocklist.`
export const noNumberMatches = (context: EntityContext, count: number, filter: string) =>
  `None of the ${numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one} has “${filter}” in it.`
export const numberTable = (entity: string) => `Numbers blocked for ${entity}`
export const selectAll = (count: number) => `Select all ${formatNumber(count)}`
export const selectNumber = (number: string) => `Select ${number}`
export const unblockNumber = (number: string) => `Unblock ${number}`
export const unblockSelected = (count: number) => `Unblock ${numberCount(count)}`

/* Loaded on demand with the panel. */

export const filteredScope = (count: number, entity: string, filter: string) =>
  `Filtered: ${numberCount(count)} of ${entity} with “${filter}”`
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
export const unusualNumber = (country: string | null) =>
  `It doesn’t look like a number of ${country ?? 'any country'}: is it complete?`
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

/* Apart from the texts of the page, because forms that are loaded on demand also show them. */

export const progress = (action: string, done: number, all: number) =>
  `${action}: ${formatNumber(done)} of ${formatNumber(all)} done.`
export const waiting = (seconds: number) =>
  `The service asks us to wait ${formatWait(seconds)}. Then it continues automatically.`

export const notYours = (detail: string | null) =>
  `The service lets you change only the blocklists of your own companies, partner and groups. It says: “${detail}”`

export const unblockTitle = (numbers: string[]) => `Unblock ${oneOrCounted(numbers)}?`
export const removesFrom = (context: EntityContext, count: number) =>
  `This removes ${numberCount(count)} from the blocklist of ${CONTEXT_LABELS[context].one}`
export const acceptedAgain = (count: number) =>
  `${plural(count, 'Its calls are', 'Their calls are')} accepted again, unless another entry blocks ${plural(count, 'it', 'them')}.`

export const historySummary = (count: number) =>
  `Unblocked in this session (${formatNumber(count)})`
export const numbersOf = (numbers: string[], entity: string) =>
  `${namedOrCounted(numbers)} of ${entity}`
export const undoNumbers = (numbers: string[], entity: string) =>
  `Undo: block ${numbersOf(numbers, entity)} again`
export const undoLatest = (numbers: string[]) => `Undo unblocking of ${namedOrCounted(numbers)}`
export const undone = (numbers: string[], entity: string) =>
  `${oneOrCounted(numbers)} blocked again for ${entity}.`
export const partlyUndone = (done: number, all: number, entity: string) =>
  `${formatNumber(done)} of ${numberCount(all)} blocked again for ${entity}.`

export const unblockList = 'Unblock a list'

export const unblock = 'Unblock'
export const undo = 'Undo'

function oneOrCounted(numbers: string[]): string {
  return numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
}
