import { SCHEDULE } from '../../../testing/delivery-engine.ts'
import type { DueAttempt } from '../../engine/attempt-queue.ts'

type Event = {
  state: 'waiting' | 'delivered' | 'failed'
  /** How many attempts had failed when it was added to the model. */
  before: number
  /** The number of attempts that were made and recorded. */
  attempts: number
  dueAt: number
  posts: { number: number; delivered: boolean }[]
  /** How often a process lost a claim of it because it had sent no heartbeat in time. */
  takeovers: number
}

/**
 * docs/interface.md, "States and transitions", and the promises of docs/operations.md about
 * processes that die: what may happen to each event, and what may not.
 */
export class DeliveryModel {
  readonly events = new Map<number, Event>()
  readonly #now: () => number
  readonly #lifetimeMs: number
  /** The key is the job's id. */
  readonly #claims = new Map<string, { by: string; beatAt: number; isLost: boolean }>()

  constructor(now: () => number, lifetimeMs: number) {
    this.#now = now
    this.#lifetimeMs = lifetimeMs
  }

  /** @param before how many of its attempts have failed: the next one is due */
  accepted(id: number, before: number): void {
    const [attempts, dueAt] = [before, this.#now()]
    this.events.set(id, {
      state: 'waiting',
      before,
      attempts,
      dueAt,
      posts: [],
      takeovers: 0,
    })
  }

  /** @throws if another live process holds it */
  claimed(by: string, { jobId, id }: DueAttempt): void {
    const before = this.#claims.get(jobId)
    if (before !== undefined) {
      expect(before.isLost, `${by} took ${id} from ${before.by}, which is alive`)
      this.event(id).takeovers += 1
    }
    this.#claims.set(jobId, { by, beatAt: this.#now(), isLost: false })
  }

  extended(by: string): void {
    for (const claim of this.#claims.values()) if (claim.by === by) claim.beatAt = this.#now()
  }

  /** A process that was silent for too long has lost its claims for good, whatever it does later. */
  supervised(): void {
    for (const claim of this.#claims.values()) {
      claim.isLost ||= this.#now() - claim.beatAt >= this.#lifetimeMs
    }
  }

  /** Its claim has ended, unless another process has it by now. */
  released(by: string, jobId: string): void {
    if (this.#claims.get(jobId)?.by === by) this.#claims.delete(jobId)
  }

  /** @throws if this isn't the attempt that is due */
  read(id: number, number: number): void {
    const { state, attempts, dueAt } = this.event(id)
    const earlyMs = dueAt - this.#now()
    expect(state === 'waiting', `attempt ${number} of ${id} is begun, which is ${state}`)
    expect(number === attempts + 1, `attempt ${number} of ${id} is begun after ${attempts}`)
    expect(earlyMs <= 0, `attempt ${number} of ${id} is begun ${earlyMs} ms early`)
  }

  /** @throws if it was posted before, and no process had to take it over */
  posted(by: string, id: number, number: number, delivered: boolean): void {
    const { posts, takeovers } = this.event(id)
    posts.push({ number, delivered })
    const again = posts.length - new Set(posts.map(post => post.number)).size
    expect(again <= takeovers, `${by} posts attempt ${number} of ${id} again`)
  }

  /** The first outcome of an attempt counts, but a 200 always does. */
  settled(id: number, number: number, delivered: boolean): void {
    const event = this.event(id)
    if (event.state === 'waiting' && event.attempts === number - 1) {
      const delayMs = SCHEDULE[number - 1]
      event.attempts = number
      event.state = delivered ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting'
      event.dueAt = this.#now() + (delayMs ?? 0)
    } else if (delivered) event.state = 'delivered'
  }

  isWaiting(): boolean {
    return [...this.events.values()].some(({ state }) => state === 'waiting')
  }

  event(id: number): Event {
    const event = this.events.get(id)
    if (event === undefined) throw new Error(`${id} was never accepted`)
    return event
  }
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
