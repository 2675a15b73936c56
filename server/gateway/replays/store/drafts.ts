import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'

/*
 * Runs that nobody has started. A person may prepare one after the other and start none, so an
 * account keeps only so many (docs/decisions/0038).
 */

const MAX_DRAFTS = 50

/** Of the drafts that were looked at later than the one that is to stay. */
const MAX_DRAFT_BYTES = 256 * 1024 * 1024

/** The limit of a single run. */
export const MAX_RUN_BYTES = 1024 * 1024 * 1024

/** How many runs of an account may be loading or waiting to load, and how many events they may name together. */
const MOST_READINGS = 20
const MOST_NAMED = 100_000

/** The size of an item without its payload. */
export const BYTES_OF_ITEM = 300

/** By this time after the last look, a person has decided whether to start it. */
export const LISTED_FOR = sql`interval '1 hour'`

/** A tab that stays open in the background may still want it. */
const KEPT_FOR = sql`interval '4 hours'`

/**
 * Gives up drafts of an account: those that nobody looked at for hours, and of too many, or too large
 * ones, those that were looked at longest ago. They are gone at once, and their items are deleted
 * part by part. Leaves out what is being changed.
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
 * To be called before a run is added that is to be read in the background.
 *
 * @param named how many events it names
 * @throws HttpError 429 when so many of the account's are read, or wait for that
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
  if (readings < MOST_READINGS && (names === 0 || names + named <= MOST_NAMED)) return
  throw detailError(
    429,
    'Redial is still reading the events of other replay runs of this account. Wait until some of them are ready, or cancel them. Nothing was sent.',
  )
}

/** Has a draft stay for longer. Waits for nobody who changes the run. */
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
