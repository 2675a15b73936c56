import type {
  BlocklistRecord,
  BlocklistRequest,
  Entity,
  EntityContext,
} from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../format/numbers.ts'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import { findEntity } from './blocked-entities.ts'

/** What an add did, number by number. */
export type BlockSummary = {
  context: EntityContext
  entity: Entity
  blocked: string[]
  alreadyBlocked: string[]
  /** Accepted numbers that are missing from the record in the service's answer. */
  missing: string[]
  /** Whether the list before the add is known. Otherwise all numbers count as newly blocked. */
  isExact: boolean
}

/**
 * Compares the list before the add with the record in the service's answer. The service ignores
 * numbers that are already blocked and doesn't say which (docs/interface.md, POST /v1/blocklist/).
 *
 * @param before null if the list could not be loaded
 */
export function summarizeBlock(
  request: BlocklistRequest,
  before: BlocklistRecord[] | null,
  after: BlocklistRecord,
): BlockSummary {
  const context = after.entity_context_name
  const earlier = new Set(findEntity(before ?? [], context, after.entity.reference).numbers)
  const now = new Set(after.blocked_phone_number_list.map(entry => entry.phone_number))
  const sent = request.blocked_phone_number_list.map(entry => entry.phone_number)
  return {
    context,
    entity: after.entity,
    blocked: sent.filter(number => now.has(number) && !earlier.has(number)),
    alreadyBlocked: sent.filter(number => now.has(number) && earlier.has(number)),
    missing: sent.filter(number => !now.has(number)),
    isExact: before !== null,
  }
}

/** Formats the summary: "3 numbers blocked for Acme Cars. 1 was blocked already." */
export function formatBlockSummary(summary: BlockSummary): string {
  const { entity, blocked, alreadyBlocked, missing, isExact } = summary
  const sentences: string[] = []
  if (blocked.length > 0)
    sentences.push(`${numberCount(blocked.length)} blocked for ${entity.name}.`)
  if (blocked.length > 0 && !isExact) {
    sentences.push('Some may have been blocked before, because the list could not be loaded.')
  }
  if (blocked.length > 0 && alreadyBlocked.length > 0) {
    sentences.push(
      `${formatNumber(alreadyBlocked.length)} ${was(alreadyBlocked.length)} blocked already.`,
    )
  }
  if (blocked.length === 0 && alreadyBlocked.length > 0) {
    sentences.push(
      `Nothing new: ${numberCount(alreadyBlocked.length)} ${was(alreadyBlocked.length)} blocked for ${entity.name} already.`,
    )
  }
  if (missing.length > 0) {
    sentences.push(
      `The service accepted ${namedOrCounted(missing)} but doesn’t list ${plural(missing.length, 'it', 'them')} for ${entity.name}. Check the list before you rely on it.`,
    )
  }
  return sentences.join(' ')
}

/** "1 number", "1,284 numbers" */
export function numberCount(count: number): string {
  return formatCount(count, 'number', 'numbers')
}

/** Lists a few numbers; names more by their count. */
export function namedOrCounted(numbers: string[]): string {
  return numbers.length <= 3
    ? numbers.map(formatPhoneNumber).join(', ')
    : numberCount(numbers.length)
}

function was(count: number): string {
  return plural(count, 'was', 'were')
}
