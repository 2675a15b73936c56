import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  CompanyChanges,
  CompanyContact,
  ContactChanges,
  NewCompany,
  NewContact,
  NewGroup,
  NewSource,
  PartnerChanges,
  PartnerCompany,
  PartnerGroup,
  PartnerSource,
  PrefixPath,
  PrefixSettings,
  SourceChanges,
} from '../../../contract/administration.ts'
import { TrackingNumberPrefix } from '../../../contract/directory.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { describeEach } from '../answers/route-schemas.ts'
import { answerPage, INVALID_PAGE, PageQuery } from '../pagination/paginate.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { requirePartner } from '../telephony/tracking-number-repository.ts'
import {
  blockedNumbers,
  changeUnique,
  IS_NEW,
  refuseContents,
  removeBlocklists,
  rename,
  requireCompany,
  setGroups,
} from './named-records.ts'
import { PARTNERS } from './partners.ts'
import { type Resource, resourceRoutes } from './resource-routes.ts'

/** Groups of partners' companies. The companies say which groups they are in. */
const GROUPS: Resource<PartnerGroup, NewGroup, PartnerChanges> = {
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

/** Partners' companies, and the groups that they are in. */
const COMPANIES: Resource<PartnerCompany, NewCompany, CompanyChanges> = {
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

const LIST = '/telephony/v1/prefixes/'
const ONE = '/telephony/v1/prefixes/:prefix/'

const UNKNOWN = { 400: 'The path has no valid prefix.', 404: 'There is no such prefix.' }

/** The dialling prefixes in which tracking numbers can be had: those of all partners. */
const prefixRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, { db }) => {
  app.get(LIST, {
    schema: {
      operationId: 'listPrefixes',
      summary: 'List dialling prefixes',
      querystring: PageQuery,
      response: {
        200: described(pageOf(TrackingNumberPrefix), 'A page of prefixes, in ascending order.'),
      },
      errors: INVALID_PAGE,
    },
    handler: request =>
      answerPage(request, db.selectFrom('tn_prefix').select(['prefix', 'name']).orderBy('prefix')),
  })

  app.get(ONE, {
    schema: {
      operationId: 'showPrefix',
      summary: 'Show a dialling prefix',
      params: PrefixPath,
      response: { 200: described(TrackingNumberPrefix, 'The prefix.') },
      errors: UNKNOWN,
    },
    handler: async request => {
      const { prefix } = request.params
      const row = await db
        .selectFrom('tn_prefix')
        .select(['prefix', 'name'])
        .where('prefix', '=', prefix)
        .executeTakeFirst()
      if (row === undefined) throw detailError(404, 'Not found.')
      return row
    },
  })

  app.put(ONE, {
    schema: {
      operationId: 'savePrefix',
      summary: 'Create or update a dialling prefix',
      params: PrefixPath,
      body: PrefixSettings,
      response: {
        200: described(TrackingNumberPrefix, 'The prefix was renamed.'),
        201: described(TrackingNumberPrefix, 'The prefix was made.'),
      },
    },
    handler: async (request, reply) => {
      const { prefix } = request.params
      const { name } = request.body
      const { isNew } = await db
        .insertInto('tn_prefix')
        .values({ prefix, name })
        .onConflict(conflict => conflict.column('prefix').doUpdateSet({ name }))
        .returning(IS_NEW.as('isNew'))
        .executeTakeFirstOrThrow()
      return reply.code(isNew ? 201 : 200).send({ prefix, name })
    },
  })

  app.delete(ONE, {
    schema: {
      operationId: 'removePrefix',
      summary: 'Remove a dialling prefix',
      params: PrefixPath,
      response: { 204: z.null().describe('It was removed.') },
      errors: UNKNOWN,
    },
    handler: async (request, reply) => {
      const { prefix } = request.params
      const removed = await db
        .deleteFrom('tn_prefix')
        .where('prefix', '=', prefix)
        .executeTakeFirst()
      if (removed.numDeletedRows === 0n) throw detailError(404, 'Not found.')
      return reply.code(204).send(null)
    },
  })
}
