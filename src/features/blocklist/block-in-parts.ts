import {
  type BlocklistRequest,
  type Entity,
  type EntityContext,
  MAX_NUMBERS_PER_REQUEST,
} from '../../../contract/blocklist.ts'
import type { BlockAccount } from './block-account.ts'

export type Blocking = { context: EntityContext; entity: Entity; numbers: string[] }

/** How far it has come, of which the parts that were answered are certain. */
export type BlockProgress = { done: number; all: number }

export type BlockOutcome = {
  /** Of all parts that were done; null where none was. */
  account: BlockAccount | null
  /** Of what was not done, in its order. */
  left: string[]
  /** What kept the part after those from being done; null where it was stopped, or all is done. */
  failure: unknown
}

type PartSteps = {
  block: (request: BlocklistRequest) => Promise<BlockAccount>
  onProgress: (progress: BlockProgress) => void
  isStopped: () => boolean
}

/**
 * Blocks any count of numbers, one part after the other. What was done stays done when a part fails
 * or the rest is stopped.
 */
export async function blockInParts(
  { context, entity, numbers }: Blocking,
  { block, onProgress, isStopped }: PartSteps,
): Promise<BlockOutcome> {
  let account: BlockAccount | null = null
  for (let done = 0; done < numbers.length; done += MAX_NUMBERS_PER_REQUEST) {
    if (done > 0 && isStopped()) return { account, left: numbers.slice(done), failure: null }
    onProgress({ done, all: numbers.length })
    const part = numbers.slice(done, done + MAX_NUMBERS_PER_REQUEST)
    try {
      const ofPart = await block({
        entity,
        entity_context_name: context,
        blocked_phone_number_list: part.map(phone_number => ({ phone_number })),
      })
      account = account === null ? ofPart : together(account, ofPart)
    } catch (failure) {
      return { account, left: numbers.slice(done), failure }
    }
  }
  return { account, left: [], failure: null }
}

function together(one: BlockAccount, other: BlockAccount): BlockAccount {
  return {
    ...other,
    blocked: [...one.blocked, ...other.blocked],
    alreadyBlocked: [...one.alreadyBlocked, ...other.alreadyBlocked],
    missing: [...one.missing, ...other.missing],
  }
}
