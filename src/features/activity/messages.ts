import { formatCount, formatNumber } from '../../format/numbers.ts'

export const title = 'Activity'
export const purpose =
  'What you, your colleagues and your scripts changed, when, from where, and with which outcome.'

export const exportLabel = 'Export'
export const exportTitle = 'Export the activity log'
export const exportExplanation =
  'The file contains all entries that match the filters, with all their phone numbers.'

export const filters = 'Filters'
export const personFilter = 'Person'
export const people = 'People'
export const kindFilter = 'Action'
export const fromFilter = 'From'
export const toFilter = 'To'
export const fromIsAfterTo = 'From must be on or before To.'
export const numberFilter = 'Blocked or unblocked number'
export const numberPlaceholder = 'Phone number'
export const incompleteNumber =
  'This is not a complete phone number, so entries of all numbers are shown. Enter it with its country code, such as +27 82 123 0001, or as it is dialled in South Africa, such as 082 123 0001.'
export const daysNotReadable =
  'The days in this link can’t be read, so they don’t filter the entries. Check From and To.'
export const anyDay = 'Any day'
export const clearFilters = 'Clear'

export const loading = 'Loading the activity log…'
export const firstPage = 'First page'
export const noMatchTitle = 'No matching entries'
export const noMatch = 'Choose other dates, another person or another action.'
export const showAll = 'Show all entries'
export const emptyTitle = 'No activity yet'
export const empty =
  'This page lists replays, blocked and unblocked numbers, receiver settings, tokens, exports and sign-ins: who did it, when and from where.'
export const entryNouns: [string, string] = ['entry', 'entries']

export const whenColumn = (timeZone: string) => `When (${timeZone})`
export const addressColumn = 'Address'
export const outcomeColumn = 'Outcome'
export const theServer = 'The server'
export const noName = 'No name given'
export const withStatus = (outcome: string, status: number) => `${outcome} (status ${status})`
export const outcomeUnknown = 'It is unknown whether this was done.'

export const tooManyToStore = 'There are too many numbers to store.'
export const showFewer = 'Show fewer'
export const showAllNumbers = (count: number) => `Show all ${formatNumber(count)}`
export const loadingNumbers = 'Loading…'
export const othersNotStored = 'The other numbers are not stored, because the change was refused.'
export const withoutPhoneNumber = (count: number) =>
  `${formatCount(count, 'entry', 'entries')} without a phone number`
