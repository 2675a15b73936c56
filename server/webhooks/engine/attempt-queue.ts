import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { fromKysely, type PgBoss } from 'pg-boss'
import { receiverName } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'

/** An attempt to make: `delayMs` after the transaction that adds it, by the database's clock. */
export type NewAttempt = {
  /** The id of the delivery or replay. */
  id: number
  /** 1 for the first attempt. A claim of an attempt that was made already is dropped. */
  number: number
  url: string
  /** The account that the attempt is for. None may use up a process. Not empty. */
  account: string
  delayMs: number
  /** A uuid, if the attempt may have to be removed later. */
  jobId?: string
  /** A person waits for this attempt, so it comes first, in a queue with `hasUrgent`. */
  isUrgent?: boolean
}

/** An attempt that is due, claimed by this process. */
export type DueAttempt = Required<Omit<NewAttempt, 'url' | 'delayMs'>> & {
  /** Identifies this claim together with `jobId`: another process may have claimed the job since. */
  retryCount: number
  /** `receiverKey`. */
  receiver: string
}

export type ClaimTimings = {
  /** Claims that a process hasn't extended for this many seconds expire. At least 10. */
  claimLifetimeS: number
  /** How long expired claims wait for a process whose database was away to record the outcome. */
  claimReleaseS: number
}

export type AttemptQueueSettings = ClaimTimings & {
  name: string
  /** The field of a job's data that has the id of the delivery or replay. */
  idField: string
  /** Whether attempts may be urgent. Each claim then takes another query. */
  hasUrgent?: boolean
}

export type Claiming = {
  /** The maximum, and the same number of urgent attempts in addition. */
  limit: number
  /** The maximum of one receiver, in all processes together. */
  ofOneReceiver: number
  /** Receivers that the claim skips. */
  skippedReceivers: string[]
  /** Accounts that the claim skips. */
  skippedAccounts: string[]
  /** Whether it takes nothing urgent, because another claim looks for that. */
  isDeep?: boolean
}

const JOB_SCHEMA = 'job_queue'
const URGENT = 1
const ANY_NUMBER = 1_000_000
const TEN_YEARS_S = 10 * 365 * 24 * 60 * 60

/** A claim ends when its heartbeats stop. This is close to the maximum that pg-boss allows. */
const CLAIM_ENDS_AFTER_S = 23 * 60 * 60

/** A job queue with one job for each attempt, grouped by receiver. It only decides when they are due. */
export class AttemptQueue {
  readonly #boss: PgBoss
  readonly #settings: AttemptQueueSettings

  private constructor(boss: PgBoss, settings: AttemptQueueSettings) {
    this.#boss = boss
    this.#settings = settings
  }

  static async open(boss: PgBoss, settings: AttemptQueueSettings): Promise<AttemptQueue> {
    const options = {
      expireInSeconds: CLAIM_ENDS_AFTER_S,
      heartbeatSeconds: Math.max(10, settings.claimLifetimeS),
      retryDelay: settings.claimReleaseS,
      retryLimit: 1_000_000,
      // A service that was switched off for weeks still sends what it accepted.
      retentionSeconds: TEN_YEARS_S,
    }
    await boss.createQueue(settings.name, { ...options, partition: true })
    // createQueue leaves an existing queue as it was, also if the timings have changed.
    await boss.updateQueue(settings.name, options)
    await disableIndexDeduplication(boss, settings.name)
    return new AttemptQueue(boss, settings)
  }

  /** Adds attempts in the transaction that records what they are for. */
  async add(trx: Transaction<Schema>, attempts: NewAttempt[]): Promise<void> {
    if (attempts.length === 0) return
    const { name, idField } = this.#settings
    const jobs = attempts.map(({ id, number, url, account, delayMs, jobId, isUrgent }) => ({
      // Ids in the order of time: jobs that are claimed and ended together are neighbours in the index.
      id: jobId ?? randomUUIDv7(),
      ...(isUrgent && { priority: URGENT }),
      data: { [idField]: id, number, ...(isUrgent && { isUrgent: URGENT }) },
      // Seconds, not a time, because the database's clock and ours may differ.
      startAfter: String(delayMs / 1_000),
      group: { id: receiverKey(account, url), tier: account },
    }))
    await this.#boss.insert(name, jobs, { db: fromKysely(trx) })
  }

  /**
   * Claims attempts that are due: urgent ones first, then the oldest. To be called in a transaction of
   * its own.
   */
  async claim(trx: Transaction<Schema>, claiming: Claiming): Promise<DueAttempt[]> {
    const { name, idField, hasUrgent } = this.#settings
    const { limit, ofOneReceiver, skippedReceivers, skippedAccounts, isDeep = false } = claiming
    const tiers = Object.fromEntries(skippedAccounts.map(account => [account, 0]))
    const db = fromKysely(trx)
    // Claimed separately, however many others of the same receiver are claimed.
    const urgent =
      hasUrgent && !isDeep
        ? await this.#boss.fetch(name, {
            batchSize: limit,
            minPriority: URGENT,
            // pg-boss then counts all active jobs, which takes as long as a claim of many.
            ...(skippedAccounts.length > 0 && {
              groupConcurrency: { default: ANY_NUMBER, tiers },
            }),
            db,
          })
        : []
    const others = await this.#boss.fetch(name, {
      batchSize: limit,
      groupConcurrency: { default: ofOneReceiver, tiers },
      ...(skippedReceivers.length > 0 && { ignoreGroups: skippedReceivers }),
      db,
    })
    return [...urgent, ...others].map(({ id: jobId, data, retryCount, groupId, groupTier }) => ({
      jobId,
      retryCount,
      id: readInteger(data, idField) ?? 0,
      number: readInteger(data, 'number') ?? 0,
      receiver: groupId ?? '',
      account: groupTier ?? '',
      isUrgent: readInteger(data, 'isUrgent') === URGENT,
    }))
  }

  /** Extends claims of this process. */
  async extend(db: Kysely<Schema>, claimed: DueAttempt[]): Promise<void> {
    if (claimed.length === 0) return
    await this.#boss.touch(this.#settings.name, claimed.map(claimOf), { db: fromKysely(db) })
  }

  /** Ends claims in the transaction that records the outcomes. */
  async finish(trx: Transaction<Schema>, claimed: DueAttempt[]): Promise<void> {
    if (claimed.length === 0) return
    await this.#boss.deleteJob(this.#settings.name, claimed.map(claimOf), {
      db: fromKysely(trx),
    })
  }

  /** Gives back claims of attempts that have not started, so that they are due again. */
  async giveBack(trx: Transaction<Schema>, claimed: DueAttempt[]): Promise<void> {
    if (claimed.length === 0) return
    const { name } = this.#settings
    const options = { db: fromKysely(trx) }
    await this.#boss.cancel(name, claimed.map(claimOf), options)
    const ids = claimed.map(({ jobId }) => jobId)
    await this.#boss.resume(name, ids, options)
  }

  /** Removes attempts, including claimed ones. */
  async remove(trx: Transaction<Schema>, jobIds: string[]): Promise<void> {
    if (jobIds.length === 0) return
    await this.#boss.deleteJob(this.#settings.name, jobIds, { db: fromKysely(trx) })
  }
}

/**
 * Each claim counts the active jobs of all receivers, in an index by receiver. PostgreSQL keeps the
 * entries of a receiver's jobs together in one item, which it can't remove while one of them is active.
 * So each claim would look at thousands of jobs that are gone.
 */
async function disableIndexDeduplication(boss: PgBoss, name: string): Promise<void> {
  const queue = await boss.getQueue(name)
  if (queue === null) return
  const index = `${queue.table}_i7`
  const { rows } = await boss.getDb().executeSql(
    `select from pg_class join pg_namespace space on space.oid = relnamespace
     where space.nspname = $1 and relname = $2
       and not coalesce(reloptions, '{}') @> array['deduplicate_items=off']`,
    [JOB_SCHEMA, index],
  )
  if (rows.length === 0) return
  await boss.getDb().executeSql(`alter index ${JOB_SCHEMA}.${index} set (deduplicate_items = off)`)
}

/** Reads a field of a job's data, which only this class writes. A schema would take as long as the claim. */
function readInteger(data: unknown, field: string): number | null {
  if (typeof data !== 'object' || data === null) return null
  const value: unknown = Reflect.get(data, field)
  return typeof value === 'number' && Number.isInteger(value) ? value : null
}

const claimOf = ({ jobId: id, retryCount }: DueAttempt) => ({ id, retryCount })

/**
 * The key of a receiver: an account and the host and path of a URL. Many customers share a host for
 * automation, and the query may differ from event to event.
 *
 * @returns the host with its port, a slash, and a hash, because a path may contain a secret
 */
export function receiverKey(account: string, url: string): string {
  const receiver = `${account} ${url}`
  let key = keys.get(receiver)
  if (key === undefined) {
    const host = URL.parse(url)?.host.slice(0, 200) ?? ''
    key = `${host}/${hash('sha256', `${account} ${receiverName(url)}`, 'base64url').slice(0, 16)}`
    keys.set(receiver, key)
  }
  return key
}

/** Cached, because a replay run adds thousands of attempts to a few receivers at once. */
const keys = new LRUCache<string, string>({ max: 10_000 })
