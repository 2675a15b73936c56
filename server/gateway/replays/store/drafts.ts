import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'

/*
 * Draft runs, which nobody has started. A person may prepare many and start none, so the number of
 * drafts of an account is limited (docs/decisions/0038).
 */

const MAX_DRAFTS = 50

/** The limit for the drafts that were viewed later than the one in question. */
const MAX_DRAFT_BYTES = 256 * 1024 * 1024

/** The limit of a single run. */
export const MAX_RUN_BYTES = 1024 * 1024 * 1024

/** How many runs of an account may load at a time, and how many events they may name together. */
const MAX_LOADING = 20
const MAX_NAMED = 100_000

/** The size of an item without its payload. */
export const BYTES_OF_ITEM = 300

/** After this time without a look, the person has decided not to start it. */
export const LISTED_FOR = sql`interval '1 hour'`

/** A tab that stays open in the background may still need it. */
const KEPT_FOR = sql`interval '4 hours'`

/**
 * Removes surplus drafts of an account: drafts that nobody viewed for hours, and beyond the limits, the
 * ones that were viewed longest ago. They disappear immediately, and their items are deleted part by
 * part. It skips drafts that are being changed.
 */
export async function makeRoom(
  trx: Transaction<Schema>,
  { service, account }: Pick<Owner, 'service' | 'account'>,
): Promise<void> {
  await giveUp(trx, sql`and service = ${service} and account = ${account}`)
}

/** The same for all accounts. */
export async function giveUpSurplusDrafts(db: Kysely<Schema>): Promise<void> {
  await giveUp(db, sql``)
}

async function giveUp(db: Kysely<Schema>, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with draft as (
      select id, looked_at, row_number() over account as place,
        sum(stored_bytes) over account - stored_bytes as bytes_before
      from replay_run
      where started_at is null and state <> 'reading' and task is distinct from 'delete' ${which}
      window account as (partition by service, account order by looked_at desc, created_at desc, id)
    ), surplus as (
      select replay_run.id from replay_run join draft on draft.id = replay_run.id
      where replay_run.started_at is null
        and (place > ${MAX_DRAFTS} or bytes_before >= ${MAX_DRAFT_BYTES}
          or draft.looked_at < now() - ${KEPT_FOR})
      for update of replay_run skip locked
    )
    update replay_run set state = 'cancelled', task = 'delete', task_pass = null, task_item = 0
    from surplus where replay_run.id = surplus.id
  `.execute(db)
}

/**
 * Checks the limits. To be called before a run is added that loads in the background.
 *
 * @param named how many events it names
 * @throws HttpError 429 if too many runs of the account are loading
 */
export async function requireRoomToRead(
  trx: Transaction<Schema>,
  { service, account }: Owner,
  named: number,
): Promise<void> {
  const key = `replay runs of ${service} ${account}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const { rows } = await sql<{ readings: number; names: number }>`
    select count(*) as readings, coalesce(sum(read_of) filter (where asked_for = 'named'), 0) as names
    from replay_run
    where service = ${service} and account = ${account} and state = 'reading'
  `.execute(trx)
  const { readings, names } = rows[0] ?? { readings: 0, names: 0 }
  if (readings < MAX_LOADING && (names === 0 || names + named <= MAX_NAMED)) return
  throw detailError(
    429,
    'Redial is still loading the events of other replay runs of this account. Wait until some of them are ready, or cancel them. Nothing was sent.',
  )
}

/** Keeps a draft for longer. It doesn't wait for a lock on the run. */
export async function noteLook(db: Kysely<Schema>, runId: string): Promise<void> {
  await sql`
    update replay_run set looked_at = now()
    where id = (
      select id from replay_run
      where id = ${runId} and started_at is null and looked_at < now() - interval '1 minute'
      for no key update skip locked
    )
  `.execute(db)
}
