import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Wait } from '../config/timings.ts'
import type { Schema } from '../database/schema.ts'

/** How old data is removed without being noticed. */
export type Removal = {
  db: Kysely<Schema>
  /** How many rows one transaction looks at. */
  batchSize: number
  wait: Wait
  /** Ends the removal between two batches. */
  signal: AbortSignal
}

type Batch = { removed: number; isLast: boolean }

/**
 * Repeats a batch until the last one. After each, it waits for as long as the batch took, so that
 * deliveries get at least half of the database's time.
 *
 * @returns how many were removed
 * @throws the signal's reason
 */
export async function inBatches(
  { wait, signal }: Removal,
  removeBatch: () => Promise<Batch>,
): Promise<number> {
  let total = 0
  for (;;) {
    signal.throwIfAborted()
    const began = performance.now()
    const { removed, isLast } = await removeBatch()
    total += removed
    if (isLast) return total
    await wait(performance.now() - began, signal)
  }
}

/**
 * Deletes in batches until one deletes nothing: one that deletes few rows may have found rows that
 * another process deleted meanwhile.
 *
 * @param statement deletes at most `batchSize` rows
 */
export function deleteInBatches(removal: Removal, statement: RawBuilder<unknown>): Promise<number> {
  return inBatches(removal, async () => {
    const { numAffectedRows = 0n } = await statement.execute(removal.db)
    const removed = Number(numAffectedRows)
    return { removed, isLast: removed === 0 }
  })
}

/** Deletes the rows of a table that meet a condition, in batches. */
export function deleteWhere(
  removal: Removal,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const rows = sql.table(table)
  return deleteInBatches(
    removal,
    sql`
      delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where ${condition} limit ${removal.batchSize}
      ))
    `,
  )
}

type Part = { last: number | null; hasOld: boolean | null }

/**
 * Conditions for parts of a table, one after the other in the order of ids, so that no statement takes long.
 * Ids grow with time: an index on the time would make each attempt slower.
 *
 * @param isOld ends with the first part that has no such row
 */
export async function* partsOf(
  db: Kysely<Schema>,
  table: keyof Schema,
  mostRows: number,
  isOld: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<RawBuilder<boolean>> {
  // The telephone switch chooses the ids of calls, which may be negative.
  let after: number | string = '-9223372036854775808'
  for (;;) {
    const part: QueryResult<Part> = await sql<Part>`
      select max(id) as last, bool_or(is_old) as "hasOld" from (
        select id, ${isOld} as is_old from ${sql.table(table)}
        where id > ${after}::bigint order by id limit ${mostRows}
      ) as part
    `.execute(db)
    const { last = null, hasOld = null } = part.rows[0] ?? {}
    if (last === null || hasOld !== true) return
    yield sql<boolean>`id > ${after}::bigint and id <= ${last}::bigint`
    after = last
  }
}

/**
 * Removes from each part of a table (`partsOf`).
 *
 * @param statementFor a statement for the rows with this condition, which returns those that it removed
 */
export function removeFromParts(
  removal: Removal,
  table: keyof Schema,
  statementFor: (isInPart: RawBuilder<boolean>) => RawBuilder<unknown>,
  isOld?: RawBuilder<unknown>,
): Promise<number> {
  const { db, batchSize } = removal
  const parts = partsOf(db, table, batchSize, isOld)
  return inBatches(removal, async () => {
    const part = await parts.next()
    if (part.done) return { removed: 0, isLast: true }
    const { rows } = await statementFor(part.value).execute(db)
    return { removed: rows.length, isLast: false }
  })
}
