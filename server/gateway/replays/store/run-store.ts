import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { ReplayRun } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'
import type { ListRange } from '../reading/list-page.ts'
import { makeRoom } from './drafts.ts'
import type { StoredRun } from './locks.ts'
import { changeRow } from './run-tasks.ts'

/** The end of a lease, `ms` from now. */
export function leaseUntil(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`
}

/**
 * Adds a run whose events this process loads.
 *
 * @param leaseMs null if the run is loaded in the same transaction
 * @returns its id
 */
export async function addRun(
  trx: Transaction<Schema>,
  owner: Owner,
  range: ListRange & { asked_for: ReplayRun['asked_for']; read_of: number | null },
  leaseMs: number | null = null,
): Promise<string> {
  await makeRoom(trx, owner)
  const id = randomUUID()
  const { account, service, tokenKey, who } = owner
  const lease_until = leaseMs === null ? null : leaseUntil(leaseMs)
  await trx
    .insertInto('replay_run')
    .values({ ...range, id, account, service, made_by: tokenKey, who, lease_until })
    .execute()
  return id
}

/** Makes a loaded run ready to start. Returns false in the same cases as `addItems`. */
export async function finishLoading(trx: Transaction<Schema>, runId: string): Promise<boolean> {
  const run = await trx
    .updateTable('replay_run')
    .set({ state: 'ready', lease_until: null, looked_at: sql`clock_timestamp()` })
    .where('id', '=', runId)
    .where('state', '=', 'reading')
    .returning(['service', 'account'])
    .executeTakeFirst()
  if (run === undefined) return false
  await makeRoom(trx, run)
  return true
}

export function findStoredRun(db: Kysely<Schema>, id: string): Promise<StoredRun | undefined> {
  return db.selectFrom('replay_run').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The ids of the running runs that were made with one token. */
export async function runningRunsOf(
  db: Kysely<Schema>,
  { service, tokenKey }: { service: string; tokenKey: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('replay_run')
    .select('id')
    .where('service', '=', service)
    .where('made_by', '=', tokenKey)
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ id }) => id)
}

/** Starts a ready run: all its prepared items are open from now on, and its task queues them. */
export async function setStarted(
  trx: Transaction<Schema>,
  id: string,
  { includeDelivered, includeHandled }: { includeDelivered: boolean; includeHandled: boolean },
): Promise<StoredRun> {
  await sql`
    update replay_run set started_at = clock_timestamp(),
      include_delivered = ${includeDelivered}, include_handled = ${includeHandled}, open_items = (
        select count(*) from replay_item where run_id = replay_run.id and state = 'prepared'
      )
    where id = ${id}
  `.execute(trx)
  return changeRow(trx, id, { state: 'running', task: 'queue' })
}

/**
 * A run that was prepared before its session had a name belongs to the person who starts it.
 *
 * @returns how many of its events are to be sent
 */
export async function setStarter(
  trx: Transaction<Schema>,
  id: string,
  who: string | null,
): Promise<number> {
  const { open_items } = await trx
    .updateTable('replay_run')
    .set(eb => ({ who: eb.fn.coalesce('who', eb.val(who)) }))
    .where('id', '=', id)
    .returning('open_items')
    .executeTakeFirstOrThrow()
  return open_items
}

/** Shows a problem with the run; null removes it. */
export async function setProblem(
  db: Kysely<Schema>,
  id: string,
  problem: string | null,
): Promise<void> {
  await db.updateTable('replay_run').set({ problem }).where('id', '=', id).execute()
}

export async function renewLeases(
  db: Kysely<Schema>,
  ids: string[],
  leaseMs: number,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('replay_run')
    .set({ lease_until: leaseUntil(leaseMs) })
    .where('id', 'in', ids)
    .where('state', '=', 'reading')
    .execute()
}

const NOT_ALL_LOADED = 'Not sent: not all of the events could be loaded.'

/**
 * Breaks runs that are being loaded: the given one, or those whose process died and let their lease
 * expire. Their task skips the events that were loaded until then.
 */
export async function breakRuns(
  db: Kysely<Schema>,
  which: { id: string } | 'abandoned',
  problem: string,
): Promise<void> {
  const isMeant =
    which === 'abandoned' ? sql`lease_until < clock_timestamp()` : sql`id = ${which.id}`
  await sql`
    update replay_run
    set state = 'broken', problem = ${problem}, lease_until = null, finished_at = clock_timestamp(),
      task = 'skip', task_pass = null, task_item = 0, task_reason = ${NOT_ALL_LOADED}
    where state = 'reading' and ${isMeant}
  `.execute(db)
}
