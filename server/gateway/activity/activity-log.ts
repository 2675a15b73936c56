import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ActivityBy, ActivityEvent } from '../../../contract/activity.ts'
import type { Schema } from '../../database/schema.ts'
import { ownAuthorization, requireName } from '../session/authorization.ts'
import type { Caller } from '../session/caller.ts'
import { DONE, type Outcome, outcomeOfError, UNKNOWN } from './activity-outcome.ts'

/** The person or script, the client, and the account whose activity log it belongs to. */
export type Actor = {
  service: string
  /** null for a sign-in without an account, which goes to the log output only. */
  account: string | null
  who: string | null
  by: ActivityBy
  /** The client's address; null for a command. */
  address: string | null
}

/** The content of an entry: what an actor did or tried. `numbers` are the phone numbers of a blocklist change. */
export type NewEntry = ActivityEvent & { numbers?: string[] }

export type RequestOrigin = Pick<FastifyRequest, 'ip' | 'headers'>

export function actorOf(
  request: RequestOrigin,
  { service, account, who }: { service: string; account: string | null; who: string | null },
): Actor {
  const isScript = ownAuthorization(request) !== undefined
  return {
    service,
    account,
    // The owner of a script's token may be someone else than the person of the session in the same
    // request.
    who: isScript ? null : who || null,
    by: isScript ? 'script' : 'session',
    address: request.ip,
  }
}

/** How many numbers of a refused change are recorded. The change blocked and unblocked none. */
const NUMBERS_KEPT_OF_REFUSED = 100

/**
 * What each process records for an account in a day. Repeating a request is free for a script and
 * must not fill the disk. Beyond the limit, an entry has only the count of its numbers, and a refused
 * change is only in the log output.
 */
const DAILY = { numbers: 1_000_000, refused: 10_000 }

export type ActivityLogOptions = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /**
   * The account of a current or former token, if the service knows it; null if it never was valid.
   */
  formerAccountOf?: ((authorization: string) => Promise<string | null>) | undefined
  /** Only tests pass their own. */
  daily?: typeof DAILY
}

/**
 * Records who did what, from where, and the outcome (docs/decisions/0040). Every entry also goes to
 * the log output, without phone numbers.
 */
export class ActivityLog {
  readonly #db: Kysely<Schema>
  readonly #logger: ActivityLogOptions['logger']
  readonly #formerAccountOf: (authorization: string) => Promise<string | null>
  readonly #numbers: DailyAllowance
  readonly #refused: DailyAllowance

  constructor({ db, logger, formerAccountOf, daily = DAILY }: ActivityLogOptions) {
    this.#db = db
    this.#logger = logger
    this.#formerAccountOf = formerAccountOf ?? (async () => null)
    this.#numbers = new DailyAllowance(daily.numbers)
    this.#refused = new DailyAllowance(daily.refused)
  }

  /**
   * Adds an entry about something that has ended.
   *
   * @param trx the change's own transaction, if it has one, so that both are stored or neither
   */
  async add(actor: Actor, entry: NewEntry, outcome: Outcome = DONE, trx?: Transaction<Schema>) {
    this.#print(actor, entry, outcome)
    if (this.#isKept(actor, outcome)) await this.#insert(actor, entry, outcome, trx ?? this.#db)
  }

  /**
   * Adds a failed sign-in. If its token was revoked, its former account sees the entry. Any other
   * failure is only in the log output, because a stranger could fill the disk.
   *
   * @param authorization what was tried; null for a sign-in link
   * @param error the answer to the sign-in
   */
  async addFailedSignIn(
    request: RequestOrigin,
    { service, authorization }: { service: string; authorization: string | null },
    error: unknown,
  ): Promise<void> {
    const account = authorization === null ? null : await this.#formerAccountOf(authorization)
    const actor = actorOf(request, { service, account, who: null })
    await this.add(actor, { kind: 'sign_in_failed', details: {} }, outcomeOfError(error))
  }

  /**
   * Makes a change in our own tables and adds its entry, in one transaction. A refused change gets an
   * entry too.
   *
   * @param tried the entry's content if the change fails
   * @param change returns the entry's content for a change that was made, or null if it changed nothing
   * @throws what `change` throws
   */
  async inTransaction<Result>(
    actor: Actor,
    tried: NewEntry,
    change: (trx: Transaction<Schema>) => Promise<{ result: Result; entry: NewEntry | null }>,
  ): Promise<Result> {
    try {
      const { result, entry } = await this.#db.transaction().execute(async trx => {
        const changed = await change(trx)
        if (changed.entry) await this.#insert(actor, changed.entry, DONE, trx)
        return changed
      })
      if (entry) this.#print(actor, entry, DONE)
      return result
    } catch (error) {
      await this.#tryTo(() => this.add(actor, tried, outcomeOfError(error)))
      throw error
    }
  }

  /**
   * The same for the change that a request makes, if its entry does not depend on the result.
   *
   * @throws HttpError like `requireName`
   */
  change<Result>(
    request: FastifyRequest,
    entry: NewEntry,
    change: (trx: Transaction<Schema>, caller: Caller) => Promise<Result>,
  ): Promise<Result> {
    const caller = requireName(request)
    const make = async (trx: Transaction<Schema>) => ({ result: await change(trx, caller), entry })
    return this.inTransaction(actorOf(request, caller), entry, make)
  }

  /**
   * Makes a change that can't share a transaction with its entry. The entry is added before the change
   * begins, with an unknown outcome, which remains if the process dies during the change.
   *
   * @param change returns its outcome, and the entry's content if it has changed
   * @throws what `change` throws; or an error of the database, in which case nothing was changed
   */
  async around<Result>(
    actor: Actor,
    entry: NewEntry,
    change: () => Promise<{ result: Result; outcome: Outcome; entry?: NewEntry }>,
  ): Promise<Result> {
    const id = await this.#insert(actor, entry, UNKNOWN, this.#db)
    try {
      const { result, outcome, entry: done = entry } = await change()
      await this.#tryTo(() => this.#settle(id, actor, done, outcome))
      return result
    } catch (error) {
      await this.#tryTo(() => this.#settle(id, actor, entry, outcomeOfError(error)))
      throw error
    }
  }

  /** The outcome of the change is returned even if the database has become unavailable. */
  async #tryTo(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#logger.warn(error, 'the outcome of a change could not be stored in the activity log')
    }
  }

  #isKept({ account }: Actor, { outcome }: Outcome): boolean {
    return outcome !== 'refused' || account === null || this.#refused.take(account, 1)
  }

  /** @returns the entry's id; null if it belongs to no account and isn't stored */
  async #insert(actor: Actor, entry: NewEntry, outcome: Outcome, db: Kysely<Schema>) {
    const { service, account, who, by, address } = actor
    if (account === null) return null
    const { kind, details, numbers } = entry
    const { id } = await db
      .insertInto('activity')
      .values({
        ...{ service, account, who, by, address, kind, ...outcome },
        details: JSON.stringify(details),
        numbers: numbers && this.#numbers.take(account, numbers.length) ? numbers : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async #settle(id: number | null, actor: Actor, entry: NewEntry, outcome: Outcome): Promise<void> {
    this.#print(actor, entry, outcome)
    if (id === null) return
    // The service has not accepted the token, so nothing that came with it can be trusted.
    if (outcome.status === 401 || !this.#isKept(actor, outcome)) {
      await this.#db.deleteFrom('activity').where('id', '=', id).execute()
      return
    }
    await this.#db
      .updateTable('activity')
      .set({
        ...outcome,
        details: JSON.stringify(entry.details),
        ...(outcome.outcome === 'refused' && {
          numbers: sql`numbers[1:${sql.lit(NUMBERS_KEPT_OF_REFUSED)}]`,
        }),
      })
      .where('id', '=', id)
      .execute()
  }

  /** Logs one line of JSON, without phone numbers. */
  #print(actor: Actor, { kind, details }: NewEntry, outcome: Outcome): void {
    const line = {
      activity: kind,
      ...actor,
      outcome: outcome.outcome,
      status: outcome.status,
      details: printable(details),
    }
    if (kind === 'sign_in_failed') this.#logger.warn(line, 'A sign-in failed')
    else this.#logger.info(line, 'Activity')
  }
}

/** Tracking numbers are phone numbers, and names are only for the account itself. */
function printable(details: NewEntry['details']): Record<string, unknown> {
  const isPrivate = (field: string) => ['tracking_number', 'reference', 'name'].includes(field)
  return Object.fromEntries(Object.entries(details).filter(([field]) => !isPrivate(field)))
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** More accounts than a process serves in a day. */
const MAX_ACCOUNTS = 100_000

/** Limits how much each account may store in a day, in this process. */
export class DailyAllowance {
  readonly #perDay: number
  readonly #taken: LRUCache<string, number>

  /** @param now milliseconds; only tests pass their own */
  constructor(perDay: number, now: () => number = Date.now) {
    this.#perDay = perDay
    this.#taken = new LRUCache({
      max: MAX_ACCOUNTS,
      ttl: DAY_MS,
      ttlResolution: 0,
      perf: { now },
    })
  }

  /** Takes `amount` of the account's allowance. Returns false and takes nothing if less is left. */
  take(account: string, amount: number): boolean {
    const total = (this.#taken.get(account) ?? 0) + amount
    if (total > this.#perDay) return false
    this.#taken.set(account, total, { noUpdateTTL: true })
    return true
  }
}
