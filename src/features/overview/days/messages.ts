import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatWeekday } from '../../../format/days.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'

export const daysTitle = 'The last 30 days'
export const daysCounted = (known: number, all: number) => `Counting: ${known} of ${all}`
export const daysIn = (timeZone: string) => `Days in ${timeZone}`
export const daysLegend = 'Show the days as'
export const chart = 'Chart'
export const table = 'Table'
export const notCounted = 'Days that could not be counted are shown as unknown.'
export const daysExplanation =
  'Select a day to open its list. Days before yesterday are counted once per visit. Today and yesterday are counted again whenever you come back to this page. Recovered events were delivered by a replay or marked as handled.'

export const dayTable = 'Failures by day'
export const dayColumn = 'Day'
export const stillMissing = (count: number) => `${formatNumber(count)} still missing`
export const failuresOfDay = (day: CalendarDate, list: FailedEventList, count: number) =>
  `${formatWeekday(day)}: ${formatNumber(count)} ${listNoun(list, count)}`
export const dayNotCountedYet = (day: CalendarDate, list: FailedEventList) =>
  `${formatWeekday(day)}: ${listNoun(list, 2)} not counted yet`
export const dayUnknown = (day: CalendarDate, list: FailedEventList) =>
  `${formatWeekday(day)}: number of ${listNoun(list, 2)} unknown`

export const legend = 'Colours'
export const missing = 'Still missing'
export const recovered = 'Recovered'
export const recoveryUnknown = 'Recovery status unknown'
export const chartOf = (list: FailedEventList) =>
  `${LIST_LABELS[list].title} by day. Use the arrow keys to go from day to day.`

export const notCountedYet = 'Not counted yet'
export const unknown = 'Number unknown'
export const total = (list: FailedEventList, count: number) =>
  `${formatNumber(count)} ${listNoun(list, count)}`
export const atLeast = (list: FailedEventList, count: number) => `at least ${total(list, count)}`
export const missingOfTotal = (list: FailedEventList, missing: number, count: number) =>
  `${formatNumber(missing)} of ${total(list, count)} still missing`
