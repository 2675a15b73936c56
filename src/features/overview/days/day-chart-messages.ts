import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'

/* Apart from the other texts of Overview, because the charts are loaded on demand. */

export const legend = 'Colours'
export const missing = 'Still missing'
export const recovered = 'Recovered'
export const recoveryUnknown = 'Not known whether recovered'
export const chartOf = (list: FailedEventList) =>
  `${LIST_LABELS[list].title} by day. Use the arrow keys to go from day to day.`

export const notCountedYet = 'Not counted yet'
export const unknown = 'Number unknown'
export const total = (list: FailedEventList, count: number) =>
  `${formatNumber(count)} ${listNoun(list, count)}`
export const atLeast = (list: FailedEventList, count: number) => `at least ${total(list, count)}`
export const missingOfTotal = (list: FailedEventList, missing: number, count: number) =>
  `${formatNumber(missing)} of ${total(list, count)} still missing`
