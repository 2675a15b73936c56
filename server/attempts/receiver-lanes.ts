/** So many posts to a receiver are under way as long as none has to wait for long. */
const WIDTH = 3

/** Whoever has waited for so long goes beside those under way: the receiver is far away, or slow. */
const PATIENCE_MS = 100

type Waiter = { since: number; begin: () => void }
type Lane = { underWay: number; waiting: Waiter[]; timer: NodeJS.Timeout | null }

/**
 * Has posts to one receiver wait for one another a little, so that a thousand for a quick receiver
 * go over a few kept-alive connections. To open one costs as much as ten posts, here and there.
 */
export class ReceiverLanes {
  readonly #lanes = new Map<string, Lane>()

  /** null where a post may begin at once; else resolves once it may. `leave` has to follow either. */
  enter(receiver: string): Promise<void> | null {
    let lane = this.#lanes.get(receiver)
    if (lane === undefined) {
      lane = { underWay: 0, waiting: [], timer: null }
      this.#lanes.set(receiver, lane)
    }
    if (lane.underWay < WIDTH) {
      lane.underWay++
      return null
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    lane.waiting.push({ since: performance.now(), begin: resolve })
    lane.timer ??= setTimeout(ReceiverLanes.#look, PATIENCE_MS, lane)
    return promise
  }

  leave(receiver: string): void {
    const lane = this.#lanes.get(receiver)
    if (lane === undefined) return
    lane.underWay--
    if (lane.waiting.length > 0) ReceiverLanes.#beginNext(lane)
    else if (lane.underWay === 0) this.#lanes.delete(receiver)
  }

  static #beginNext(lane: Lane): void {
    lane.underWay++
    lane.waiting.shift()?.begin()
  }

  static #look(lane: Lane): void {
    const waited = ({ since }: Waiter) => performance.now() - since
    lane.timer = null
    const [longest] = lane.waiting
    if (longest !== undefined && waited(longest) >= PATIENCE_MS) ReceiverLanes.#beginNext(lane)
    const [next] = lane.waiting
    if (next === undefined) return
    const ms = Math.max(1, PATIENCE_MS - waited(next))
    lane.timer = setTimeout(ReceiverLanes.#look, ms, lane)
  }
}
