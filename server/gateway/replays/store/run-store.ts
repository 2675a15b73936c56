import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { ReplayNote, ReplayRun } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'
import type { RunRange } from '../reading/list-page.ts'
import type { StoredRun } from './locks.ts'

/** Adds a run whose events this process loads. @returns its id */
export async function addRun(
  trx: Transaction<Schema>,
  owner: Owner,
  range: RunRange &
    Partial<ReplayNote> & { asked_for: ReplayRun['asked_for']; read_of: number | null },
): Promise<string> {
  const id = randomUUID()
  const { account, service, tokenKey, who } = owner
  await trx
    .insertInto('replay_run')
    .values({ ...range, id, account, service, made_by: tokenKey, who })
    .execute()
  return id
}

/**
 * Which receivers a run names, once its events are frozen: the first two and the last one, because runs to many
 * receivers may begin with the same ones.
 */
export const NAMED_RECEIVERS = {
  receiver_count: sql<number>`(
    select count(distinct receiver_name) from replay_item where run_id = replay_run.id
  )`,
  some_receivers: sql<string[]>`array(
    select name from (
      select name, row_number() over (order by name) as place, count(*) over () as names
      from (select distinct receiver_name as name from replay_item where run_id = replay_run.id) named
      where name is not null
    ) placed where place <= 2 or place = names order by place
  )`,
}

/** Makes a loaded run ready to start. Returns false in the same cases as `addItems`. */
export async function finishLoading(trx: Transaction<Schema>, runId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('replay_run')
    .set({ state: 'ready', looked_at: sql`clock_timestamp()`, ...NAMED_RECEIVERS })
    .where('id', '=', runId)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export function findStoredRun(db: Kysely<Schema>, id: string): Promise<StoredRun | undefined> {
  return db.selectFrom('replay_run').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes a locked run. */
export async function changeRow(
  trx: Transaction<Schema>,
  id: string,
  change: UpdateObject<Schema, 'replay_run'>,
): Promise<StoredRun> {
  return trx
    .updateTable('replay_run')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Notes who starts a locked run and what they say about it. A run that was prepared before its session had a name
 * belongs to the person who starts it.
 *
 * @returns how many events it has
 */
export async function noteStart(
  trx: Transaction<Schema>,
  id: string,
  who: string | null,
  note: ReplayNote,
): Promise<number> {
  const added = Object.fromEntries(Object.entries(note).filter(([, value]) => value !== null))
  const { events } = await trx
    .updateTable('replay_run')
    .set(eb => ({ ...added, who: eb.fn.coalesce('who', eb.val(who)) }))
    .where('id', '=', id)
    .returning(
      sql<number>`(select count(*) from replay_item where run_id = replay_run.id)`.as('events'),
    )
    .executeTakeFirstOrThrow()
  return events
}

/** Keeps the leases on runs that this process loads. */
export async function renewLeases(db: Kysely<Schema>, ids: string[]): Promise<void> {
  await sql`
    update replay_run set renewed_at = clock_timestamp()
    where id = any(${ids}::uuid[]) and state = 'reading'
  `.execute(db)
}

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

/** In one transaction, which takes about a quarter of a second. */
const MAX_DELETED = 10_000

/**
 * Deletes surplus drafts, one at a time with its events, in several transactions if there are many: drafts that nobody
 * viewed for hours, and beyond the limits, the drafts that were viewed longest ago. It skips drafts that are being
 * changed, so several processes may do this at once.
 */
export async function deleteSurplusDrafts(db: Kysely<Schema>): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = await db.transaction().execute(async trx => {
      // Nobody may start what is left of one, and the next transaction finds it again.
      const { rows } = await sql<{ id: string }>`
        update replay_run set state = 'cancelled', looked_at = '-infinity' where id = (
          select run.id from replay_run run join (
            select id, looked_at, row_number() over account as place,
              sum(stored_bytes) over account - stored_bytes as bytes_before
            from replay_run
            where started_at is null and state <> 'reading'
            window account as (partition by service, account order by looked_at desc, created_at desc, id)
          ) draft on draft.id = run.id
          where run.started_at is null and run.state <> 'reading'
            and (place > ${MAX_DRAFTS} or bytes_before >= ${MAX_DRAFT_BYTES}
              or draft.looked_at < now() - ${KEPT_FOR})
          limit 1 for update of run skip locked
        ) returning id
      `.execute(trx)
      for (const { id } of rows) {
        const { numAffectedRows = 0n } = await sql`
          delete from replay_item where ctid = any(array(
            select ctid from replay_item where run_id = ${id} limit ${MAX_DELETED}
          ))
        `.execute(trx)
        if (numAffectedRows === BigInt(MAX_DELETED)) continue
        await trx.deleteFrom('replay_run').where('id', '=', id).execute()
      }
      return rows.length > 0
    })
  }
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
