import type { EntityContext } from '../../../contract/blocklist.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { namedOrCounted, numberCount } from './records/block-summary.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'

export const blockNumbers = 'Block numbers'

export const entityCount = (context: EntityContext, count: number) =>
  formatCount(count, CONTEXT_LABELS[context].one, CONTEXT_LABELS[context].many)

export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`

export const unblock = 'Unblock'
export const undo = 'Undo'

export function oneOrCounted(numbers: string[]): string {
  return numbers.length === 1 ? namedOrCounted(numbers) : numberCount(numbers.length)
}
