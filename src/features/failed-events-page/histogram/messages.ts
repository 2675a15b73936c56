import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'

export const tooManyDays =
  'There are too many days to count. Choose at most 31 days, or use a filter: it loads all events of the range.'

export const eventsByDay = (title: string) => `${title} by day`
export const howToChooseDays = (name: string) =>
  `${name}. Choose a day, or several with Shift and the arrow keys.`

export const eventsByHour = (title: string) => `${title} by hour`
export const hoursAndBusiest = (name: string, busiest: string) => `${name}. ${busiest}`
export const busiestHour = (hour: string, count: number) =>
  `Most failed in the hour from ${hour}: ${formatNumber(count)}.`
export const noneFailed = 'None.'

export const notCountedYet = (time: string) => `${time}: not counted yet`
export const failedEvents = (time: string, list: FailedEventList, count: number) =>
  `${time}: ${formatNumber(count)} ${listNoun(list, count)}`
export const ofThemMissing = (failed: string, missing: number) =>
  `${failed}, ${formatNumber(missing)} still missing`
