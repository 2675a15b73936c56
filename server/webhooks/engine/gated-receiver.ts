import type { DueAttempt } from './attempt-queue.ts'
import type { ReceiverGate } from './receiver-gate.ts'

/** A receiver with the attempts that one process has claimed for it. */
export type GatedReceiver<Queue> = {
  key: string
  gate: ReceiverGate
  waiting: { due: DueAttempt; since: number }[]
  /** The number of claimed attempts, including those whose outcome is being recorded. */
  claimed: number
  /** The same number at the start of the last claim. */
  claimedBefore: number
  /** The queues that may have more due attempts, which the last claim left there. */
  mayHaveMore: Set<Queue>
}

/** @param cap this process's part of MAX_CONCURRENT_PER_RECEIVER */
export function isHungry<Queue>({ gate, waiting }: GatedReceiver<Queue>, cap: number): boolean {
  return gate.isFailing() ? waiting.length === 0 : waiting.length * 2 < gate.ahead(cap)
}
