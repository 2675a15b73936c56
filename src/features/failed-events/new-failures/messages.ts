import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { listNoun } from '../../event/list/list-labels.ts'

export const newFailuresAnnounced = 'There are new failures. A button above the table shows them.'

/** "3 new failed calls," */
export const newEvents = (list: FailedEventList, count: number) =>
  `${formatNumber(count)} new ${listNoun(list, count)},`
export const show = 'show'
export const loading = 'loading…'

export const checkFailed = 'Can’t check for new failures right now.'
export const reloadToCheck = 'Reload the page to check again.'
export const retriesAutomatically = 'Retrying automatically.'
