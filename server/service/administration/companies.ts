import { sql } from 'kysely'
import { CompanyChanges, NewCompany, PartnerCompany } from '../../../contract/administration.ts'
import { requirePartner } from '../telephony/tracking-number-repository.ts'
import {
  blockedNumbers,
  IS_NEW,
  refuseContents,
  removeBlocklists,
  rename,
  setGroups,
} from './named-records.ts'
import type { Resource } from './resource-routes.ts'

/** Partners' companies, and the groups that they are in. */
export const COMPANIES: Resource<PartnerCompany, NewCompany, CompanyChanges> = {
  path: 'companies',
  one: 'company',
  many: 'companies',
  operation: { one: 'PartnerCompany', many: 'PartnerCompanies' },
  table: 'company',
  filters: ['partner', 'reference'],
  Item: PartnerCompany,
  New: NewCompany,
  Changes: CompanyChanges,
  contents: 'its contacts and blocked numbers',
  items: sql`
    select company.id, partner.reference as partner, company.reference, company.name,
      array(
        select company_group.reference from company_group_member
        join company_group on company_group.id = group_id
        where company_id = company.id order by company_group.reference
      ) as groups
    from company join partner on partner.id = partner_id
  `,

  async save(trx, { partner, reference, name, groups }) {
    const partner_id = await requirePartner(trx, partner)
    const saved = await trx
      .insertInto('company')
      .values({ partner_id, reference, name })
      .onConflict(conflict => conflict.columns(['partner_id', 'reference']).doUpdateSet({ name }))
      .returning(['id', IS_NEW.as('isNew')])
      .executeTakeFirstOrThrow()
    if (groups) await setGroups(trx, saved.id, groups)
    return saved
  },

  async change(trx, id, { groups, ...names }) {
    await rename(trx, 'company', id, names)
    if (groups) await setGroups(trx, id, groups)
  },

  async remove(trx, id, withContents) {
    await refuseContents(trx, {
      what: 'company',
      withContents,
      trackingNumbers: sql`select count(*) from tracking_number where company_id = ${id}`,
      contents: [
        [sql`select count(*) from contact where company_id = ${id}`, 'contact', 'contacts'],
        blockedNumbers(sql`company_id = ${id}`),
      ],
    })
    await removeBlocklists(trx, sql`company_id = ${id}`)
    for (const table of ['contact', 'company_group_member'] as const) {
      await trx.deleteFrom(table).where('company_id', '=', id).execute()
    }
    await trx.deleteFrom('company').where('id', '=', id).execute()
  },
}
