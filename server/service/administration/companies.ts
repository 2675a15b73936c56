import { type Kysely, sql, type Transaction } from 'kysely'
import { CompanyChanges, NewCompany, PartnerCompany } from '../../../contract/administration.ts'
import type { Schema } from '../../database/schema.ts'
import {
  changeUnique,
  IS_MADE,
  refuseContents,
  requirePartner,
  setGroups,
} from './named-records.ts'
import type { Filter, Resource } from './resource-routes.ts'

/** Partners' companies, and the groups that they are in. */
export const COMPANIES: Resource<PartnerCompany, NewCompany, CompanyChanges> = {
  path: 'companies',
  one: 'company',
  many: 'companies',
  operation: { one: 'PartnerCompany', many: 'PartnerCompanies' },
  filters: ['partner', 'reference'],
  Item: PartnerCompany,
  New: NewCompany,
  Changes: CompanyChanges,
  contents: 'its contacts and blocked numbers',

  async count(db, filter) {
    const { count } = await companies(db, filter)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  list(db, filter, { offset, size }) {
    return items(companies(db, filter)).offset(offset).limit(size).execute()
  },

  find(db, id) {
    return items(companies(db).where('company.id', '=', id)).executeTakeFirst()
  },

  async save(trx, { partner, reference, name, groups }) {
    const partner_id = await requirePartner(trx, partner)
    const saved = await trx
      .insertInto('company')
      .values({ partner_id, reference, name })
      .onConflict(conflict => conflict.columns(['partner_id', 'reference']).doUpdateSet({ name }))
      .returning(['id', IS_MADE.as('made')])
      .executeTakeFirstOrThrow()
    if (groups) await setGroups(trx, partner_id, saved.id, groups)
    return saved
  },

  async change(trx, id, { reference, name, groups }) {
    const update = trx
      .updateTable('company')
      .set({ reference: reference ?? sql`reference`, name: name ?? sql`name` })
      .where('id', '=', id)
      .returning('partner_id')
    const changed = await changeUnique('reference', update.executeTakeFirst())
    if (changed && groups) await setGroups(trx, changed.partner_id, id, groups)
    return changed !== undefined
  },

  async remove(trx, id, withContents) {
    const company = await trx
      .selectFrom('company')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (company === undefined) return false
    const { tracking_numbers, contacts, blocked_numbers } = await countContents(trx, id)
    refuseContents({
      what: 'company',
      withContents,
      trackingNumbers: tracking_numbers,
      contents: [
        [contacts, 'contact', 'contacts'],
        [blocked_numbers, 'blocked number', 'blocked numbers'],
      ],
    })
    const blocklists = trx.selectFrom('blocklist').select('id').where('company_id', '=', id)
    await trx.deleteFrom('blocked_number').where('blocklist_id', 'in', blocklists).execute()
    await trx.deleteFrom('blocklist').where('company_id', '=', id).execute()
    await trx.deleteFrom('contact').where('company_id', '=', id).execute()
    await trx.deleteFrom('company_group_member').where('company_id', '=', id).execute()
    await trx.deleteFrom('company').where('id', '=', id).execute()
    return true
  },
}

function companies(db: Kysely<Schema>, { partner, reference }: Filter = {}) {
  return db
    .selectFrom('company')
    .innerJoin('partner', 'partner.id', 'company.partner_id')
    .$if(partner !== undefined, query => query.where('partner.reference', '=', partner ?? ''))
    .$if(reference !== undefined, query => query.where('company.reference', '=', reference ?? ''))
}

function items(query: ReturnType<typeof companies>) {
  return query
    .select([
      'company.id',
      'partner.reference as partner',
      'company.reference',
      'company.name',
      sql<string[]>`array(
        select company_group.reference from company_group_member
        join company_group on company_group.id = group_id
        where company_id = company.id order by company_group.reference
      )`.as('groups'),
    ])
    .orderBy('company.id')
}

type Counts = Record<'tracking_numbers' | 'contacts' | 'blocked_numbers', number>

async function countContents(trx: Transaction<Schema>, id: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from tracking_number where company_id = ${id}) as tracking_numbers,
      (select count(*) from contact where company_id = ${id}) as contacts,
      (select count(*) from blocked_number join blocklist on blocklist.id = blocklist_id
        where company_id = ${id}) as blocked_numbers
  `.execute(trx)
  const [counts] = rows
  if (counts === undefined) throw new Error('a query of counts gave no row')
  return counts
}
