import { sql, type Transaction } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Schema } from '../../database/schema.ts'

const QUEUE = 'delivery'
const JobData = z.object({ deliveryId: z.int() })

/** How many attempts at one receiver are in flight at a time, over all processes. */
export const AT_A_TIME_TO_ONE_RECEIVER = 10

const TEN_YEARS_S = 10 * 365 * 24 * 60 * 60

/** An attempt that is due, claimed by this process. */
export type DueAttempt = { jobId: string; deliveryId: number }

/** An attempt to make: `delayMs` after the transaction that adds it, by the database's clock. */
export type NewAttempt = { deliveryId: number; callbackUrl: string; delayMs: number }

/** The job queue of deliveries: one job for each attempt, grouped by receiver. It only says when. */
export class DeliveryQueue {
  readonly #boss: PgBoss

  private constructor(boss: PgBoss) {
    this.#boss = boss
  }

  static async open(boss: PgBoss): Promise<DeliveryQueue> {
    await boss.createQueue(QUEUE, {
      partition: true,
      // An attempt and its settling take some 11 s: after 20 s the process that had it is dead …
      expireInSeconds: 20,
      // … or its database was away: then it settles first, before anyone makes the attempt again.
      retryDelay: 5,
      retryLimit: 1_000_000,
      // A service that was switched off for weeks still sends what it accepted.
      retentionSeconds: TEN_YEARS_S,
    })
    // The first job looks the queue up on a connection of its own, which inside a transaction of
    // the embedded database would wait for itself forever. So it's looked up now.
    await boss.insert(QUEUE, [])
    return new DeliveryQueue(boss)
  }

  /** In the transaction that records what the attempts are for. */
  async add(trx: Transaction<Schema>, attempts: NewAttempt[]): Promise<void> {
    if (attempts.length === 0) return
    const jobs = attempts.map(({ deliveryId, callbackUrl, delayMs }) => ({
      data: { deliveryId },
      // A number of seconds, not a moment: the database's clock and ours may differ.
      startAfter: String(delayMs / 1_000),
      group: { id: receiverOf(callbackUrl) },
    }))
    await this.#boss.insert(QUEUE, jobs, { db: fromKysely(trx) })
  }

  /**
   * Claims attempts that are due, oldest first, as far as their receivers have room, in a
   * transaction of its own. Processes claim one after the other: two at a time would each count
   * without the other's and fill a receiver twice. One that is cut off meanwhile holds up the
   * others for 10 s at most. A claim isn't waited for until it is on disk: where a power cut takes
   * it back, the attempt is made again, as it would be with the claim.
   */
  async claim(trx: Transaction<Schema>, limit: number): Promise<DueAttempt[]> {
    await sql`
      select set_config('idle_in_transaction_session_timeout', '10s', true),
        set_config('synchronous_commit', 'off', true),
        pg_advisory_xact_lock(hashtext('claim of deliveries'))
    `.execute(trx)
    const jobs = await this.#boss.fetch(QUEUE, {
      batchSize: limit,
      groupConcurrency: AT_A_TIME_TO_ONE_RECEIVER,
      db: fromKysely(trx),
    })
    return jobs.map(job => ({ jobId: job.id, deliveryId: JobData.parse(job.data).deliveryId }))
  }

  /** In the transaction that records what came of the attempts. */
  async remove(trx: Transaction<Schema>, jobIds: string[]): Promise<void> {
    if (jobIds.length === 0) return
    await this.#boss.deleteJob(QUEUE, jobIds, { db: fromKysely(trx) })
  }
}

/** What counts as one receiver: a host and its port. */
export function receiverOf(callbackUrl: string): string {
  return URL.parse(callbackUrl)?.host ?? callbackUrl
}
