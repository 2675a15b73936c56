import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'

export const missingTitle = 'Still missing'
export const missingExplanation =
  'Failed in the last 7 days and not recovered yet. Events that the service is still retrying are not listed.'
export const missingFigure = (list: FailedEventList, count: number) =>
  `${listNoun(list, count)} still missing`
export const allRecovered = (count: number) => `All ${formatNumber(count)} recovered`
export const partRecovered = (recovered: number, failed: number) =>
  `${formatNumber(recovered)} of ${formatNumber(failed)} recovered`

export const todayTitle = 'Today'
export const sinceLastVisitTitle = 'Since your last visit'
export const firstVisit = (timeZone: string) =>
  `Since midnight (${timeZone}). On your next visit, this card will also show what’s new since this one.`
export const lastVisit = (time: string, timeZone: string) =>
  `Your last visit: ${time} ${timeZone}. Only this browser remembers it.`
export const todayFigure = (list: FailedEventList, count: number) =>
  `${listNoun(list, count)} today`
export const stillMissingToday = (count: number) => `${formatNumber(count)} still missing`
export const newFigure = (list: FailedEventList, count: number) => `new ${listNoun(list, count)}`
export const whyOrMore = `There may be more. Redial checks only the newest ${MAX_PAGE_SIZE} events of the day of your last visit. It does not check days that could not be counted or are more than 30 days ago.`

export const worstReceiversTitle = 'Receivers with the most missing events today'
export const lastSevenDays = 'Last 7 days'
export const ofTheNewest = (count: number) =>
  `From the newest ${formatNumber(count)} failed calls and ${formatNumber(count)} AI events`
export const loadingFailures = 'Loading today’s failures…'
export const nothingFailed = 'Nothing has failed today so far.'
export const allFailuresRecovered = 'Everything that failed today has recovered.'
export const moreWithFailures = (count: number) =>
  `${formatCount(count, 'more receiver', 'more receivers')} with failures`
export const causeAmongOthers = (cause: string, count: number) =>
  `${cause} (${formatNumber(count)}), and other causes`

export const receiversTitle = 'Receivers'
export const allReceivers = 'All receivers'
export const loadingReceivers = 'Loading the receivers…'
export const noneDown = 'No receivers are down.'
export const noReplaysYet = 'No replays yet. The first replay to a receiver shows whether it works.'
export const moreDown = (count: number) =>
  `${formatCount(count, 'more receiver', 'more receivers')} down`
export const moreFailing = (count: number) => `${formatNumber(count)} more failing`
export const moreRecovered = (count: number, isMore: boolean) =>
  `${formatNumber(count)} ${isMore ? 'more ' : ''}recovered`
export const failingToday = (count: number) =>
  `${formatCount(count, 'receiver has', 'receivers have')} events from today that are still missing`
export const oneAtATime =
  'Redial sends one event at a time to a receiver that doesn’t answer. The others wait, and Redial sends all of them once it answers.'
export const replaysLate = (late: string) => `Replays ${late}`

export const replaysTitle = 'Running replays'
export const allReplays = 'All replays'
export const loadingReplays = 'Loading replays…'
export const noReplay = 'No replay is running.'
export const failedAgain = (count: number) => `${formatNumber(count)} failed again`
export const startedBy = (who: string | null, time: string) =>
  who ? `${who}, ${time}` : `Since ${time}`

export const blocklistTitle = 'Blocked numbers'
export const loadingBlocklist = 'Loading the blocklist…'
export const blocklistForbidden =
  'This token may not see the blocklist: it lacks BlocklistPermission, which the operator of the service enables on request.'
export const blockedNumbers = (count: number) => formatCount(count, 'number', 'numbers')
export const nobodyBlocks = (entity: string) => `No ${entity} has blocked numbers`
export const ofEntities = (count: number, one: string, many: string) =>
  `of ${formatCount(count, one, many)}`
