import type { BlocklistRequest, Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { type PartsOutcome, type PartsProgress, sendInParts } from '../batch/send-in-parts.ts'
import type { BlockAccount } from '../records/block-account.ts'
import { blockableEntity } from '../records/blocked-entities.ts'

export type Blocking = { context: EntityContext; entity: Entity; numbers: string[] }

export type BlockOutcome = Pick<PartsOutcome<BlockAccount>, 'left' | 'failed' | 'failure'> & {
  /** Of all parts that were done; null where none was. */
  account: BlockAccount | null
}

type BlockSteps = {
  block: (request: BlocklistRequest) => Promise<BlockAccount>
  onProgress: (progress: PartsProgress) => void
  isStopped: () => boolean
}

/** Blocks any count of numbers, in as many requests as it takes, and adds up what they did. */
export async function blockInParts(
  { context, entity, numbers }: Blocking,
  { block, ...steps }: BlockSteps,
): Promise<BlockOutcome> {
  const { answers, ...outcome } = await sendInParts(numbers, {
    send: part =>
      block({
        entity: blockableEntity(entity),
        entity_context_name: context,
        blocked_phone_number_list: part.map(phone_number => ({ phone_number })),
      }),
    ...steps,
  })
  const account = answers.length === 0 ? null : answers.reduce(together)
  return { ...outcome, account }
}

function together(one: BlockAccount, other: BlockAccount): BlockAccount {
  return {
    ...other,
    blocked: [...one.blocked, ...other.blocked],
    alreadyBlocked: [...one.alreadyBlocked, ...other.alreadyBlocked],
    missing: [...one.missing, ...other.missing],
    isExact: one.isExact && other.isExact,
  }
}
