import { sql } from 'kysely'
import { openDatabase } from '../../server/database/database.ts'
import { addPartner } from '../../server/testing/test-service.ts'

export const NUMBERS = 1_000_000
export const COMPANIES = 20
/** The numbers on the lists of the companies, of a group and of the partner. */
export const LISTS = COMPANIES + 2
/** The first number of the first list. The numbers of the next lists follow it. */
export const FIRST_NUMBER = 27_600_000_000
export const TRACKING_NUMBER = 27_110_000_000

/** A tracking number for each company; the numbers in equal parts on the companies, a group and the partner. */
export async function fillCallers(url: string): Promise<void> {
  const database = await openDatabase({ url })
  const { longDb: db } = database
  try {
    const companies = Array.from({ length: COMPANIES }, (_, n) => `Company ${n}`)
    const { id } = await addPartner(database, 'bench', { companies, groups: ['Group'] })
    await sql`insert into company_group_member (company_id, group_id)
      select company.id, company_group.id from company, company_group`.execute(db)
    await sql`insert into tracking_number (phone_number, partner_id, company_id)
      select (${TRACKING_NUMBER}::bigint + row_number() over (order by id) - 1)::text, ${id}, id
      from company`.execute(db)
    await sql`insert into blocklist (partner_id, company_id) select ${id}, id from company order by id`.execute(
      db,
    )
    await sql`insert into blocklist (partner_id, group_id) select ${id}, id from company_group`.execute(
      db,
    )
    await sql`insert into blocklist (partner_id) values (${id})`.execute(db)
    await sql`insert into blocked_number (blocklist_id, phone_number)
      select list.id, (${FIRST_NUMBER}::bigint + n)::text
      from generate_series(0, ${NUMBERS - 1}::bigint) n
      join (select id, row_number() over (order by id) - 1 as position from blocklist) list
        on list.position = n % ${LISTS}`.execute(db)
    await sql`vacuum analyze`.execute(db)
  } finally {
    await database.close()
  }
}
