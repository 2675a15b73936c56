import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  AvailableSource,
  Company,
  Contact,
  TrackingNumberPrefix,
} from '../../../contract/directory.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { accountOf, type ServiceContext } from '../authentication/account.ts'
import { answerPage, pageSchema } from '../pagination/paginate.ts'

const COMPANIES = '/v2/company/'
const CONTACTS = '/v2/contact/'
const SOURCES = '/v2/available_source/'
const PREFIXES = '/v1/tn_prefixes/'

const COMPANY = sql<
  Contact['company']
>`json_build_object('reference', company.reference, 'name', company.name)`

/** docs/interface.md, "Other list endpoints named in the pagination convention". */
export const directoryRoutes: FastifyPluginAsyncZod<ServiceContext> = async (app, { db }) => {
  describeRoutes(app, 'Directory')
  app.get(COMPANIES, {
    schema: {
      operationId: 'listCompanies',
      summary: 'List companies',
      ...pageSchema(Company, 'A page of companies, by name.'),
    },
    handler: request =>
      answerPage(
        request,
        db
          .selectFrom('company')
          .select(['reference', 'name'])
          .where('partner_id', '=', accountOf(request).partnerId)
          .orderBy(sql`lower(name)`)
          .orderBy('id'),
      ),
  })

  app.get(CONTACTS, {
    schema: {
      operationId: 'listContacts',
      summary: 'List contacts',
      ...pageSchema(Contact, 'A page of the agents who answer calls, by name.'),
    },
    handler: request =>
      answerPage(
        request,
        db
          .selectFrom('contact')
          .innerJoin('company', 'company.id', 'contact.company_id')
          .select(['contact.reference', 'contact.name', COMPANY.as('company')])
          .where('contact.partner_id', '=', accountOf(request).partnerId)
          .orderBy(sql`lower(contact.name)`)
          .orderBy('contact.id'),
      ),
  })

  app.get(SOURCES, {
    schema: {
      operationId: 'listAvailableSources',
      summary: 'List available sources',
      response: answers(z.array(AvailableSource), 'Where tracked calls may come from, by name.'),
    },
    handler: request =>
      db
        .selectFrom('available_source')
        .select(['id', 'name'])
        .where('partner_id', '=', accountOf(request).partnerId)
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .execute(),
  })

  app.get(PREFIXES, {
    schema: {
      operationId: 'listTrackingNumberPrefixes',
      summary: 'List dialling prefixes of tracking numbers',
      response: answers(z.array(TrackingNumberPrefix), 'Every prefix, in ascending order.'),
    },
    handler: () =>
      db.selectFrom('tn_prefix').select(['prefix', 'name']).orderBy('prefix').execute(),
  })
}
