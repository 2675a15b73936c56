import type { DueAttempt } from './attempt-queue.ts'
import type { ReceiverLimit } from './receiver-limit.ts'

/**
 * How many attempts of one receiver all processes claim: those in flight, and some that wait to see
 * whether an earlier one succeeds. Attempts that could be claimed only after others end would begin
 * this wait later. Deep claims take more of receivers that answer: what a process wants ahead, and
 * as many again whose outcomes are being recorded.
 */
const MAX_CLAIMED_PER_RECEIVER = 30
const MAX_CLAIMED_PER_FAST_RECEIVER = 1_000

/** How often new attempts are claimed between deep claims. */
const SHALLOW_EVERY_MS = 100

/** A receiver with the attempts that one process has claimed for it. */
export type ClaimedReceiver<Queue> = {
  key: string
  limit: ReceiverLimit
  waiting: { due: DueAttempt; since: number }[]
  /** The number of claimed attempts, including those whose outcome is being recorded. */
  claimed: number
  /** The same number at the start of the last claim. */
  claimedBefore: number
  /** The queues that may have more due attempts, which the last claim left there. */
  mayHaveMore: Set<Queue>
}

/** @param cap this process's part of MAX_CONCURRENT_PER_RECEIVER */
export function needsMore({ limit, waiting }: ClaimedReceiver<unknown>, cap: number): boolean {
  return limit.isFailing() ? waiting.length === 0 : waiting.length * 2 < limit.ahead(cap)
}

/** What a claim may take, so that each receiver gets as much as it can process. */
export type PlannedClaim = {
  skippedReceivers: string[]
  isDeep: boolean
  limit: number
  /** The limit for one receiver, including attempts that are claimed already. */
  ofOneReceiver: number
  /** Whether a claim of the other kind should follow immediately. */
  needsOtherKind: boolean
}

type Situation<Queue> = {
  receivers: Iterable<ClaimedReceiver<Queue>>
  /** Whether attempts were added to the queue, or the last check was long ago. */
  mayHaveNewAttempts: boolean
  /** How many may be claimed. */
  room: number
  /** This process's part of MAX_CONCURRENT_PER_RECEIVER. */
  cap: number
  /** Milliseconds. */
  now: number
}

/**
 * Decides what to claim next. A deep claim takes many attempts of each receiver that answers and has
 * more in the queue. A shallow claim, after new attempts were added or when receivers have room again,
 * takes no more of a receiver than it may have in flight.
 */
export class ClaimPlanner<Queue> {
  readonly #shallowAt = new Map<Queue, number>()
  /** The queues whose last claim was a shallow one. */
  readonly #wasShallow = new Set<Queue>()
  readonly #ofOneReceiver: number

  /** @param ofOneReceiver how many attempts one receiver may have in flight */
  constructor(ofOneReceiver: number) {
    this.#ofOneReceiver = Math.max(MAX_CLAIMED_PER_RECEIVER, ofOneReceiver)
  }

  /** @returns null if there is nothing to claim that has room */
  plan(
    queue: Queue,
    { receivers, mayHaveNewAttempts, room, cap, now }: Situation<Queue>,
  ): PlannedClaim | null {
    const active = [...receivers].filter(
      ({ claimed, mayHaveMore }) => claimed > 0 || mayHaveMore.size > 0,
    )
    for (const receiver of active) {
      receiver.limit.updateRate(now)
      receiver.claimedBefore = receiver.claimed
    }
    const open = active.filter(
      receiver => receiver.mayHaveMore.has(queue) && needsMore(receiver, cap),
    )
    if (!mayHaveNewAttempts && open.length === 0) return null
    const answering = open.filter(({ limit }) => limit.isAnswering())
    // The two kinds alternate. A shallow claim that has to search past a long backlog takes longer
    // than SHALLOW_EVERY_MS.
    const isShallowDue =
      mayHaveNewAttempts &&
      !this.#wasShallow.has(queue) &&
      now - (this.#shallowAt.get(queue) ?? 0) > SHALLOW_EVERY_MS
    if (answering.length === 0 || isShallowDue) {
      this.#wasShallow.add(queue)
      this.#shallowAt.set(queue, now)
      const skipped = active.filter(
        receiver =>
          hasEnough(receiver, cap) ||
          receiver.claimed >= MAX_CLAIMED_PER_RECEIVER ||
          (receiver.limit.isAnswering() && receiver.mayHaveMore.has(queue)),
      )
      return {
        skippedReceivers: skipped.map(({ key }) => key),
        isDeep: false,
        limit: room,
        ofOneReceiver: this.#ofOneReceiver,
        needsOtherKind: answering.length > 0,
      }
    }
    this.#wasShallow.delete(queue)
    const skipped = active.filter(
      receiver => hasEnough(receiver, cap) || !receiver.limit.isAnswering(),
    )
    const shortages = answering.map(({ limit, waiting }) => 2 * limit.ahead(cap) - waiting.length)
    return {
      skippedReceivers: skipped.map(({ key }) => key),
      isDeep: true,
      limit: Math.min(
        room,
        shortages.reduce((sum, shortage) => sum + shortage, 0),
      ),
      ofOneReceiver: MAX_CLAIMED_PER_FAST_RECEIVER,
      needsOtherKind: mayHaveNewAttempts,
    }
  }
}

function hasEnough({ limit, waiting }: ClaimedReceiver<unknown>, cap: number): boolean {
  return waiting.length >= limit.ahead(cap)
}

/**
 * Learns from a claim which receivers may have more due attempts. A receiver with as many claimed attempts
 * as this process's part of the limit may have more, even if the claim found none. Any other receiver that
 * an exhaustive claim found none for has no more.
 *
 * A claim takes the first attempts of the queue and then leaves out those beyond the limit of their
 * receivers. So one that found few, and for a receiver as many as its limit, may have seen only a part
 * of the queue.
 */
export function learnFromClaim<Queue>(
  queue: Queue,
  { skippedReceivers, isDeep, limit, ofOneReceiver }: PlannedClaim,
  due: DueAttempt[],
  { receivers, processes }: { receivers: Iterable<ClaimedReceiver<Queue>>; processes: number },
): void {
  const skipped = new Set(skippedReceivers)
  const counts = new Map<string, number>()
  for (const { receiver } of due) counts.set(receiver, (counts.get(receiver) ?? 0) + 1)
  const counted = [...receivers].map(receiver => {
    const count = counts.get(receiver.key) ?? 0
    const isFull = receiver.claimedBefore + count >= ofOneReceiver / processes
    return { receiver, count, isFull }
  })
  const isExhaustive =
    due.length < limit && !counted.some(({ count, isFull }) => count > 0 && isFull)
  for (const { receiver, count, isFull } of counted) {
    const mayHaveMore = isFull || (count > 0 && (isDeep || !isExhaustive))
    if (skipped.has(receiver.key) || mayHaveMore) receiver.mayHaveMore.add(queue)
    else if (isExhaustive) receiver.mayHaveMore.delete(queue)
  }
}
