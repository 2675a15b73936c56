import { sql, type Transaction } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Schema } from '../database/schema.ts'

/** An attempt to make: `delayMs` after the transaction that adds it, by the database's clock. */
export type NewAttempt = {
  /** What it is an attempt of: a delivery or a replay. */
  id: number
  /** The receiver's. */
  url: string
  /** Who has it made: nobody's attempts may take all places of a process. Not empty. */
  account: string
  delayMs: number
  /** A uuid, where the attempt is to be taken back later. */
  jobId?: string
  /** A person waits for this one: it goes before all that are not, in a queue that tells them apart. */
  isUrgent?: boolean
}

/** An attempt that is due, claimed by this process. `account` is null where an earlier version added it. */
export type DueAttempt = { jobId: string; id: number; account: string | null }

export type ClaimTimings = {
  /**
   * After this many seconds a claimed attempt is taken from its process, which then counts as dead.
   * Longer than an attempt and recording its outcome take.
   */
  claimLifetimeS: number
  /** Then it waits so long for a process whose database was away to record the outcome after all. */
  claimReleaseS: number
}

export type AttemptQueueSettings = ClaimTimings & {
  name: string
  /** What a job's data calls the id of what it is an attempt of. */
  idField: string
  /** How many attempts at one receiver are in flight at a time, over all processes. */
  atATimeToOneReceiver: number
  /** Whether some are urgent. Looking for them takes a query more for each claim. */
  hasUrgent?: boolean
}

const URGENT = 1
const TEN_YEARS_S = 10 * 365 * 24 * 60 * 60

/** A job queue of attempts: one job for each, grouped by receiver. It only says when. */
export class AttemptQueue {
  readonly #boss: PgBoss
  readonly #settings: AttemptQueueSettings

  private constructor(boss: PgBoss, settings: AttemptQueueSettings) {
    this.#boss = boss
    this.#settings = settings
  }

  static async open(boss: PgBoss, settings: AttemptQueueSettings): Promise<AttemptQueue> {
    const options = {
      expireInSeconds: settings.claimLifetimeS,
      retryDelay: settings.claimReleaseS,
      retryLimit: 1_000_000,
      // What was switched off for weeks still sends what it accepted.
      retentionSeconds: TEN_YEARS_S,
    }
    await boss.createQueue(settings.name, { ...options, partition: true })
    // createQueue leaves a queue of an earlier version as it was.
    await boss.updateQueue(settings.name, options)
    return new AttemptQueue(boss, settings)
  }

  /** In the transaction that records what the attempts are for. */
  async add(trx: Transaction<Schema>, attempts: NewAttempt[]): Promise<void> {
    if (attempts.length === 0) return
    const { name, idField } = this.#settings
    const jobs = attempts.map(({ id, url, account, delayMs, jobId, isUrgent }) => ({
      ...(jobId !== undefined && { id: jobId }),
      ...(isUrgent && { priority: URGENT }),
      data: { [idField]: id },
      // A number of seconds, not a moment: the database's clock and ours may differ.
      startAfter: String(delayMs / 1_000),
      group: { id: receiverOf(url), tier: account },
    }))
    await this.#boss.insert(name, jobs, { db: fromKysely(trx) })
  }

  /**
   * Claims attempts that are due, the urgent and then the oldest first, as far as their receivers
   * have room, in a transaction of its own. Processes claim one after the other: two at a time would each count
   * without the other's and fill a receiver twice. One that is cut off meanwhile holds up the
   * others for 10 s at most. A claim isn't waited for until it is on disk: where a power cut takes
   * it back, the attempt is made again, as it would be with the claim.
   *
   * @param passedOver accounts of which none is claimed
   */
  async claim(
    trx: Transaction<Schema>,
    limit: number,
    passedOver: string[] = [],
  ): Promise<DueAttempt[]> {
    const { name, idField, atATimeToOneReceiver, hasUrgent } = this.#settings
    await sql`
      select set_config('idle_in_transaction_session_timeout', '10s', true),
        set_config('synchronous_commit', 'off', true),
        pg_advisory_xact_lock(hashtext('claim of attempts'), hashtext(${name}))
    `.execute(trx)
    const tiers = Object.fromEntries(passedOver.map(account => [account, 0]))
    const fetch = (batchSize: number, options: { minPriority?: number } = {}) =>
      this.#boss.fetch(name, {
        ...options,
        batchSize,
        groupConcurrency: { default: atATimeToOneReceiver, tiers },
        db: fromKysely(trx),
      })
    // By themselves: of one batch, the queue gives a receiver's last places to whichever it likes.
    const urgent = hasUrgent ? await fetch(limit, { minPriority: URGENT }) : []
    const others = urgent.length < limit ? await fetch(limit - urgent.length) : []
    return [...urgent, ...others].map(job => ({
      jobId: job.id,
      id: JobData.parse(job.data)[idField] ?? 0,
      account: job.groupTier ?? null,
    }))
  }

  /** In the transaction that records what came of the attempts, or that takes them back. */
  async remove(trx: Transaction<Schema>, jobIds: string[]): Promise<void> {
    if (jobIds.length === 0) return
    await this.#boss.deleteJob(this.#settings.name, jobIds, { db: fromKysely(trx) })
  }
}

const JobData = z.record(z.string(), z.int())

/** What counts as one receiver: a host and its port; of `mailto:…`, which has none, all of it. */
export function receiverOf(url: string): string {
  return URL.parse(url)?.host || url
}
