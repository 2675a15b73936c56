import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'

export const someNotLoaded = (events: string) =>
  `The chart needs all ${events}, and some are not loaded.`
export const hoursNeedAll = (events: string) =>
  `To count by hour, Redial has to load all ${events}.`
export const tooManyDays = (most: number, events: string) =>
  `These are too many days to count one by one. Choose at most ${most} days, or load all ${events}.`
export const load = (events: string) => `Load ${events}`
export const eventCount = (list: FailedEventList, count: number) =>
  `${formatNumber(count)} ${listNoun(list, count)}`

export const stillMissing = 'Still missing'
export const recovered = 'Recovered'
export const recoveryUnknown =
  'Redial could not load which of these have recovered. It tries again automatically.'

export const eventsByDay = (title: string) => `${title} by day`
export const howToChooseDays = (name: string) =>
  `${name}. Choose a day, or several with Shift and the arrow keys.`

export const eventsByHour = (title: string) => `${title} by hour`
/** @param missing null if it isn't known */
export const hours = (name: string, busiest: string, missing: string | null) =>
  `${name}. ${busiest}${missing === null ? '' : ` ${missing}`}`
export const missingOf = (missing: number, failed: number) =>
  `Still missing: ${formatNumber(missing)} of ${formatNumber(failed)}.`
export const busiestHour = (hour: string, count: number) =>
  `Most failed in the hour from ${hour}: ${formatNumber(count)}.`
export const noneFailed = 'None.'

export const notCountedYet = (time: string) => `${time}: not counted yet`
export const failedEvents = (time: string, list: FailedEventList, count: number) =>
  `${time}: ${formatNumber(count)} ${listNoun(list, count)}`
export const ofThemMissing = (failed: string, missing: number) =>
  `${failed}, ${formatNumber(missing)} still missing`
