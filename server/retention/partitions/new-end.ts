import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { type LongStatements, runLong } from './long-statement.ts'
import { type Partition, type ShortLock, tryShortLock, withShortLock } from './partitions.ts'

const CHECK = 'before_next_partition'

type Checking = ShortLock & LongStatements

/**
 * Has PostgreSQL check that no row is beyond a new end, while others write. Then it needn't look at the
 * rows when the tables are locked.
 */
export async function checkRows(checking: Checking, open: Partition, start: number): Promise<void> {
  const tables = tablesOf(open)
  await withShortLock(checking, async trx => {
    for (const { table, key } of tables) {
      const id = sql.ref(key)
      const from = open.from === null ? sql`true` : sql`${id} >= ${bigint(open.from)}`
      await sql`
        alter table ${sql.table(table)} add constraint ${sql.id(CHECK)}
        check (${from} and ${id} < ${bigint(start)}) not valid
      `.execute(trx)
    }
  })
  try {
    for (const { table } of tables) {
      const validated = sql`alter table ${sql.table(table)} validate constraint ${sql.id(CHECK)}`
      await checking.unlimited.transaction().execute(trx => runLong(checking, validated, trx))
    }
  } catch (error) {
    // If this fails as well, the next call does it.
    await tryShortLock(checking.db, trx => dropChecks(trx, open)).catch(() => {})
    throw error
  }
}

/** Whether an interrupted call has left some. */
export async function hasChecks(db: Kysely<Schema>, open: Partition): Promise<boolean> {
  const { rows } = await sql`
    select from pg_constraint where conname = ${CHECK}
      and conrelid in (${open.deliveries}::regclass, ${open.attempts}::regclass)
  `.execute(db)
  return rows.length > 0
}

export async function dropChecks(db: Kysely<Schema>, open: Partition): Promise<void> {
  for (const { table } of tablesOf(open)) {
    await sql`
      alter table ${sql.table(table)} drop constraint if exists ${sql.id(CHECK)}
    `.execute(db)
  }
}

function tablesOf({ deliveries, attempts }: Partition) {
  return [
    { table: deliveries, key: 'id' },
    { table: attempts, key: 'delivery_id' },
  ]
}

/** As a literal, because statements that define something have no parameters. */
function bigint(value: number) {
  return sql.raw(`'${value}'::bigint`)
}
