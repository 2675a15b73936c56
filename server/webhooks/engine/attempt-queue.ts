import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { receiverName } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import { bossTransaction } from './boss-transaction.ts'

/** An attempt to make: `delayMs` after the transaction that adds it, by the database's clock. */
export type NewAttempt = {
  /** What it is an attempt of: a delivery or a replay. */
  id: number
  /** Which attempt of it, 1 for the first. A claim of an attempt that was made already is dropped. */
  number: number
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

/** An attempt that is due, claimed by this process. */
export type DueAttempt = {
  jobId: string
  /** Together with `jobId`, which claim this is: what another process has claimed since isn't ours. */
  retryCount: number
  id: number
  /** As in NewAttempt; null where an earlier version added it. */
  number: number | null
  /** `receiverKey`, or the host alone where an earlier version added it. */
  receiver: string
  /** null where an earlier version added it. */
  account: string | null
  isUrgent: boolean
}

export type ClaimTimings = {
  /** A process that hasn't extended its claims for so many seconds counts as dead. At least 10. */
  claimLifetimeS: number
  /** Then they wait so long for a process whose database was away to record the outcome after all. */
  claimReleaseS: number
}

export type AttemptQueueSettings = ClaimTimings & {
  name: string
  /** What a job's data calls the id of what it is an attempt of. */
  idField: string
  /** Whether some are urgent. Looking for them takes a query more for each claim. */
  hasUrgent?: boolean
}

export type Claiming = {
  /** How many at most; of urgent ones as many again. */
  limit: number
  /** How many of one receiver all processes together may have claimed. */
  ofOneReceiver: number
  /** Receivers of which none is claimed now. */
  passedOver: string[]
  /** Accounts of which none is claimed now. */
  accountsPassedOver: string[]
}

const URGENT = 1
const ANY_NUMBER = 1_000_000
const TEN_YEARS_S = 10 * 365 * 24 * 60 * 60

/** Claims end by heartbeat; this is only the longest that pg-boss allows, nearly. */
const CLAIM_ENDS_AFTER_S = 23 * 60 * 60

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
      expireInSeconds: CLAIM_ENDS_AFTER_S,
      heartbeatSeconds: Math.max(10, settings.claimLifetimeS),
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
    const jobs = attempts.map(({ id, number, url, account, delayMs, jobId, isUrgent }) => ({
      ...(jobId !== undefined && { id: jobId }),
      ...(isUrgent && { priority: URGENT }),
      data: { [idField]: id, number, ...(isUrgent && { isUrgent: URGENT }) },
      // A number of seconds, not a moment: the database's clock and ours may differ.
      startAfter: String(delayMs / 1_000),
      group: { id: receiverKey(account, url), tier: account },
    }))
    await this.#boss.insert(name, jobs, { db: bossTransaction(trx) })
  }

  /**
   * Claims attempts that are due: urgent ones first, then the oldest. To be called in a transaction of
   * its own.
   */
  async claim(trx: Transaction<Schema>, claiming: Claiming): Promise<DueAttempt[]> {
    const { name, idField, hasUrgent } = this.#settings
    const { limit, ofOneReceiver, passedOver, accountsPassedOver } = claiming
    const tiers = Object.fromEntries(accountsPassedOver.map(account => [account, 0]))
    const db = bossTransaction(trx)
    // By themselves, and however many others of the same receiver are claimed.
    const urgent = hasUrgent
      ? await this.#boss.fetch(name, {
          batchSize: limit,
          minPriority: URGENT,
          groupConcurrency: { default: ANY_NUMBER, tiers },
          db,
        })
      : []
    const others = await this.#boss.fetch(name, {
      batchSize: limit,
      groupConcurrency: { default: ofOneReceiver, tiers },
      ...(passedOver.length > 0 && { ignoreGroups: passedOver }),
      db,
    })
    return [...urgent, ...others].map(({ id: jobId, data, retryCount, groupId, groupTier }) => ({
      jobId,
      retryCount,
      id: integerOf(data, idField) ?? 0,
      number: integerOf(data, 'number'),
      receiver: groupId ?? '',
      account: groupTier ?? null,
      isUrgent: integerOf(data, 'isUrgent') === URGENT,
    }))
  }

  /** Says that this process still has them, which are claimed. */
  async extend(db: Kysely<Schema>, claimed: DueAttempt[]): Promise<void> {
    if (claimed.length === 0) return
    await this.#boss.touch(this.#settings.name, claimed.map(claimOf), { db: bossTransaction(db) })
  }

  /** Ends claims, in the transaction that records what came of the attempts. */
  async finish(trx: Transaction<Schema>, claimed: DueAttempt[]): Promise<void> {
    if (claimed.length === 0) return
    await this.#boss.deleteJob(this.#settings.name, claimed.map(claimOf), {
      db: bossTransaction(trx),
    })
  }

  /** Gives claims back, of attempts that have not begun, so that they are due again. */
  async giveBack(trx: Transaction<Schema>, claimed: DueAttempt[]): Promise<void> {
    if (claimed.length === 0) return
    const { name } = this.#settings
    const options = { db: bossTransaction(trx) }
    await this.#boss.cancel(name, claimed.map(claimOf), options)
    const ids = claimed.map(({ jobId }) => jobId)
    await this.#boss.resume(name, ids, options)
  }

  /** Takes attempts back, those included that a process has claimed. */
  async remove(trx: Transaction<Schema>, jobIds: string[]): Promise<void> {
    if (jobIds.length === 0) return
    await this.#boss.deleteJob(this.#settings.name, jobIds, { db: bossTransaction(trx) })
  }
}

/** Of a job's data, which this class alone writes; by hand, as a schema would take as long as the claim. */
function integerOf(data: unknown, field: string): number | null {
  if (typeof data !== 'object' || data === null) return null
  const value: unknown = Reflect.get(data, field)
  return typeof value === 'number' && Number.isInteger(value) ? value : null
}

const claimOf = ({ jobId: id, retryCount }: DueAttempt) => ({ id, retryCount })

/**
 * What counts as one receiver: an account's URL, by its host and path. Many customers share a host
 * for automation, and what follows the path may differ from event to event.
 *
 * @returns the host with its port, a slash, and a hash: a path may hold a secret
 */
export function receiverKey(account: string, url: string): string {
  const host = URL.parse(url)?.host.slice(0, 200) ?? ''
  const hash = createHash('sha256')
    .update(`${account} ${receiverName(url)}`)
    .digest('base64url')
  return `${host}/${hash.slice(0, 16)}`
}

/** The host, with its port, of a `receiverKey`. */
export function hostOfReceiver(key: string): string {
  const end = key.indexOf('/')
  return end === -1 ? key : key.slice(0, end)
}
