import { MAX_CONCURRENT_PER_RECEIVER } from './receiver-gate.ts'

/** How many posts the process keeps under way to all receivers together, while no post waits long. */
const MAX_POSTS_IN_FLIGHT = 60
/** The minimum for one receiver. */
const MIN_WIDTH = 3

/** A post to a slow or distant receiver that has waited this long starts in addition. */
const MAX_WAIT_BEFORE_EXTRA_POST_MS = 100

/**
 * A receiver is distant if each of its last posts took this long. On a busy machine of ours some of
 * them take long, but not all.
 */
const FAR_MS = 60
const LAST_POSTS = 8

/**
 * How often one more post to a receiver starts in addition, if the receiver is slow or distant or this
 * process has time to spare.
 */
const WIDEN_EVERY_MS = 20

type Waiter = { since: number; begin: () => void }
type Lane = {
  underWay: number
  /** The most that were under way at a time: that many posts had to open a connection first. */
  widest: number
  waiting: Waiter[]
  timer: NodeJS.Timeout | null
  ended: number
  /** When the last post ended. */
  endedAt: number
  /** How long the last posts that found an open connection took. */
  tookMs: number[]
}

/**
 * Makes posts to one receiver wait for one another a little, so that a thousand for a quick receiver
 * use a few kept-alive connections. Opening one costs as much as ten posts, here and at the receiver.
 * The fewer receivers there are, the more connections each may have at once. A process with time to
 * spare opens as many as the receiver may have.
 */
export class ReceiverLanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #hasTimeToSpare: () => boolean
  readonly #widest: number

  /** @param widest how many posts one receiver may have under way */
  constructor(hasTimeToSpare: () => boolean, widest = MAX_CONCURRENT_PER_RECEIVER) {
    this.#hasTimeToSpare = hasTimeToSpare
    this.#widest = widest
  }

  /** Returns null if the post may start now, otherwise resolves when it may. Call `leave` afterwards. */
  enter(receiver: string): Promise<void> | null {
    let lane = this.#lanes.get(receiver)
    if (lane === undefined) {
      lane = { underWay: 0, widest: 0, waiting: [], timer: null, ended: 0, endedAt: 0, tookMs: [] }
      lane.endedAt = performance.now()
      this.#lanes.set(receiver, lane)
    }
    if (lane.underWay < this.#width()) {
      ReceiverLanes.#widen(lane)
      return null
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    lane.waiting.push({ since: performance.now(), begin: resolve })
    lane.timer ??= setTimeout(
      () => this.#startExtraPost(lane),
      this.#hasTimeToSpare() ? WIDEN_EVERY_MS : MAX_WAIT_BEFORE_EXTRA_POST_MS,
    )
    return promise
  }

  /** @param tookMs how long the post took; 0 if nothing was posted */
  leave(receiver: string, tookMs: number): void {
    const lane = this.#lanes.get(receiver)
    if (lane === undefined) return
    lane.underWay--
    lane.ended++
    lane.endedAt = performance.now()
    if (lane.ended > lane.widest) {
      lane.tookMs.push(tookMs)
      if (lane.tookMs.length > LAST_POSTS) lane.tookMs.shift()
    }
    if (lane.waiting.length > 0) ReceiverLanes.#beginNext(lane)
    else if (lane.underWay === 0) this.#lanes.delete(receiver)
  }

  #width(): number {
    const part = Math.ceil(MAX_POSTS_IN_FLIGHT / this.#lanes.size)
    return Math.min(this.#widest, Math.max(MIN_WIDTH, part))
  }

  static #widen(lane: Lane): void {
    lane.underWay++
    lane.widest = Math.max(lane.widest, lane.underWay)
  }

  static #beginNext(lane: Lane): void {
    ReceiverLanes.#widen(lane)
    lane.waiting.shift()?.begin()
  }

  #startExtraPost(lane: Lane): void {
    const waited = ({ since }: Waiter) => performance.now() - since
    lane.timer = null
    const canSpare = this.#hasTimeToSpare()
    const maxWaitMs = canSpare ? WIDEN_EVERY_MS : MAX_WAIT_BEFORE_EXTRA_POST_MS
    const [longest] = lane.waiting
    const isFar = lane.tookMs.length > 0 && Math.min(...lane.tookMs) >= FAR_MS
    const isSlow = isFar || performance.now() - lane.endedAt >= MAX_WAIT_BEFORE_EXTRA_POST_MS
    const widens = (isSlow || canSpare) && lane.underWay < this.#widest
    if (longest !== undefined && waited(longest) >= maxWaitMs && widens) {
      ReceiverLanes.#beginNext(lane)
    }
    const [next] = lane.waiting
    if (next === undefined) return
    const ms = widens ? Math.max(WIDEN_EVERY_MS, maxWaitMs - waited(next)) : maxWaitMs
    lane.timer = setTimeout(() => this.#startExtraPost(lane), ms)
  }
}
