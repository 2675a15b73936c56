import type { EntityContext } from '../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../format/numbers.ts'
import { DEFAULT_COUNTRY } from './phone/default-country.ts'
import { namedOrCounted, numberCount } from './records/block-summary.ts'
import { CONTEXT_LABELS } from './records/entity-contexts.ts'

export const title = 'Blocklist'
export const purpose = 'Calls from these numbers are rejected before they connect.'
export const blockNumbers = 'Block numbers'
export const exportLabel = 'Export'
export const exportTitle = 'Export blocked numbers'
export const loading = 'Loading the blocklist…'
export const outOfDateTitle = 'This list may be out of date.'
export const outOfDate = 'It could not be refreshed.'

export const searchLabel = 'Find on the blocklist'
export const searchField = 'Find a number, company, partner or group'
export const searchPlaceholder = 'Number, name or reference'
export const searchHint = `Enter a number to see whether it is blocked, and by what. Without a country code, ${DEFAULT_COUNTRY.name} is assumed.`
export const stillLoading = 'The blocklist is still loading…'
export const incompleteNumber = `This is not a complete phone number. Enter it with its country code, such as +27 82 123 0001, or as it is dialled in ${DEFAULT_COUNTRY.name}, such as 082 123 0001.`
export const notBlocked = 'It is not blocked for any of your companies, groups or partners.'
export const unusualNumber = (country: string | null) =>
  `It doesn’t look like a number of ${country ?? 'any country'}: is it complete?`
export const someUnread =
  'Redial can’t read some entries of the blocklist. They are at the end of this page.'
export const notRecorded = 'The service doesn’t record when or by whom.'
export const moreEntriesBlock = (count: number) => `${formatNumber(count)} more entries block it`
export const reach: Record<EntityContext, string> = {
  company: 'calls to this company are rejected.',
  group: 'calls to every company of this group are rejected.',
  partner: 'calls to every company of this partner are rejected.',
}

export const changesPrefix = 'The list changed:'
export const closeChanges = 'Close the list of changes'

export const tabs = 'What the numbers are blocked for'
export const noneBlockedTitle = (context: EntityContext) =>
  `No numbers are blocked for any ${CONTEXT_LABELS[context].one}`
export const noneBlocked = (context: EntityContext) =>
  `No ${CONTEXT_LABELS[context].one} is on the blocklist. Block numbers to reject their calls.`
export const noOtherEntity = (context: EntityContext) =>
  `No other ${CONTEXT_LABELS[context].one} has blocked numbers.`
export const allEntities = (context: EntityContext) => `All ${CONTEXT_LABELS[context].many}`
export const foundEntities = (context: EntityContext) => `Found ${CONTEXT_LABELS[context].many}`
export const entityList = (context: EntityContext) =>
  `Every ${CONTEXT_LABELS[context].one} with blocked numbers`
export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`
export const showMoreEntities = (others: number) => `Show more of the other ${formatNumber(others)}`
export const nothingFoundTitle = (context: EntityContext) =>
  `No ${CONTEXT_LABELS[context].one} found`
export const nothingFound = (context: EntityContext, searched: string, isElsewhere: boolean) =>
  `No ${CONTEXT_LABELS[context].one} with blocked numbers has “${searched}” in its name, reference or numbers${isElsewhere ? ', but there are:' : ', and nothing else on the blocklist has it.'}`
export const foundElsewhere = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

export const blockedForThis = (context: EntityContext, count: number) =>
  `${count === 0 ? 'No numbers' : numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one}`
export const reference = 'Reference'
export const notOnBlocklist = (context: EntityContext) =>
  `This ${CONTEXT_LABELS[context].one} is not on the blocklist.`
export const noNumberMatches = (context: EntityContext, count: number, filter: string) =>
  `None of the ${numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one} has “${filter}” in it.`
export const numberTable = (entity: string) => `Numbers blocked for ${entity}`
export const numberColumn = 'Phone number'
export const countryColumn = 'Country'
export const unblockColumn = 'Unblock'
export const selectAll = (count: number) => `Select all ${formatNumber(count)}`
export const selectNumber = (number: string) => `Select ${number}`
export const unblockNumber = (number: string) => `Unblock ${number}`
export const unblockSelected = (count: number) => `Unblock ${numberCount(count)}`
export const unblockList = 'Unblock a list'

export const unblock = 'Unblock'
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
export const undo = 'Undo'
export const undoNumbers = (numbers: string[], entity: string) =>
  `Undo: block ${numbersOf(numbers, entity)} again`
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

function oneOrCounted(numbers: string[]): string {
  return numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
}

export const unreadEntries = (count: number) =>
  count === 1
    ? 'Redial can’t read one entry of the blocklist. This page doesn’t search, count or change it.'
    : `Redial can’t read ${formatNumber(count)} entries of the blocklist. This page doesn’t search, count or change them.`
export const unreadTitle = 'Entries that can’t be read'
