import type { FastifyPluginAsync } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { CompanyContact, ContactChanges, NewContact } from '../../../contract/administration.ts'
import type { Schema } from '../../database/schema.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { COMPANIES } from './companies.ts'
import { GROUPS } from './groups.ts'
import { changeUnique, IS_MADE, requireCompany, requirePartner } from './named-records.ts'
import { PARTNERS } from './partners.ts'
import { prefixRoutes } from './prefix-routes.ts'
import type { Filter, Resource } from './resource-routes.ts'
import { resourceRoutes } from './resource-routes.ts'
import { SOURCES } from './sources.ts'

/** The agents who answer calls. */
const CONTACTS: Resource<CompanyContact, NewContact, ContactChanges> = {
  path: 'contacts',
  one: 'contact',
  many: 'contacts',
  operation: { one: 'CompanyContact', many: 'CompanyContacts' },
  filters: ['partner', 'company', 'reference'],
  Item: CompanyContact,
  New: NewContact,
  Changes: ContactChanges,

  async count(db, filter) {
    const { count } = await contacts(db, filter)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  list(db, filter, { offset, size }) {
    return items(contacts(db, filter)).offset(offset).limit(size).execute()
  },

  find(db, id) {
    return items(contacts(db).where('contact.id', '=', id)).executeTakeFirst()
  },

  async save(trx, { partner, company, reference, name }) {
    const partner_id = await requirePartner(trx, partner)
    const company_id = await requireCompany(trx, partner_id, company)
    return trx
      .insertInto('contact')
      .values({ partner_id, company_id, reference, name })
      .onConflict(conflict =>
        conflict.columns(['partner_id', 'reference']).doUpdateSet({ company_id, name }),
      )
      .returning(['id', IS_MADE.as('made')])
      .executeTakeFirstOrThrow()
  },

  async change(trx, id, { company, reference, name }) {
    const found = await trx
      .selectFrom('contact')
      .select('partner_id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined) return false
    const company_id =
      company === undefined ? undefined : await requireCompany(trx, found.partner_id, company)
    const update = trx
      .updateTable('contact')
      .set({
        company_id: company_id ?? sql`company_id`,
        reference: reference ?? sql`reference`,
        name: name ?? sql`name`,
      })
      .where('id', '=', id)
    await changeUnique('reference', update.execute())
    return true
  },

  async remove(trx, id) {
    const removed = await trx.deleteFrom('contact').where('id', '=', id).executeTakeFirst()
    return removed.numDeletedRows > 0n
  },
}

/** Where an operator makes, lists, renames and removes partners and what belongs to them. */
export const administrationRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  const { db } = context
  await app.register(resourceRoutes(PARTNERS, db))
  await app.register(resourceRoutes(COMPANIES, db))
  await app.register(resourceRoutes(GROUPS, db))
  await app.register(resourceRoutes(CONTACTS, db))
  await app.register(resourceRoutes(SOURCES, db))
  await app.register(prefixRoutes, context)
}

function contacts(db: Kysely<Schema>, { partner, company, reference }: Filter = {}) {
  return db
    .selectFrom('contact')
    .innerJoin('partner', 'partner.id', 'contact.partner_id')
    .innerJoin('company', 'company.id', 'contact.company_id')
    .$if(partner !== undefined, query => query.where('partner.reference', '=', partner ?? ''))
    .$if(company !== undefined, query => query.where('company.reference', '=', company ?? ''))
    .$if(reference !== undefined, query => query.where('contact.reference', '=', reference ?? ''))
}

function items(query: ReturnType<typeof contacts>) {
  return query
    .select([
      'contact.id',
      'partner.reference as partner',
      'company.reference as company',
      'contact.reference',
      'contact.name',
    ])
    .orderBy('contact.id')
}
