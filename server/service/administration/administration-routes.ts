import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { PrefixPath, PrefixSettings } from '../../../contract/administration.ts'
import { TrackingNumberPrefix } from '../../../contract/directory.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { notFound } from '../../http/http-error.ts'
import { answerPage, pageSchema } from '../pagination/paginate.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { IS_NEW } from '../telephony/tracking-number-repository.ts'
import { resourceRoutes } from './resource-routes.ts'
import { COMPANIES, CONTACTS, GROUPS, PARTNERS, SOURCES } from './resources.ts'

/** Where an operator makes, lists, renames and removes partners and what belongs to them. */
export const administrationRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  const { db } = context
  describeRoutes(app, 'Administration')
  for (const resource of [PARTNERS, COMPANIES, GROUPS, CONTACTS, SOURCES]) {
    await app.register(resourceRoutes(resource, db))
  }
  await app.register(prefixRoutes, context)
}

const LIST = '/telephony/v1/prefixes/'
const ONE = '/telephony/v1/prefixes/:prefix/'

const UNKNOWN = { 400: 'The path has no valid prefix.', 404: 'There is no such prefix.' }

/** The dialling prefixes of all partners, in which tracking numbers are available. */
const prefixRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, { db }) => {
  const prefixes = db.selectFrom('tn_prefix').select(['prefix', 'name'])
  app.get(LIST, {
    schema: {
      operationId: 'listPrefixes',
      summary: 'List dialling prefixes',
      ...pageSchema(TrackingNumberPrefix, 'A page of prefixes, in ascending order.'),
    },
    handler: request => answerPage(request, prefixes.orderBy('prefix')),
  })

  app.get(ONE, {
    schema: {
      operationId: 'showPrefix',
      summary: 'Show a dialling prefix',
      params: PrefixPath,
      response: answers(TrackingNumberPrefix, 'The prefix.'),
      errors: UNKNOWN,
    },
    handler: ({ params }) =>
      prefixes.where('prefix', '=', params.prefix).executeTakeFirstOrThrow(notFound),
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
      await db
        .deleteFrom('tn_prefix')
        .where('prefix', '=', request.params.prefix)
        .returning('prefix')
        .executeTakeFirstOrThrow(notFound)
      return reply.code(204).send(null)
    },
  })
}
