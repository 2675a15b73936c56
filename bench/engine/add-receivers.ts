import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../server/database/schema.ts'
import type { TrackedNumber } from '../deliveries/fill-deliveries.ts'

/**
 * Creates a tracking number for each URL, all of one partner and one company with that reference. The
 * first number is `firstNumber`.
 */
export async function addReceivers(
  db: Kysely<Schema>,
  { urls, partner, firstNumber }: { urls: string[]; partner: string; firstNumber: number },
): Promise<TrackedNumber[]> {
  const { id: partner_id } = await db
    .insertInto('partner')
    .values({ reference: partner, name: partner })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: company_id } = await db
    .insertInto('company')
    .values({ partner_id, reference: `${partner}-company`, name: partner })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<TrackedNumber>`
    insert into tracking_number
      (partner_id, company_id, phone_number, call_term_callbacks, mcs_call_term_callbacks, missed_call_saver)
    select ${partner_id}, ${company_id}, (${firstNumber}::bigint + place - 1)::text, url, url, false
    from unnest(${urls}::text[]) with ordinality as given (url, place)
    returning id, phone_number as "phoneNumber", call_term_callbacks as url
  `.execute(db)
  return rows
}
