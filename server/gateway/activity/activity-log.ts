import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { ActivityBy, ActivityEvent } from '../../../contract/activity.ts'
import type { Schema } from '../../database/schema.ts'
import { ownAuthorization } from '../session/authorization.ts'
import { DONE, type Outcome, outcomeOfError, UNKNOWN } from './activity-outcome.ts'
import { DailyAllowance } from './daily-allowance.ts'

/** Who did something, from where, and whose activity log it belongs to. */
export type Actor = {
  service: string
  /** null for a sign-in of nobody in particular: it goes to the log output alone. */
  account: string | null
  who: string | null
  by: ActivityBy
  /** The client's address; null of a command. */
  address: string | null
}

/** What an actor did or tried; `numbers` are the phone numbers of a blocklist change. */
export type Deed = ActivityEvent & { numbers?: string[] }

/** The parts of a request that say where it came from. */
export type RequestOrigin = Pick<FastifyRequest, 'ip' | 'headers'>

export function actorOf(
  request: RequestOrigin,
  { service, account, who }: { service: string; account: string | null; who: string | null },
): Actor {
  const isScript = ownAuthorization(request) !== undefined
  return {
    service,
    account,
    // The owner of a script's token is not the person of a session that the request also has.
    who: isScript ? null : who || null,
    by: isScript ? 'script' : 'session',
    address: request.ip,
  }
}

/** How many numbers of a refused change are recorded. It blocked and unblocked none. */
const NUMBERS_KEPT_OF_REFUSED = 100

/**
 * What an account may have kept in a day, by each process: repeating a request costs a script nothing,
 * and must not fill the disk. Beyond that an entry has the count of its numbers alone, and a refused
 * change is in the log output alone.
 */
const DAILY = { numbers: 1_000_000, refused: 10_000 }

export type ActivityLogOptions = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** The account of a current or former token, if the service knows it; null if it never was valid. */
  formerAccountOf?: ((authorization: string) => Promise<string | null>) | undefined
  /** Only tests have their own. */
  daily?: typeof DAILY
}

/**
 * Keeps who did what, from where, and what came of it (docs/decisions/0040). Every entry also goes
 * to the log output, without phone numbers.
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
   * Adds an entry about something that is over.
   *
   * @param trx of the change itself, where it has one: then both are kept, or neither
   */
  async add(actor: Actor, deed: Deed, outcome: Outcome = DONE, trx?: Transaction<Schema>) {
    this.#print(actor, deed, outcome)
    if (this.#isKept(actor, outcome)) await this.#insert(actor, deed, outcome, trx ?? this.#db)
  }

  /**
   * Adds a sign-in that failed. Where its token was revoked, the account that had it sees the entry;
   * of any other one it is in the log output alone, as a stranger could fill the disk.
   *
   * @param authorization that was tried; null for a sign-in link
   * @param error that it is answered with
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
   * Makes a change of our own tables and its entry in one transaction. A refused change gets an
   * entry too.
   *
   * @param tried what the entry says if the change fails
   * @param change returns what the entry says of a change that was made
   * @throws what `change` throws
   */
  async inTransaction<Result>(
    actor: Actor,
    tried: Deed,
    change: (trx: Transaction<Schema>) => Promise<{ result: Result; deed: Deed }>,
  ): Promise<Result> {
    try {
      const { result, deed } = await this.#db.transaction().execute(async trx => {
        const changed = await change(trx)
        await this.#insert(actor, changed.deed, DONE, trx)
        return changed
      })
      this.#print(actor, deed, DONE)
      return result
    } catch (error) {
      await this.#tryTo(() => this.add(actor, tried, outcomeOfError(error)))
      throw error
    }
  }

  /**
   * Makes a change that can't share a transaction with its entry. The entry is there before the
   * change begins, as one whose outcome isn't known: a process that dies meanwhile leaves that.
   *
   * @param change returns its outcome, and what the entry then says where that is more than before
   * @throws what `change` throws; an error of the database, and then nothing was changed
   */
  async around<Result>(
    actor: Actor,
    deed: Deed,
    change: () => Promise<{ result: Result; outcome: Outcome; deed?: Deed }>,
  ): Promise<Result> {
    const id = await this.#insert(actor, deed, UNKNOWN, this.#db)
    try {
      const { result, outcome, deed: done = deed } = await change()
      await this.#tryTo(() => this.#settle(id, actor, done, outcome))
      return result
    } catch (error) {
      await this.#tryTo(() => this.#settle(id, actor, deed, outcomeOfError(error)))
      throw error
    }
  }

  /** What came of the change is answered even if the database is away by then. */
  async #tryTo(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#logger.warn(error, 'the outcome of a change could not be kept in the activity log')
    }
  }

  #isKept({ account }: Actor, { outcome }: Outcome): boolean {
    return outcome !== 'refused' || account === null || this.#refused.take(account, 1)
  }

  /** @returns the entry's id; null where it belongs to no account and isn't kept */
  async #insert(actor: Actor, deed: Deed, outcome: Outcome, db: Kysely<Schema>) {
    const { service, account, who, by, address } = actor
    if (account === null) return null
    const { kind, details, numbers } = deed
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

  async #settle(id: number | null, actor: Actor, deed: Deed, outcome: Outcome): Promise<void> {
    this.#print(actor, deed, outcome)
    if (id === null) return
    // Nobody vouches for a token that the service doesn't take, nor for what came with it.
    if (outcome.status === 401 || !this.#isKept(actor, outcome)) {
      await this.#db.deleteFrom('activity').where('id', '=', id).execute()
      return
    }
    const isLong = (deed.numbers?.length ?? 0) > NUMBERS_KEPT_OF_REFUSED
    await this.#db
      .updateTable('activity')
      .set({
        ...outcome,
        details: JSON.stringify(deed.details),
        ...(outcome.outcome === 'refused' &&
          isLong && { numbers: deed.numbers?.slice(0, NUMBERS_KEPT_OF_REFUSED) ?? null }),
      })
      .where('id', '=', id)
      .execute()
  }

  /** Logs one line of JSON, without phone numbers. */
  #print(actor: Actor, { kind, details }: Deed, outcome: Outcome): void {
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

/** Tracking numbers are phone numbers, and names are for the account alone. */
function printable(details: Deed['details']): Record<string, unknown> {
  const {
    tracking_number: _,
    reference: _reference,
    name: _name,
    ...rest
  } = { ...EMPTY, ...details }
  return rest
}

const EMPTY = { tracking_number: null, reference: null, name: null }
