import { formatCount, formatNumber } from '../../format/numbers.ts'

export const receivers = 'Receivers'
export const loadingReceivers = 'Loading the receivers…'
export const noReceiversYet =
  'No replays to receivers yet. A receiver appears in this list after the first replay to it, or when it is set for a tracking number.'
export const pageSummary = (count: number, page: number, lastPage: number) =>
  `${formatCount(count, 'receiver', 'receivers')}, page ${formatNumber(page)} of ${formatNumber(lastPage)}`

export const findReceiver = 'Find a receiver'
export const noMatchingReceivers = 'No matching receivers'
export const changeSearch =
  'Redial searches companies, hosts and paths. Change the search or the state.'
export const showAllReceivers = 'Show all receivers'

export const state = 'State'
export const all = 'All'

export const replaysLate = (late: string) => `Replays ${late}`

export const missingColumn = 'Still missing today'
export const notCounted = 'Unknown'
export const mainCause = (cause: string, count: number | null) =>
  count === null ? cause : `${cause} (${formatNumber(count)}), and other causes`
export const latestMissing = (time: string) => `. Latest: ${time}`
export const notCountedByReceiver = 'Today’s events are not counted by receiver.'
export const tooManyFailures = 'Too many events failed today to count them by receiver here:'
export const groupByReceiver = 'Group the failed calls by receiver'
export const lastDeliveryColumn = 'Last delivered replay'
export const lastFailureColumn = 'Last failed replay'
export const recentReplaysColumn = 'Replays of the last 7 days'
export const setForNumbers = (count: number) =>
  `Set for ${formatCount(count, 'tracking number', 'tracking numbers')}`
export const none = 'None'
export const deliveredCount = (count: number) => `${formatNumber(count)} delivered,`
export const failedCount = (count: number) => `${formatNumber(count)} failed`
