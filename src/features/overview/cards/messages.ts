import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { listNoun } from '../../event/list/list-labels.ts'

export const allRecovered = (count: number) => `All ${formatNumber(count)} recovered`

export const newFigure = (list: FailedEventList, count: number) => `new ${listNoun(list, count)}`
