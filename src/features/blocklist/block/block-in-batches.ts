import type { BlocklistRequest, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { type BatchesOutcome, type BatchProgress, sendInBatches } from '../batch/send-in-batches.ts'
import type { BlockSummary } from '../records/block-summary.ts'
import { blockableEntity } from '../records/blocked-entities.ts'

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

function together(one: BlockSummary, other: BlockSummary): BlockSummary {
  return {
    ...other,
    blocked: [...one.blocked, ...other.blocked],
    alreadyBlocked: [...one.alreadyBlocked, ...other.alreadyBlocked],
    missing: [...one.missing, ...other.missing],
    isExact: one.isExact && other.isExact,
  }
}
