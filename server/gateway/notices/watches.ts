import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Watch } from '../../../contract/notices/notice.ts'
import type { Schema } from '../../database/schema.ts'
import { type Account, type Caller, isOfAccount, type Owner } from '../session/caller.ts'
import type { Seals } from '../session/seals.ts'
import { stamped } from '../stamped.ts'
import { type Judgement, type NewNotice, notice, WatchState } from './judge.ts'

/** A watch ends if nobody opens Redial for so long. */
const UNVISITED_DAYS = 90
const UNVISITED_MS = UNVISITED_DAYS * 24 * 60 * 60_000

const TOKEN_REFUSED = 'The service no longer accepts the token with which Redial watched.'
const UNVISITED = `Nobody has opened Redial for ${UNVISITED_DAYS} days.`

type StoredWatch = Selectable<Schema['notice_watch']>

export type DueWatch = Pick<StoredWatch, 'id' | 'looks' | 'service' | 'account' | 'started_at'> & {
  /** A keyed hash of the token. */
  tokenKey: string
  state: WatchState
  /** null if it can't be decrypted any more. */
  caller: Caller | null
}

/** Whose lists Redial watches, and with which token. All times are by the caller's clock. */
export class Watches {
  readonly #db: Kysely<Schema>
  readonly #seals: Seals
  readonly #service: string

  constructor(db: Kysely<Schema>, seals: Seals, service: string) {
    this.#db = db
    this.#seals = seals
    this.#service = service
  }

  async start(caller: Caller, now: Date, trx: Transaction<Schema>): Promise<void> {
    const { service, account, who, tokenKey: made_by, authorization } = caller
    const watch = {
      who,
      made_by,
      sealed: this.#seals.seal(authorization, sealOf({ service, account })),
      started_at: now,
      visited_at: now,
      looked_at: null,
      next_look_at: now,
      state: '{}',
      ended: null,
    }
    await trx
      .insertInto('notice_watch')
      .values({ service, account, ...watch })
      .onConflict(conflict =>
        conflict
          .columns(['service', 'account'])
          .doUpdateSet({ ...watch, looks: sql`notice_watch.looks + 1` }),
      )
      .execute()
  }

  async stop(owner: Owner, now: Date, trx: Transaction<Schema>): Promise<void> {
    const watch = await trx
      .deleteFrom('notice_watch')
      .where(isOfAccount(owner))
      .returning('sealed')
      .executeTakeFirst()
    if (watch?.sealed == null) return
    const reason =
      owner.who === null ? 'Somebody switched it off.' : `${owner.who} switched it off.`
    await addNotices(trx, owner, [notice('watch_ended', null, now, { reason })], now)
  }

  async show(owner: Account, timeZone: string): Promise<Watch> {
    const row = await this.#db
      .selectFrom('notice_watch')
      .selectAll()
      .where(isOfAccount(owner))
      .executeTakeFirst()
    if (row !== undefined) return toWatch(row, timeZone)
    const none = { who: null, started_at: null, looked_at: null, problem: null, ends_at: null }
    return { state: 'off', ...none }
  }

  /** Watches with this token end, because the service no longer accepts it. */
  refuse({ tokenKey, ...owner }: Account & Pick<Owner, 'tokenKey'>, now: Date): Promise<void> {
    return this.#end(sql`${isOfAccount(owner)} and made_by = ${tokenKey}`, TOKEN_REFUSED, now)
  }

  /** Ends the watches of accounts whose people have not opened Redial for long. */
  endUnvisited(now: Date): Promise<void> {
    const condition = sql<boolean>`service = ${this.#service} and visited_at < ${lastVisitFor(now)}`
    return this.#end(condition, UNVISITED, now)
  }

  /** Watches end by themselves, with a notice that says why. */
  async #end(condition: RawBuilder<boolean>, reason: string, now: Date): Promise<void> {
    await this.#db.transaction().execute(async trx => {
      const ended = await trx
        .updateTable('notice_watch')
        .set({ sealed: null, ended: reason, state: '{}' })
        .where('sealed', 'is not', null)
        .where(condition)
        .returning(['service', 'account'])
        .execute()
      for (const account of ended) {
        await addNotices(trx, account, [notice('watch_ended', null, now, { reason })], now)
      }
    })
  }

  /**
   * Takes a watch that is due. No other process takes it before the next look.
   *
   * @returns null if none is due
   */
  async claim(now: Date, everyMs: number): Promise<DueWatch | null> {
    const { rows } = await sql<StoredWatch>`
      update notice_watch set next_look_at = ${new Date(now.getTime() + everyMs)}
      where id = (
        select id from notice_watch
        where service = ${this.#service} and sealed is not null
          -- A clock that was set back makes it due, too.
          and (next_look_at <= ${now} or next_look_at > ${new Date(now.getTime() + 2 * everyMs)})
        order by next_look_at limit 1 for update skip locked
      )
      returning *
    `.execute(this.#db)
    const [row] = rows
    if (row?.sealed == null) return null
    const { service, account, who, made_by: tokenKey } = row
    const token = this.#seals.open(row.sealed, sealOf(row))
    const owner = { service, account, who, tokenKey }
    return {
      ...row,
      tokenKey,
      state: WatchState.parse(row.state),
      caller: token && { ...owner, authorization: token.text, sessionId: null },
    }
  }

  /** Stores the judgement of a look, unless another process has looked or a person has ended the watch since. */
  async commit(
    watch: DueWatch,
    { state, notices }: Judgement,
    now: Date,
    next_look_at: Date,
  ): Promise<void> {
    await this.#db.transaction().execute(async trx => {
      const { numUpdatedRows } = await trx
        .updateTable('notice_watch')
        .set({ state: JSON.stringify(state), looked_at: now, next_look_at, looks: watch.looks + 1 })
        .where('id', '=', watch.id)
        .where('looks', '=', watch.looks)
        .where('sealed', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await addNotices(trx, watch, notices, now)
    })
  }
}

/** Whoever has not opened Redial since then may have left. */
export function lastVisitFor(now: Date): Date {
  return new Date(now.getTime() - UNVISITED_MS)
}

function sealOf({ service, account }: Account) {
  return { purpose: 'watch', salt: `${service} ${account}` } as const
}

function toWatch(
  { who, ended, started_at, looked_at, visited_at }: StoredWatch,
  timeZone: string,
): Watch {
  const ends_at = ended === null ? new Date(visited_at.getTime() + UNVISITED_MS) : null
  return {
    state: ended === null ? 'on' : 'ended',
    who,
    problem: ended,
    ...stamped({ started_at, looked_at, ends_at }, timeZone),
  }
}

/** Leaves out notices whose keys are already stored. There may be more than a statement has room for parameters. */
export async function addNotices(
  trx: Transaction<Schema>,
  { service, account }: Account,
  notices: NewNotice[],
  at: Date,
): Promise<void> {
  await sql`
    insert into notice (service, account, at, key, kind, receiver, company, facts)
    select ${service}, ${account}, ${at}::timestamptz, key, kind, receiver, company, facts
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as one (key text, kind text, receiver text, company text, facts jsonb)
    on conflict (service, account, key) do nothing
  `.execute(trx)
}
