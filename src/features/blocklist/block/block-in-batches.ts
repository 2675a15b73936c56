import type {
  BlocklistRecord,
  BlocklistRequest,
  Entity,
  EntityContext,
} from '../../../../contract/blocklist.ts'
import { type BatchesOutcome, type BatchProgress, sendInBatches } from '../batch/send-in-batches.ts'
import type { BlockSummary } from '../records/block-summary.ts'
import { blockableEntity, findEntity } from '../records/blocked-entities.ts'

export type Blocking = { context: EntityContext; entity: Entity; numbers: string[] }

export type BlockOutcome = Pick<BatchesOutcome<BlockSummary>, 'left' | 'failed' | 'failure'> & {
  /** The summary of all batches that were done; null if none was. */
  summary: BlockSummary | null
}

type BlockSteps = {
  block: (request: BlocklistRequest) => Promise<BlockSummary>
  onProgress: (progress: BatchProgress) => void
  isStopped: () => boolean
}

/**
 * Which of the numbers the list already has. They are not sent, so that the activity log counts what a
 * change has blocked.
 *
 * @param records null if the list is unknown, so that all of them have to be sent
 */
export function splitListed(
  { context, entity, numbers }: Blocking,
  records: BlocklistRecord[] | null,
): { fresh: string[]; listed: BlockSummary | null } {
  const known = findEntity(records ?? [], context, entity.reference)
  const earlier = new Set(known.numbers)
  const alreadyBlocked = numbers.filter(number => earlier.has(number))
  if (alreadyBlocked.length === 0) return { fresh: numbers, listed: null }
  return {
    fresh: numbers.filter(number => !earlier.has(number)),
    listed: {
      context,
      entity: { ...entity, name: known.name },
      blocked: [],
      alreadyBlocked,
      missing: [],
      isExact: true,
    },
  }
}

/** Blocks any count of numbers in as many requests as needed and adds up their summaries. */
export async function blockInBatches(
  { context, entity, numbers }: Blocking,
  { block, ...steps }: BlockSteps,
): Promise<BlockOutcome> {
  const { answers, ...outcome } = await sendInBatches(numbers, {
    send: part =>
      block({
        entity: blockableEntity(entity),
        entity_context_name: context,
        blocked_phone_number_list: part.map(phone_number => ({ phone_number })),
      }),
    ...steps,
  })
  const summary = answers.length === 0 ? null : answers.reduce(together)
  return { ...outcome, summary }
}

/** Adds up what two parts of a change did. The other one is the later one. */
export function together(one: BlockSummary, other: BlockSummary): BlockSummary {
  return {
    ...other,
    blocked: [...one.blocked, ...other.blocked],
    alreadyBlocked: [...one.alreadyBlocked, ...other.alreadyBlocked],
    missing: [...one.missing, ...other.missing],
    isExact: one.isExact && other.isExact,
  }
}
