import { type Kysely, sql } from 'kysely'
import { withoutLimits } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { type LongStatements, runLong } from './long-statement.ts'
import { lastId, type Partition, readPartitions } from './partitions.ts'

/** Those that get no new deliveries any more. */
export async function pastPartitions(db: Kysely<Schema>): Promise<Partition[]> {
  const partitions = (await readPartitions(db)) ?? []
  const last = await lastId(db)
  return partitions.filter(({ to }) => to !== null && to <= last)
}

type Indexing = Pick<LongStatements, 'db' | 'signal'> & { url: string }

/**
 * Indexes when the deliveries of past partitions ended, without keeping anybody from changing them. Then
 * a partition can be dropped without a look at each delivery. The index has a few kilobytes, and only
 * past partitions have it, because attempts would have to change it (0010).
 */
export async function indexPastPartitions({ db, url, signal }: Indexing): Promise<void> {
  const missing: string[] = []
  for (const { deliveries } of await pastPartitions(db)) {
    if (!(await hasIndex(db, deliveries))) missing.push(deliveries)
  }
  if (missing.length === 0) return
  await withoutLimits(url, async unlimited => {
    for (const table of missing) {
      const index = sql.id(indexOf(table))
      // An interrupted call has left it.
      await sql`drop index concurrently if exists ${index}`.execute(unlimited)
      await runLong(
        { unlimited, db, signal },
        sql`create index concurrently ${index} on ${sql.table(table)} using brin (settled_at)`,
      )
    }
  })
}

const indexOf = (table: string) => `${table}_settled`

async function hasIndex(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and relname = ${indexOf(table)} and indisvalid
  `.execute(db)
  return rows.length > 0
}

/** Whether each delivery of a past partition has ended before `before`; false without its index. */
export async function isAllOld(
  db: Kysely<Schema>,
  { deliveries }: Partition,
  before: Date,
): Promise<boolean> {
  const table = sql.table(deliveries)
  // The newest one usually decides.
  const { rows: newest } = await sql<{ isOld: boolean }>`
    select coalesce(settled_at < ${before}, false) as "isOld" from ${table} order by id desc limit 1
  `.execute(db)
  if (newest[0]?.isOld === false || !(await hasIndex(db, deliveries))) return false
  return db.transaction().execute(async trx => {
    await sql`set local enable_seqscan = off`.execute(trx)
    // Those that wait have no end.
    const { rows } = await sql<{ others: number }>`
      select count(*) as others from ${table} where settled_at is null or settled_at >= ${before}
    `.execute(trx)
    return rows[0]?.others === 0
  })
}
