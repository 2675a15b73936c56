import type { BlockNote, BlockReason } from '../../../contract/blocklist/block-notes.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../contract/text/phone-number.ts'
import { formatDay } from '../../../contract/time/day-text.ts'

export const blockNumbers = 'Block numbers'
export const unblock = 'Unblock'
export const unblockList = 'Unblock a list'

export const REASONS: Record<BlockReason, string> = {
  spam: 'Spam',
  wrong_number: 'Wrong number',
  harassment: 'Harassment',
  competitor: 'Competitor',
  own_test: 'Own test',
  other: 'Other',
}

/** "Spam: sells solar panels" */
export function formatWhy({ reason, note }: BlockNote): string {
  return [reason && REASONS[reason], note].filter(Boolean).join(': ')
}

/** "Spam: sells solar panels. Until 31 December 2026, but it stays blocked until somebody unblocks it." */
export function formatNote(block: BlockNote): string {
  const why = formatWhy(block)
  const end =
    block.until &&
    `Until ${formatDay(block.until)}, but it stays blocked until somebody unblocks it.`
  return [why && (/[.!?]$/.test(why) ? why : `${why}.`), end].filter(Boolean).join(' ')
}

/** "1 number", "1,284 numbers" */
export const numberCount = (count: number) => formatCount(count, 'number', 'numbers')

export const partOfNumbers = (part: number, all: number) =>
  `${formatNumber(part)} of ${numberCount(all)}`

/** Lists a few numbers, by default three; counts more. */
export const namedOrCounted = (numbers: string[], most = 3) =>
  numbers.length <= most ? numbers.map(formatPhoneNumber).join(', ') : numberCount(numbers.length)

/** Names one number; counts more. */
export const nameBlocks = (blocks: { number: string }[]) =>
  namedOrCounted(
    blocks.map(({ number }) => number),
    1,
  )
