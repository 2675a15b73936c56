import { type Kysely, sql } from 'kysely'
import type {
  AvailableSource,
  Company,
  Contact,
  TrackingNumberPrefix,
} from '../../../contract/directory.ts'
import type { Schema } from '../../database/schema.ts'

type Window = { offset: number; size: number }

/** How many companies, or contacts, the partner has. */
export async function countOf(
  db: Kysely<Schema>,
  table: 'company' | 'contact',
  partnerId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return count
}

/** A page of the partner's companies, by name. */
export function listCompanies(
  db: Kysely<Schema>,
  partnerId: number,
  { offset, size }: Window,
): Promise<Company[]> {
  return db
    .selectFrom('company')
    .select(['reference', 'name'])
    .where('partner_id', '=', partnerId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .offset(offset)
    .limit(size)
    .execute()
}

/** A page of the agents of the partner's companies, by name. */
export function listContacts(
  db: Kysely<Schema>,
  partnerId: number,
  { offset, size }: Window,
): Promise<Contact[]> {
  return db
    .selectFrom('contact')
    .innerJoin('company', 'company.id', 'contact.company_id')
    .select([
      'contact.reference',
      'contact.name',
      sql<
        Contact['company']
      >`json_build_object('reference', company.reference, 'name', company.name)`.as('company'),
    ])
    .where('contact.partner_id', '=', partnerId)
    .orderBy(sql`lower(contact.name)`)
    .orderBy('contact.id')
    .offset(offset)
    .limit(size)
    .execute()
}

export function listAvailableSources(
  db: Kysely<Schema>,
  partnerId: number,
): Promise<AvailableSource[]> {
  return db
    .selectFrom('available_source')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

export function listPrefixes(db: Kysely<Schema>): Promise<TrackingNumberPrefix[]> {
  return db.selectFrom('tn_prefix').select(['prefix', 'name']).orderBy('prefix').execute()
}
