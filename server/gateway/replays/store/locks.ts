import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type FailedEventList, listsOf } from '../../../../contract/failed-event.ts'
import type { Schema } from '../../../database/schema.ts'
import { type Account, isOfAccount } from '../../session/caller.ts'

export type StoredRun = Selectable<Schema['replay_run']>

/**
 * Held exclusively while a run is changed, and shared by workers that start to send its items, so
 * that no sending starts once a run is paused or cancelled. Settling items doesn't need it.
 */
export function runLock(runId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended('replay run ' || ${runId}, 0)`
}

/**
 * Held while a run is changed or some of its items are released. A lock on the row of the run would block
 * all transactions that settle its items.
 */
function changeLock(runId: string): RawBuilder<unknown> {
  return sql`hashtextextended(${`change of replay run ${runId}`}, 0)`
}

/** The key of the lock that the one process holds that queues events of a list. */
export function queueingKey(service: string, list: FailedEventList): string {
  return `queueing of ${service} ${list}`
}

/**
 * Locks a run of an account until the transaction ends: nobody else changes it or releases its
 * items, and no worker starts to send them.
 */
export async function lockForChange(
  trx: Transaction<Schema>,
  id: string,
  { account, service }: Account,
): Promise<StoredRun | undefined> {
  await sql`select pg_advisory_xact_lock(${changeLock(id)})`.execute(trx)
  const run = await trx
    .selectFrom('replay_run')
    .selectAll()
    .where('id', '=', id)
    .where(isOfAccount({ service, account }))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (run === undefined) return undefined
  await sql`select pg_advisory_xact_lock(${runLock(sql`${id}::uuid`)})`.execute(trx)
  return run
}

/**
 * Waits until no other transaction queues events of the run's lists. Between the check of an event and its
 * queueing, nobody else can send it, and the check sees all deliveries.
 */
export async function lockLists(
  trx: Transaction<Schema>,
  { service, list }: Pick<StoredRun, 'service' | 'list'>,
): Promise<void> {
  // Always in the same order, so that two runs of both lists never wait for each other.
  for (const one of listsOf(list)) {
    const key = `replays of ${service} ${one}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  }
}

/**
 * Takes the locks for a batch of released items, unless another process releases items of the run or of its lists. Only
 * one process queues events of a list at a time, so that a click waits for one batch at most.
 *
 * @returns whether they were taken
 */
export async function tryLockRelease(
  trx: Transaction<Schema>,
  run: Pick<StoredRun, 'id' | 'service' | 'list'>,
): Promise<boolean> {
  const queueing = listsOf(run.list).map(
    list => sql`pg_try_advisory_xact_lock(hashtextextended(${queueingKey(run.service, list)}, 0))`,
  )
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${changeLock(run.id)})
      and ${sql.join(queueing, sql` and `)} as "isLocked"
  `.execute(trx)
  return rows[0]?.isLocked ?? false
}
