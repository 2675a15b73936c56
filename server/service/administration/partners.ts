import { type RawBuilder, sql } from 'kysely'
import { NewPartner, Partner, PartnerChanges } from '../../../contract/administration.ts'
import {
  blockedNumbers,
  IS_NEW,
  refuseContents,
  removeBlocklists,
  rename,
} from './named-records.ts'
import type { Resource } from './resource-routes.ts'

export const PARTNERS: Resource<Partner, NewPartner, PartnerChanges> = {
  path: 'partners',
  one: 'partner',
  many: 'partners',
  operation: { one: 'Partner', many: 'Partners' },
  table: 'partner',
  filters: ['reference'],
  Item: Partner,
  New: NewPartner,
  Changes: PartnerChanges,
  contents: 'its companies, groups, contacts, sources, blocked numbers and tokens',
  items: sql`select id, reference, name from partner where removed_at is null`,

  save(trx, { reference, name }) {
    return trx
      .insertInto('partner')
      .values({ reference, name })
      .onConflict(conflict => conflict.column('reference').doUpdateSet({ name }))
      .returning(['id', IS_NEW.as('isNew')])
      .executeTakeFirstOrThrow()
  },

  change: (trx, id, names) => rename(trx, 'partner', id, names),

  /** Keeps its row, and tracking numbers that were removed: calls refer to both. */
  async remove(trx, id, withContents) {
    const isOfPartner = sql`partner_id = ${id}`
    const countOf = (table: string, condition: RawBuilder<unknown> = isOfPartner) =>
      sql`select count(*) from ${sql.table(table)} where ${condition}`
    const isValid = sql`${isOfPartner} and revoked_at is null
      and (expires_at is null or expires_at > now())`
    await refuseContents(trx, {
      what: 'partner',
      withContents,
      trackingNumbers: countOf('tracking_number', sql`${isOfPartner} and removed_at is null`),
      contents: [
        [countOf('company'), 'company', 'companies'],
        [countOf('company_group'), 'group', 'groups'],
        [countOf('contact'), 'contact', 'contacts'],
        [countOf('available_source'), 'source', 'sources'],
        blockedNumbers(isOfPartner),
        [countOf('api_token', isValid), 'valid token', 'valid tokens'],
      ],
    })
    await removeBlocklists(trx, isOfPartner)
    const statements = [
      sql`delete from contact where ${isOfPartner}`,
      sql`delete from company_group_member where company_id in (
        select id from company where ${isOfPartner}
      )`,
      sql`delete from company where ${isOfPartner}`,
      sql`delete from company_group where ${isOfPartner}`,
      sql`delete from available_source where ${isOfPartner}`,
      sql`update api_token set revoked_at = now() where ${isOfPartner} and revoked_at is null`,
      sql`update partner set removed_at = now(), reference = reference || ' (removed ' || id || ')'
        where id = ${id}`,
    ]
    for (const statement of statements) await statement.execute(trx)
  },
}
