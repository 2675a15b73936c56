import type { FastifyPluginAsync } from 'fastify'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { COMPANIES } from './companies.ts'
import { CONTACTS } from './contacts.ts'
import { GROUPS } from './groups.ts'
import { PARTNERS } from './partners.ts'
import { prefixRoutes } from './prefix-routes.ts'
import { resourceRoutes } from './resource-routes.ts'
import { SOURCES } from './sources.ts'

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
