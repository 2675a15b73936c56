import { sql } from 'kysely'
import { NewGroup, PartnerChanges, PartnerGroup } from '../../../contract/administration.ts'
import { requirePartner } from '../telephony/tracking-number-repository.ts'
import {
  blockedNumbers,
  IS_NEW,
  refuseContents,
  removeBlocklists,
  rename,
} from './named-records.ts'
import type { Resource } from './resource-routes.ts'

/** Groups of partners' companies. The companies say which groups they are in. */
export const GROUPS: Resource<PartnerGroup, NewGroup, PartnerChanges> = {
  path: 'groups',
  one: 'group',
  many: 'groups',
  operation: { one: 'PartnerGroup', many: 'PartnerGroups' },
  table: 'company_group',
  filters: ['partner', 'reference'],
  Item: PartnerGroup,
  New: NewGroup,
  Changes: PartnerChanges,
  contents: 'its blocked numbers, and take its companies out of it',
  items: sql`
    select company_group.id, partner.reference as partner, company_group.reference,
      company_group.name
    from company_group join partner on partner.id = partner_id
  `,

  async save(trx, { partner, reference, name }) {
    const partner_id = await requirePartner(trx, partner)
    return trx
      .insertInto('company_group')
      .values({ partner_id, reference, name })
      .onConflict(conflict => conflict.columns(['partner_id', 'reference']).doUpdateSet({ name }))
      .returning(['id', IS_NEW.as('isNew')])
      .executeTakeFirstOrThrow()
  },

  change: (trx, id, names) => rename(trx, 'company_group', id, names),

  async remove(trx, id, withContents) {
    await refuseContents(trx, {
      what: 'group',
      withContents,
      contents: [
        [
          sql`select count(*) from company_group_member where group_id = ${id}`,
          'company',
          'companies',
        ],
        blockedNumbers(sql`group_id = ${id}`),
      ],
    })
    await removeBlocklists(trx, sql`group_id = ${id}`)
    await trx.deleteFrom('company_group_member').where('group_id', '=', id).execute()
    await trx.deleteFrom('company_group').where('id', '=', id).execute()
  },
}
