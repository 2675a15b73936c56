import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import {
  CompanyContact,
  ContactChanges,
  NewContact,
  NewSource,
  PartnerSource,
  SourceChanges,
} from '../../../contract/administration.ts'
import { describeEach } from '../answers/route-schemas.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { requirePartner } from '../telephony/tracking-number-repository.ts'
import { COMPANIES } from './companies.ts'
import { GROUPS } from './groups.ts'
import { changeUnique, IS_NEW, rename, requireCompany } from './named-records.ts'
import { PARTNERS } from './partners.ts'
import { prefixRoutes } from './prefix-routes.ts'
import { type Resource, resourceRoutes } from './resource-routes.ts'

/** The agents who answer calls. */
const CONTACTS: Resource<CompanyContact, NewContact, ContactChanges> = {
  path: 'contacts',
  one: 'contact',
  many: 'contacts',
  operation: { one: 'CompanyContact', many: 'CompanyContacts' },
  table: 'contact',
  filters: ['partner', 'company', 'reference'],
  Item: CompanyContact,
  New: NewContact,
  Changes: ContactChanges,
  items: sql`
    select contact.id, partner.reference as partner, company.reference as company,
      contact.reference, contact.name
    from contact
    join partner on partner.id = contact.partner_id
    join company on company.id = contact.company_id
  `,

  async save(trx, { partner, company, reference, name }) {
    const partner_id = await requirePartner(trx, partner)
    const company_id = await requireCompany(trx, partner_id, company)
    return trx
      .insertInto('contact')
      .values({ partner_id, company_id, reference, name })
      .onConflict(conflict =>
        conflict.columns(['partner_id', 'reference']).doUpdateSet({ company_id, name }),
      )
      .returning(['id', IS_NEW.as('isNew')])
      .executeTakeFirstOrThrow()
  },

  async change(trx, id, { company, ...names }) {
    if (company !== undefined) {
      const { partner_id } = await trx
        .selectFrom('contact')
        .select('partner_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const company_id = await requireCompany(trx, partner_id, company)
      await trx.updateTable('contact').set({ company_id }).where('id', '=', id).execute()
    }
    await rename(trx, 'contact', id, names)
  },

  async remove(trx, id) {
    await trx.deleteFrom('contact').where('id', '=', id).execute()
  },
}

const SOURCES: Resource<PartnerSource, NewSource, SourceChanges> = {
  path: 'sources',
  one: 'source',
  many: 'sources',
  operation: { one: 'PartnerSource', many: 'PartnerSources' },
  table: 'available_source',
  filters: ['partner'],
  Item: PartnerSource,
  New: NewSource,
  Changes: SourceChanges,
  items: sql`
    select source.id, partner.reference as partner, source.name
    from available_source source join partner on partner.id = partner_id
  `,

  async save(trx, { partner, name }) {
    const partner_id = await requirePartner(trx, partner)
    return trx
      .insertInto('available_source')
      .values({ partner_id, name })
      .onConflict(conflict => conflict.columns(['partner_id', 'name']).doUpdateSet({ name }))
      .returning(['id', IS_NEW.as('isNew')])
      .executeTakeFirstOrThrow()
  },

  async change(trx, id, { name }) {
    if (name === undefined) return
    const update = trx.updateTable('available_source').set({ name }).where('id', '=', id)
    await changeUnique('name', update.execute())
  },

  async remove(trx, id) {
    await trx.deleteFrom('available_source').where('id', '=', id).execute()
  },
}

/** Where an operator makes, lists, renames and removes partners and what belongs to them. */
export const administrationRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  const { db } = context
  describeEach(app, { tags: ['Administration'] })
  await app.register(resourceRoutes(PARTNERS, db))
  await app.register(resourceRoutes(COMPANIES, db))
  await app.register(resourceRoutes(GROUPS, db))
  await app.register(resourceRoutes(CONTACTS, db))
  await app.register(resourceRoutes(SOURCES, db))
  await app.register(prefixRoutes, context)
}
