import { type Kysely, sql } from 'kysely'
import type { Wait } from '../../config/timings.ts'
import { isLockTimeout } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'

/** Deliveries with ids from `from` to before `to`, and their attempts. null: without that end. */
export type Partition = {
  /** The table of its deliveries. */
  deliveries: string
  /** The table of their attempts. */
  attempts: string
  from: number | null
  to: number | null
}

/**
 * The partitions, lowest ids first. The last one has no end, so that each new delivery has a partition.
 *
 * @returns null while the tables are not partitioned (migration 0028 waits)
 */
export async function readPartitions(db: Kysely<Schema>): Promise<Partition[] | null> {
  const { rows } = await sql<{ deliveries: string; attempts: string; bounds: string }>`
    with part as (
      select inhparent as parent, relname as name, pg_get_expr(relpartbound, pg_class.oid) as bounds
      from pg_inherits join pg_class on pg_class.oid = inhrelid
    )
    select delivery.name as deliveries, attempt.name as attempts, delivery.bounds
    from part as delivery join part as attempt using (bounds)
    where delivery.parent = 'delivery'::regclass and attempt.parent = 'delivery_attempt'::regclass
  `.execute(db)
  if (rows.length === 0) return null
  return rows
    .map(({ deliveries, attempts, bounds }) => ({ deliveries, attempts, ...parseBounds(bounds) }))
    .sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity))
}

/** @param bounds as pg_get_expr returns them, such as "FOR VALUES FROM (MINVALUE) TO ('250000')" */
function parseBounds(bounds: string): Pick<Partition, 'from' | 'to'> {
  const found = /FROM \((?:MINVALUE|'(-?\d+)')\) TO \((?:MAXVALUE|'(-?\d+)')\)/.exec(bounds)
  if (found === null) throw new Error(`A partition has bounds that cannot be read: ${bounds}`)
  const [, from, to] = found
  return {
    from: from === undefined ? null : Number(from),
    to: to === undefined ? null : Number(to),
  }
}

/** The id that was given out last. All later ones are higher. */
export async function lastId(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence('failed_event', 'id')::regclass) as last
  `.execute(db)
  return rows[0]?.last ?? 0
}

export type ShortLock = { db: Kysely<Schema>; wait: Wait; signal: AbortSignal }

/**
 * Others wait behind a transaction that waits for a lock, so it gives up after this time. It is shorter
 * than PostgreSQL's deadlock_timeout, so a deadlock with another transaction ends this one.
 */
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 5_000
const MAX_TRIES = 20

/**
 * Runs a transaction that locks tables for a moment. If it doesn't get the locks, it lets others continue
 * and tries again.
 *
 * @throws the last try's lock timeout, such as while a dump of the database runs; the signal's reason
 */
export async function withShortLock<T>(
  { db, wait, signal }: ShortLock,
  work: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      return await tryShortLock(db, work)
    } catch (error) {
      if (!isLockTimeout(error) || tries >= MAX_TRIES) throw error
    }
    await wait(PAUSE_MS, signal)
  }
}

/** The same, once. */
export function tryShortLock<T>(
  db: Kysely<Schema>,
  work: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async trx => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx)
    return work(trx)
  })
}
