import { type Kysely, sql } from 'kysely'
import { GroupChanges, NewGroup, PartnerGroup } from '../../../contract/administration.ts'
import type { Schema } from '../../database/schema.ts'
import { changeUnique, IS_MADE, refuseContents, requirePartner } from './named-records.ts'
import type { Filter, Resource } from './resource-routes.ts'

/** Groups of partners' companies. The companies say which groups they are in. */
export const GROUPS: Resource<PartnerGroup, NewGroup, GroupChanges> = {
  path: 'groups',
  one: 'group',
  many: 'groups',
  operation: { one: 'PartnerGroup', many: 'PartnerGroups' },
  filters: ['partner', 'reference'],
  Item: PartnerGroup,
  New: NewGroup,
  Changes: GroupChanges,
  contents: 'its blocked numbers, and take its companies out of it',

  async count(db, filter) {
    const { count } = await groups(db, filter)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  list(db, filter, { offset, size }) {
    return items(groups(db, filter)).offset(offset).limit(size).execute()
  },

  find(db, id) {
    return items(groups(db).where('company_group.id', '=', id)).executeTakeFirst()
  },

  async save(trx, { partner, reference, name }) {
    const partner_id = await requirePartner(trx, partner)
    return trx
      .insertInto('company_group')
      .values({ partner_id, reference, name })
      .onConflict(conflict => conflict.columns(['partner_id', 'reference']).doUpdateSet({ name }))
      .returning(['id', IS_MADE.as('made')])
      .executeTakeFirstOrThrow()
  },

  async change(trx, id, { reference, name }) {
    const update = trx
      .updateTable('company_group')
      .set({ reference: reference ?? sql`reference`, name: name ?? sql`name` })
      .where('id', '=', id)
      .returning('id')
    return (await changeUnique('reference', update.executeTakeFirst())) !== undefined
  },

  async remove(trx, id, withContents) {
    const group = await trx
      .selectFrom('company_group')
      .select([
        sql<number>`(select count(*) from company_group_member where group_id = ${id})`.as(
          'companies',
        ),
        sql<number>`(select count(*) from blocked_number
          join blocklist on blocklist.id = blocklist_id where group_id = ${id})`.as(
          'blocked_numbers',
        ),
      ])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (group === undefined) return false
    refuseContents({
      what: 'group',
      withContents,
      trackingNumbers: 0,
      contents: [
        [group.companies, 'company', 'companies'],
        [group.blocked_numbers, 'blocked number', 'blocked numbers'],
      ],
    })
    const blocklists = trx.selectFrom('blocklist').select('id').where('group_id', '=', id)
    await trx.deleteFrom('blocked_number').where('blocklist_id', 'in', blocklists).execute()
    await trx.deleteFrom('blocklist').where('group_id', '=', id).execute()
    await trx.deleteFrom('company_group_member').where('group_id', '=', id).execute()
    await trx.deleteFrom('company_group').where('id', '=', id).execute()
    return true
  },
}

function groups(db: Kysely<Schema>, { partner, reference }: Filter = {}) {
  return db
    .selectFrom('company_group')
    .innerJoin('partner', 'partner.id', 'company_group.partner_id')
    .$if(partner !== undefined, query => query.where('partner.reference', '=', partner ?? ''))
    .$if(reference !== undefined, query =>
      query.where('company_group.reference', '=', reference ?? ''),
    )
}

function items(query: ReturnType<typeof groups>) {
  return query
    .select([
      'company_group.id',
      'partner.reference as partner',
      'company_group.reference',
      'company_group.name',
    ])
    .orderBy('company_group.id')
}
