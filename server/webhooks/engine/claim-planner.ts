import type { DueAttempt } from './attempt-queue.ts'
import { type GatedReceiver, isHungry } from './gated-receiver.ts'

/**
 * How many attempts of one receiver all processes claim: those in flight, and some that wait to see
 * whether an earlier one succeeds. Attempts that could be claimed only after others end would begin
 * this wait later. Deep claims take more from receivers that answer: those that a process wants ahead,
 * and as many again whose outcomes are being recorded.
 */
const MAX_CLAIMED_PER_RECEIVER = 30
const MAX_CLAIMED_PER_FAST_RECEIVER = 1_000

/** How often new attempts are claimed between deep claims. */
const SHALLOW_EVERY_MS = 100

/** What a claim may take, so that each receiver gets as much as it can process. */
export type Wanted = {
  skippedReceivers: string[]
  isDeep: boolean
  limit: number
  /** The limit for one receiver, including attempts that are claimed already. */
  ofOneReceiver: number
  /** Whether a claim of the other kind should follow immediately. */
  needsOtherKind: boolean
}

type Situation<Queue> = {
  receivers: Iterable<GatedReceiver<Queue>>
  /** Whether attempts were added to the queue, or the last check was long ago. */
  mayHaveNewAttempts: boolean
  /** How many may be claimed. */
  room: number
  /** This process's part of MAX_CONCURRENT_PER_RECEIVER. */
  cap: number
  /** In ms. */
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
  ): Wanted | null {
    const active = [...receivers].filter(
      ({ claimed, mayHaveMore }) => claimed > 0 || mayHaveMore.size > 0,
    )
    for (const receiver of active) {
      receiver.gate.look(now)
      receiver.claimedBefore = receiver.claimed
    }
    // The two kinds take turns. A shallow claim that has to search past a long backlog takes longer
    // than SHALLOW_EVERY_MS.
    const isShallowDue =
      mayHaveNewAttempts &&
      !this.#wasShallow.has(queue) &&
      now - (this.#shallowAt.get(queue) ?? 0) > SHALLOW_EVERY_MS
    const open = active.filter(
      receiver => receiver.mayHaveMore.has(queue) && isHungry(receiver, cap),
    )
    if (!mayHaveNewAttempts && open.length === 0) return null
    const hungry = open.filter(({ gate }) => gate.isAnswering())
    const isDeep = !isShallowDue && hungry.length > 0
    if (isDeep) this.#wasShallow.delete(queue)
    else {
      this.#wasShallow.add(queue)
      this.#shallowAt.set(queue, now)
    }
    const passed = active.filter(
      ({ waiting, gate, mayHaveMore, claimed }) =>
        waiting.length >= gate.ahead(cap) ||
        (isDeep
          ? !gate.isAnswering()
          : claimed >= MAX_CLAIMED_PER_RECEIVER || (gate.isAnswering() && mayHaveMore.has(queue))),
    )
    const missing = hungry.reduce(
      (sum, { gate, waiting }) => sum + 2 * gate.ahead(cap) - waiting.length,
      0,
    )
    return {
      skippedReceivers: passed.map(({ key }) => key),
      isDeep,
      ofOneReceiver: isDeep ? MAX_CLAIMED_PER_FAST_RECEIVER : this.#ofOneReceiver,
      needsOtherKind: isDeep ? mayHaveNewAttempts : hungry.length > 0,
      limit: isDeep ? Math.min(room, missing) : room,
    }
  }
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
  { skippedReceivers, isDeep, limit, ofOneReceiver }: Wanted,
  due: DueAttempt[],
  { receivers, processes }: { receivers: Iterable<GatedReceiver<Queue>>; processes: number },
): void {
  const passed = new Set(skippedReceivers)
  const got = new Map<string, number>()
  for (const { receiver } of due) got.set(receiver, (got.get(receiver) ?? 0) + 1)
  const counted = [...receivers].map(receiver => ({ receiver, count: got.get(receiver.key) ?? 0 }))
  const isExhaustive =
    due.length < limit &&
    !counted.some(
      ({ receiver, count }) =>
        count > 0 && receiver.claimedBefore + count >= ofOneReceiver / processes,
    )
  const part = ofOneReceiver / processes
  for (const { receiver, count } of counted) {
    const isLimited = (isDeep && count > 0) || receiver.claimedBefore + count >= part
    const isCutOff = count > 0 && !isExhaustive
    if (passed.has(receiver.key) || isLimited || isCutOff) receiver.mayHaveMore.add(queue)
    else if (isExhaustive) receiver.mayHaveMore.delete(queue)
  }
}
