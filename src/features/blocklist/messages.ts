import type { EntityContext } from '../../../contract/blocklist.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'

export const blockNumbers = 'Block numbers'
export const unblock = 'Unblock'

export const entityCount = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

/** "1 number", "1,284 numbers" */
export const numberCount = (count: number) => formatCount(count, 'number', 'numbers')

export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`

/** Lists a few numbers, by default three; counts more. */
export const namedOrCounted = (numbers: string[], most = 3) =>
  numbers.length <= most ? numbers.map(formatPhoneNumber).join(', ') : numberCount(numbers.length)
