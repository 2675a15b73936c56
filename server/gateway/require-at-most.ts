import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { detailError } from '../http/http-error.ts'

/**
 * Limits what an account may store. To be called after a row was added, in the same transaction.
 *
 * @param rows what follows "from"
 * @throws HttpError 409 if there are more than `most`
 */
export async function requireAtMost(
  trx: Kysely<Schema>,
  most: number,
  rows: RawBuilder<unknown>,
  detail: string,
): Promise<void> {
  const { rows: surplus } = await sql`select from ${rows} offset ${most} limit 1`.execute(trx)
  if (surplus.length > 0) throw detailError(409, detail)
}
