import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { addRow, onlyRow } from './rows.ts'

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
  const { id } = await onlyRow(db, 'company', { partner_id: partnerId, reference: company })
  const blocklist = await addRow(db, 'blocklist', { partner_id: partnerId, company_id: id })
  await sql`
    insert into blocked_number (blocklist_id, phone_number)
    select ${blocklist.id}, (27820000000 + number)::text
    from generate_series(0, ${count - 1}::bigint) as number
  `.execute(db)
}
