import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { AccountShares } from './account-shares.ts'
import type { AttemptQueue, ClaimTimings, DueAttempt } from './attempt-queue.ts'

/** Waiting claims are cheap: they have ids and no payload. */
const MAX_CLAIMED = 10_000

export type Claimed = { due: DueAttempt; queue: AttemptQueue; since: number }

type ClaimsDependencies = {
  db: Kysely<Schema>
  queues: AttemptQueue[]
  timings: ClaimTimings
  logger: Pick<FastifyBaseLogger, 'warn'>
}

/** The attempts that this process has claimed. Extends the claims of long attempts. */
export class Claims {
  readonly #dependencies: ClaimsDependencies
  /** The keys are ids of jobs. */
  readonly #claimed = new Map<string, Claimed>()
  readonly #shares = new AccountShares(MAX_CLAIMED)
  readonly #extending: NodeJS.Timeout

  constructor(dependencies: ClaimsDependencies) {
    this.#dependencies = dependencies
    const everyMs = (dependencies.timings.claimLifetimeS * 1_000) / 4
    this.#extending = setInterval(() => this.#extend(), everyMs)
  }

  get count(): number {
    return this.#claimed.size
  }

  get(due: DueAttempt): Claimed | undefined {
    return this.#claimed.get(due.jobId)
  }

  /** How many attempts may be claimed. */
  room(): number {
    return this.#shares.room()
  }

  /** The accounts for which no more attempts may be claimed at present. */
  fullAccounts(): string[] {
    return this.#shares.full()
  }

  /**
   * Skips attempts that this process still works on: their claims expired and it claimed them again.
   *
   * @returns the others
   */
  add(queue: AttemptQueue, due: DueAttempt[]): DueAttempt[] {
    const since = performance.now()
    return due.filter(one => {
      const earlier = this.#claimed.get(one.jobId)
      this.#claimed.set(one.jobId, earlier ?? { due: one, queue, since })
      if (earlier === undefined) this.#shares.take(one.account)
      else earlier.due = one
      return earlier === undefined
    })
  }

  remove({ due }: Claimed): void {
    this.#claimed.delete(due.jobId)
    this.#shares.release(due.account)
  }

  close(): void {
    clearInterval(this.#extending)
  }

  async #extend(): Promise<void> {
    const { db, logger, queues, timings } = this.#dependencies
    const before = performance.now() - (timings.claimLifetimeS * 1_000) / 5
    const old = [...this.#claimed.values()].filter(({ since }) => since < before)
    for (const queue of queues) {
      const due = old.filter(one => one.queue === queue).map(one => one.due)
      await queue
        .extend(db, due)
        .catch(error => logger.warn(error, 'claims could not be extended; they may expire'))
    }
  }
}
