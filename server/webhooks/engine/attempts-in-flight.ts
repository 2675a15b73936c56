import { receiverHost } from '../../../contract/receiver.ts'
import { AccountShares } from './account-shares.ts'
import type { DueAttempt } from './attempt-queue.ts'

/** How many attempts one process has in flight to one host, for all accounts together. */
const MAX_CONCURRENT_PER_HOST = 400

/** How many attempts one process has in flight: each takes a connection. */
export const MAX_IN_FLIGHT = 2_000

/** How many of these may be late attempts beyond the limit that their receivers have earned. */
const MAX_LATE = 500

/** How many late attempts start between two checks. Hundreds at once would delay all others. */
const MAX_LATE_PER_CHECK = 5

export type AttemptInFlight = {
  due: DueAttempt
  host: AccountShares
  /** When it was claimed. */
  since: number
  isLate: boolean
  /** null until it is posted. */
  postedAt: number | null
}

/** The attempts that one process has started, limited for the process and for each host. */
export class AttemptsInFlight {
  readonly #processes: () => number
  readonly #hosts = new Map<string, AccountShares>()
  /** The keys are ids of jobs. */
  readonly #started = new Map<string, AttemptInFlight>()
  readonly #shares: AccountShares
  #late = 0
  #lateSinceCheck = 0

  /** @param processes returns the number of processes that share the limit of a host */
  constructor(processes: () => number, limit = MAX_IN_FLIGHT) {
    this.#processes = processes
    this.#shares = new AccountShares(limit)
  }

  get(due: DueAttempt): AttemptInFlight | undefined {
    return this.#started.get(due.jobId)
  }

  /** Called at regular intervals. */
  beginCheck(): void {
    this.#lateSinceCheck = 0
  }

  hasRoomForLate(): boolean {
    return this.#late < MAX_LATE
  }

  mayStartLate(): boolean {
    return this.hasRoomForLate() && this.#lateSinceCheck < MAX_LATE_PER_CHECK
  }

  /** @returns whether the process and the host have room, so that the attempt has started */
  start(due: DueAttempt, since: number, isLate: boolean): boolean {
    const { jobId, account, receiver } = due
    const host = this.#host(receiver)
    if (!this.#shares.hasRoomFor(account) || !host.hasRoomFor(account)) {
      if (host.isUnused()) this.#hosts.delete(receiverHost(receiver))
      return false
    }
    if (isLate) {
      this.#late += 1
      this.#lateSinceCheck += 1
    }
    this.#shares.take(account)
    host.take(account)
    this.#started.set(jobId, { due, host, since, isLate, postedAt: null })
    return true
  }

  end({ due, host, isLate }: AttemptInFlight): void {
    const { jobId, account, receiver } = due
    this.#started.delete(jobId)
    this.#shares.release(account)
    host.release(account)
    if (host.isUnused()) this.#hosts.delete(receiverHost(receiver))
    if (isLate) this.#late -= 1
  }

  #host(receiver: string): AccountShares {
    const name = receiverHost(receiver)
    let host = this.#hosts.get(name)
    if (host === undefined) {
      host = new AccountShares(Math.ceil(MAX_CONCURRENT_PER_HOST / this.#processes()))
      this.#hosts.set(name, host)
    }
    return host
  }
}
