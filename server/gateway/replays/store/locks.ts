import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'

export type StoredRun = Selectable<Schema['replay_run']>

/** PostgreSQL looks for deadlocks after a second by default. A lock that waits gives up before that. */
const LOCK_TIMEOUT = '800ms'

/**
 * Held exclusively while a run is changed, and shared by workers that start to send its items, so
 * that no sending starts once a run is paused or cancelled. Settling items doesn't need it.
 */
export function runLock(runId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended('replay run ' || ${runId}, 0)`
}

/**
 * Held while a run is changed or a part of its task is done. A lock on the row of the run would block
 * all transactions that settle its items.
 */
function taskLock(runId: string): RawBuilder<unknown> {
  return sql`hashtextextended(${`task of replay run ${runId}`}, 0)`
}

/** The key of the lock that the one process holds that queues events of a list. */
export function queueingKey({ service, list }: Pick<StoredRun, 'service' | 'list'>): string {
  return `queueing of ${service} ${list}`
}

/** Waits until nobody else changes the run or does a part of its task. */
export async function lockTask(trx: Transaction<Schema>, runId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${taskLock(runId)})`.execute(trx)
}

/** Waits until no worker is about to send an item of the run, and keeps workers from starting to. */
export async function lockSending(trx: Transaction<Schema>, runId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${runLock(sql`${runId}::uuid`)})`.execute(trx)
}

/**
 * Waits until no other transaction queues events of the list. Between the check of an event and its
 * queueing, nobody else can send it, and the check sees all deliveries.
 */
export async function lockList(
  trx: Transaction<Schema>,
  { service, list }: Pick<StoredRun, 'service' | 'list'>,
): Promise<void> {
  const key = `replays of ${service} ${list}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/**
 * Takes the locks for a part of a run's task, unless another process works on it. Only one process
 * queues events of a list at a time, so that a click waits for one part at most.
 *
 * The previous version locks the row of a run first and then waits for the run's lock. This takes them
 * in the other order, so it gives up before PostgreSQL finds a deadlock.
 *
 * @returns whether the locks were taken
 * @throws an error with SQLSTATE 55P03 if the run's lock was held for 800 ms
 */
export async function tryLockBatch(
  trx: Transaction<Schema>,
  run: Pick<StoredRun, 'id' | 'service' | 'list' | 'task'>,
): Promise<boolean> {
  const queueing = sql`hashtextextended(${queueingKey(run)}, 0)`
  const { rows } = await sql<{ isLocked: boolean }>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${taskLock(run.id)})
        and (${run.task !== 'queue'} or pg_try_advisory_xact_lock(${queueing})) as is_locked
    )
    select is_locked as "isLocked", set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
      case when is_locked then pg_advisory_xact_lock_shared(${runLock(sql`${run.id}::uuid`)})::text end
    from turn
  `.execute(trx)
  return rows[0]?.isLocked ?? false
}
