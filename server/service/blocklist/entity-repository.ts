import type { Kysely } from 'kysely'
import type { BlocklistRequest, EntityContext } from '../../../contract/blocklist.ts'
import type { Schema } from '../../database/schema.ts'

/**
 * An entity as a row of `blocklist` refers to it: a company, a group, or with neither the partner.
 */
export type EntityKey = {
  partner_id: number
  company_id: number | null
  group_id: number | null
}

/** The entity that a request names, if it's the partner or belongs to the partner. */
export async function findEntity(
  db: Kysely<Schema>,
  partnerId: number,
  context: EntityContext,
  { reference }: BlocklistRequest['entity'],
): Promise<EntityKey | undefined> {
  const key = { partner_id: partnerId, company_id: null, group_id: null }
  switch (context) {
    case 'company': {
      const company = await db
        .selectFrom('company')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return company && { ...key, company_id: company.id }
    }
    case 'group': {
      const group = await db
        .selectFrom('company_group')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return group && { ...key, group_id: group.id }
    }
    case 'partner': {
      const partner = await db
        .selectFrom('partner')
        .select('id')
        .where('id', '=', partnerId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return partner && key
    }
  }
}
