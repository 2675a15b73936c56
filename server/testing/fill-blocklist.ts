import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

type Filling = {
  partnerId: number
  /** Reference of the company for which the numbers are blocked. */
  company: string
  count: number
}

/**
 * Blocks `count` numbers from 27820000000 on, directly in the database, because requests take long.
 */
export async function fillBlocklist({ db }: Database, { partnerId, company, count }: Filling) {
  const { id } = await db
    .selectFrom('company')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('reference', '=', company)
    .executeTakeFirstOrThrow()
  const blocklist = await db
    .insertInto('blocklist')
    .values({ partner_id: partnerId, company_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into blocked_number (blocklist_id, phone_number)
    select ${blocklist.id}, (27820000000 + number)::text
    from generate_series(0, ${count - 1}::bigint) as number
  `.execute(db)
}
