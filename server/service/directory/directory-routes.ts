import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  AvailableSource,
  Company,
  Contact,
  TrackingNumberPrefix,
} from '../../../contract/directory.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { COMMON_ERRORS, INVALID_PAGE } from '../answers/route-schemas.ts'
import type { ServiceContext } from '../authentication/account.ts'
import { accountOf } from '../authentication/account.ts'
import { PageQuery, paginate } from '../pagination/paginate.ts'

const COMPANIES = '/v2/company/'
const CONTACTS = '/v2/contact/'
const SOURCES = '/v2/available_source/'
const PREFIXES = '/v1/tn_prefixes/'
const tags = ['Directory']

/** docs/interface.md, "Other list endpoints named in the pagination convention". */
export const directoryRoutes: FastifyPluginAsyncZod<ServiceContext> = async (app, { db }) => {
  app.get(COMPANIES, {
    schema: {
      tags,
      operationId: 'listCompanies',
      summary: 'List companies',
      querystring: PageQuery,
      response: {
        200: described(pageOf(Company), 'A page of companies, by name.'),
        ...INVALID_PAGE,
        ...COMMON_ERRORS,
      },
    },
    handler: async request => {
      const { partnerId } = accountOf(request)
      const count = await countOf(db, 'company', partnerId)
      const { next, previous, ...window } = paginate(request, request.query, count)
      return { count, next, previous, results: await listCompanies(db, partnerId, window) }
    },
  })
  refuseOtherMethods(app, { url: COMPANIES, name: 'Companies' })

  app.get(CONTACTS, {
    schema: {
      tags,
      operationId: 'listContacts',
      summary: 'List contacts',
      querystring: PageQuery,
      response: {
        200: described(pageOf(Contact), 'A page of the agents who answer calls, by name.'),
        ...INVALID_PAGE,
        ...COMMON_ERRORS,
      },
    },
    handler: async request => {
      const { partnerId } = accountOf(request)
      const count = await countOf(db, 'contact', partnerId)
      const { next, previous, ...window } = paginate(request, request.query, count)
      return { count, next, previous, results: await listContacts(db, partnerId, window) }
    },
  })
  refuseOtherMethods(app, { url: CONTACTS, name: 'Contacts' })

  app.get(SOURCES, {
    schema: {
      tags,
      operationId: 'listAvailableSources',
      summary: 'List available sources',
      response: {
        200: z.array(AvailableSource).describe('Where tracked calls may come from, by name.'),
        ...COMMON_ERRORS,
      },
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
  refuseOtherMethods(app, { url: SOURCES, name: 'Available sources' })

  app.get(PREFIXES, {
    schema: {
      tags,
      operationId: 'listTrackingNumberPrefixes',
      summary: 'List dialling prefixes of tracking numbers',
      response: {
        200: z.array(TrackingNumberPrefix).describe('Every prefix, in ascending order.'),
        ...COMMON_ERRORS,
      },
    },
    handler: () =>
      db.selectFrom('tn_prefix').select(['prefix', 'name']).orderBy('prefix').execute(),
  })
  refuseOtherMethods(app, { url: PREFIXES, name: 'Dialling prefixes' })
}

type Window = { offset: number; size: number }

/** How many companies, or contacts, the partner has. */
async function countOf(
  db: Kysely<Schema>,
  table: 'company' | 'contact',
  partnerId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return count
}

/** A page of the partner's companies, by name. */
function listCompanies(
  db: Kysely<Schema>,
  partnerId: number,
  { offset, size }: Window,
): Promise<Company[]> {
  return db
    .selectFrom('company')
    .select(['reference', 'name'])
    .where('partner_id', '=', partnerId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .offset(offset)
    .limit(size)
    .execute()
}

/** A page of the agents of the partner's companies, by name. */
function listContacts(
  db: Kysely<Schema>,
  partnerId: number,
  { offset, size }: Window,
): Promise<Contact[]> {
  return db
    .selectFrom('contact')
    .innerJoin('company', 'company.id', 'contact.company_id')
    .select([
      'contact.reference',
      'contact.name',
      sql<
        Contact['company']
      >`json_build_object('reference', company.reference, 'name', company.name)`.as('company'),
    ])
    .where('contact.partner_id', '=', partnerId)
    .orderBy(sql`lower(contact.name)`)
    .orderBy('contact.id')
    .offset(offset)
    .limit(size)
    .execute()
}
