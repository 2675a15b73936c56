import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { sql } from 'kysely'
import type { Entity } from '../../../contract/blocklist.ts'
import { COMPANIES_PATH, CompaniesOfEvents } from '../../../contract/events.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { showCopy } from '../route-config.ts'
import { callerOf } from '../session/caller.ts'

/** More than an account has. */
const MAX_COMPANIES = 10_000

/** The companies that the gateway's copy of failed events names. A service may list none. */
export const companyRoutes: FastifyPluginAsyncZod<GatewayParts> = async (
  app,
  { db, eventReader },
) => {
  describeRoutes(app, 'Failed events')
  showCopy(app)

  app.get(COMPANIES_PATH, {
    schema: {
      operationId: 'listCompaniesOfEvents',
      summary: 'List the companies of failed events that the gateway has read',
      description:
        'Only those with a reference. A company with several names has the one of its newest event.',
      response: answers(CompaniesOfEvents, 'All of them, by reference.'),
    },
    handler: async request => {
      const copies = await eventReader.copies(callerOf(request))
      const { rows } = await sql<Entity>`
        select distinct on (reference) reference, name
        from (
          select company_reference as reference, company as name, max(day) as newest from listed_event
          where mirror_id = any(${copies.map(({ id }) => id)}::integer[])
            and has_company and company_reference <> ''
          group by company_reference, company
        ) named
        order by reference, newest desc, name limit ${MAX_COMPANIES}
      `.execute(db)
      return { results: rows }
    },
  })
}
