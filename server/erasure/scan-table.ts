import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { TRANSLATED } from './erased-text.ts'

/** How many rows one statement reads. */
const MAX_ROWS_OF_BATCH = 5_000

type Scanned = 'delivery' | 'failed_event' | 'replay_item' | 'replay_attempt' | 'activity'

/**
 * Finds rows of a table, a part at a time in the order of their ids, so that no statement takes long.
 *
 * @param columns what to read of them
 * @param condition which rows
 */
export async function* scanTable<Row>(
  db: Kysely<Schema>,
  table: Scanned,
  columns: RawBuilder<Row>,
  condition: RawBuilder<unknown>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const { rows: parts } = await sql<{ last: number | null }>`
      select max(id) as last from (
        select id from ${sql.table(table)} where id > ${after} order by id limit ${MAX_ROWS_OF_BATCH}
      ) as part
    `.execute(db)
    const last = parts[0]?.last ?? null
    if (last === null) return
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table)}
      where id > ${after} and id <= ${last} and ${condition}
      order by id
    `.execute(db)
    if (rows.length > 0) yield rows
    after = last
  }
}

/** Whether a text may have the number, however its digits are grouped. */
export function mayHave(text: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(translate(${text}, ${TRANSLATED}, ''), ${digits}) > 0`
}
