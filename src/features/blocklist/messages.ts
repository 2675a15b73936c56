import { DEFAULT_COUNTRY, type EntityContext } from '../../../contract/blocklist.ts'
import { formatWait } from '../../format/durations.ts'
import { formatCount, formatNumber, plural } from '../../format/numbers.ts'
import { namedOrCounted, numberCount } from './records/block-summary.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'

export const title = 'Blocklist'
export const purpose = 'Calls from these numbers are rejected before they connect.'
export const loading = 'Loading the blocklist…'

export const noneBlockedTitle = (context: EntityContext) =>
  `No numbers are blocked for any ${CONTEXT_LABELS[context].one}`
export const noneBlocked = 'Block a number to reject its calls.'
export const noOtherEntity = (context: EntityContext) =>
  `No other ${CONTEXT_LABELS[context].one} has blocked numbers.`
export const allEntities = (context: EntityContext) => `All ${CONTEXT_LABELS[context].many}`
export const foundEntities = (context: EntityContext) => `Found ${CONTEXT_LABELS[context].many}`

export const unreadEntries = (count: number) =>
  count === 1
    ? 'Redial can’t read one entry of the blocklist. This page doesn’t search, count or change it.'
    : `Redial can’t read ${formatNumber(count)} entries of the blocklist. This page doesn’t search, count or change them.`
export const unreadTitle = 'Entries that can’t be read'

export const changesPrefix = 'The list changed:'
export const closeChanges = 'Close the list of changes'

export const exportLabel = 'Export'
export const exportTitle = 'Export blocked numbers'

export const blockNumbers = 'Block numbers'

export const tabs = 'What the numbers are blocked for'
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
export const reference = 'Reference'
export const notOnBlocklist = (context: EntityContext) =>
  `This ${CONTEXT_LABELS[context].one} is not on the blocklist.`
export const noNumberMatches = (context: EntityContext, count: number, filter: string) =>
  `None of the ${numberCount(count)} blocked for this ${CONTEXT_LABELS[context].one} has “${filter}” in it.`
export const numberTable = (entity: string) => `Numbers blocked for ${entity}`
export const selectColumn = 'Select'
export const numberColumn = 'Phone number'
export const countryColumn = 'Country'
export const unblockColumn = 'Unblock'
export const selectAll = (count: number) => `Select all ${formatNumber(count)}`
export const selectNumber = (number: string) => `Select ${number}`
export const unblockNumber = (number: string) => `Unblock ${number}`
export const unblockSelected = (count: number) => `Unblock ${numberCount(count)}`

/* Loaded on demand with the panel. */

export const nothingToExport = 'There is nothing to export: no numbers are blocked.'
export const scopeLegend = 'Which numbers'
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
export const exportHint =
  'You get a CSV file for a spreadsheet, with one number in each row. Redial loads the list again first, so the file is up to date.'
export const download = 'Download'
export const noFile = 'No file was created.'
export const noneLeft = 'None of these numbers is still blocked, so no file was created.'
export const saved = (count: number, file: string) => `${numberCount(count)} saved as ${file}.`

export const searchLabel = 'Find on the blocklist'
export const searchField = 'Find a number, company, partner or group'
export const searchPlaceholder = 'Number, name or reference'
export const searchHint = `Enter a number to see whether it is blocked, and by what. Without a country code, ${DEFAULT_COUNTRY.name} is assumed.`
export const stillLoading = 'The blocklist is still loading…'
export const incompleteNumber = (text: string, matches: number) =>
  `This is not a complete phone number. ${matches === 0 ? '' : `${formatNumber(matches)} blocked ${plural(matches, 'number contains', 'numbers contain')} ${text}. `}Enter it with its country code, such as +27 82 123 0001, or as it is dialled in ${DEFAULT_COUNTRY.name}, such as 082 123 0001.`
export const blockIt = 'Block it'
export const unusualNumber = (country: string | null) =>
  `It doesn’t look like a number of ${country ?? 'any country'}: is it complete?`
export const someUnread =
  'Redial can’t read some entries of the blocklist. They are at the end of this page.'
const A_SCRIPT = 'a script'
export const blockedBy = (who: string | null, at: string) => `Blocked by ${who ?? A_SCRIPT}, ${at}.`
export const unblockedBy = (who: string | null, at: string) =>
  `Unblocked by ${who ?? A_SCRIPT}, ${at}.`
export const blockedElsewhere =
  'It was added outside Redial, or before Redial’s activity log began, so who added it and when is unknown.'
export const historyNotLoaded = 'Who blocked or unblocked it could not be loaded.'
export const seeHistory = 'All changes of this number in Activity'
export const moreEntriesBlock = (count: number) => `${formatNumber(count)} more entries block it`
export const reach: Record<EntityContext, string> = {
  company: 'calls to this company are rejected.',
  group: 'calls to every company of this group are rejected.',
  partner: 'calls to every company of this partner are rejected.',
}

/* Apart from the texts of the page, because forms that are loaded on demand also show them. */

export const loadingForm = 'Loading…'
export const progress = (action: string, done: number, all: number) =>
  `${action}: ${formatNumber(done)} of ${formatNumber(all)} done.`
export const waiting = (seconds: number) =>
  `The service asks us to wait ${formatWait(seconds)}. Then it continues automatically.`
export const stopping = 'Stopping once the service has answered.'
export const stop = 'Stop after this batch'

export const notYoursTitle = 'You can’t change this blocklist'
export const notYours = (detail: string | null) =>
  `The service lets you change only the blocklists of your own companies, partner and groups. It says: “${detail}”`
export const tooLargeTitle = 'The request is too large for the service'
export const tooLarge =
  'It rejected even a single number. Report this to the operator of the service: neither the number nor Redial is the cause.'

export const keepBlocked = 'Keep blocked'
export const unblockTitle = (numbers: string[]) => `Unblock ${oneOrCounted(numbers)}?`
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

export const unblockList = 'Unblock a list'

export const unblock = 'Unblock'
export const undo = 'Undo'

function oneOrCounted(numbers: string[]): string {
  return numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
}
