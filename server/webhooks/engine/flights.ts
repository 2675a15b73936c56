import { type DueAttempt, hostOfReceiver } from './attempt-queue.ts'
import { Slots } from './slots.ts'

/** How many attempts one process has in flight to one host, for all accounts together. */
const MAX_CONCURRENT_PER_HOST = 400

/** How many attempts one process has in flight: each takes a connection. */
export const MAX_IN_FLIGHT = 2_000

/** How many of these may exceed the concurrency that their receivers have earned by answering. */
const MAX_HURRIED = 500

/** How many of those start between two checks. Hundreds at once would delay all others. */
const MAX_HURRIED_PER_LOOK = 5

export type Flight = {
  account: string
  host: Slots
  since: number
  isHurried: boolean
  isPosted: boolean
}

type FlightsSettings = {
  /** The number of processes that share the slots of a host with a receiver. */
  processes(): number
  /** How often waiting attempts are checked. */
  lookEveryMs: number
  /** How many may be in flight. Default: MAX_IN_FLIGHT. */
  limit: number | undefined
}

/** The attempts of one process that have started, limited for the process and for each host. */
export class Flights {
  readonly #settings: FlightsSettings
  readonly #hosts = new Map<string, Slots>()
  /** By the job's id. */
  readonly #flights = new Map<string, Flight>()
  readonly #slots: Slots
  #hurried = 0
  /** How many more may start early before the next look. */
  #mayHurry = MAX_HURRIED_PER_LOOK
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(settings: FlightsSettings) {
    this.#settings = settings
    this.#slots = new Slots(settings.limit ?? MAX_IN_FLIGHT)
  }

  get(due: DueAttempt): Flight | undefined {
    return this.#flights.get(due.jobId)
  }

  /** Whether an attempt may start beyond the concurrency that its receiver has earned. */
  canHurry(now: number): boolean {
    if (now - this.#lookedAt >= this.#settings.lookEveryMs) {
      this.#lookedAt = now
      this.#mayHurry = MAX_HURRIED_PER_LOOK
    }
    return this.hasRoomForHurried() && this.#mayHurry > 0
  }

  hasRoomForHurried(): boolean {
    return this.#hurried < MAX_HURRIED
  }

  /** @returns whether the process and the host have room, so that the attempt has started */
  start({ jobId, account, receiver }: DueAttempt, since: number, isHurried: boolean): boolean {
    const host = this.#host(receiver)
    if (!this.#slots.hasRoomFor(account) || !host.hasRoomFor(account)) {
      if (host.isUnused()) this.#hosts.delete(hostOfReceiver(receiver))
      return false
    }
    if (isHurried) {
      this.#hurried += 1
      this.#mayHurry -= 1
    }
    this.#slots.take(account)
    host.take(account)
    this.#flights.set(jobId, { account, host, since, isHurried, isPosted: false })
    return true
  }

  land({ jobId, receiver }: DueAttempt, { account, host, isHurried }: Flight): void {
    this.#flights.delete(jobId)
    this.#slots.release(account)
    host.release(account)
    if (host.isUnused()) this.#hosts.delete(hostOfReceiver(receiver))
    if (isHurried) this.#hurried -= 1
  }

  #host(receiver: string): Slots {
    const name = hostOfReceiver(receiver)
    let host = this.#hosts.get(name)
    if (host === undefined) {
      host = new Slots(Math.ceil(MAX_CONCURRENT_PER_HOST / this.#settings.processes()))
      this.#hosts.set(name, host)
    }
    return host
  }
}
