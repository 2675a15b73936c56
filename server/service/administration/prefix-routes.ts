import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { PrefixPath, PrefixSettings } from '../../../contract/administration.ts'
import { TrackingNumberPrefix } from '../../../contract/directory.ts'
import { DetailBody } from '../../../contract/errors.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { BODY_ERRORS, INVALID_PAGE } from '../answers/route-schemas.ts'
import { answerPage, PageQuery } from '../pagination/paginate.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { IS_NEW } from './named-records.ts'

const LIST = '/telephony/v1/prefixes/'
const ONE = '/telephony/v1/prefixes/:prefix/'

const UNKNOWN = { 404: described(DetailBody, 'There is no such prefix.') }

/** The dialling prefixes in which tracking numbers can be had: those of all partners. */
export const prefixRoutes: FastifyPluginAsyncZod<TelephonyContext> = async (app, { db }) => {
  app.get(LIST, {
    schema: {
      operationId: 'listPrefixes',
      summary: 'List dialling prefixes',
      querystring: PageQuery,
      response: {
        200: described(pageOf(TrackingNumberPrefix), 'A page of prefixes, in ascending order.'),
        ...INVALID_PAGE,
      },
    },
    handler: request =>
      answerPage(request, db.selectFrom('tn_prefix').select(['prefix', 'name']).orderBy('prefix')),
  })
  refuseOtherMethods(app, { url: LIST, name: 'prefixes' })

  app.get(ONE, {
    schema: {
      operationId: 'showPrefix',
      summary: 'Show a dialling prefix',
      params: PrefixPath,
      response: {
        200: described(TrackingNumberPrefix, 'The prefix.'),
        400: BODY_ERRORS[400],
        ...UNKNOWN,
      },
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
        ...BODY_ERRORS,
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
      response: { 204: z.null().describe('It was removed.'), 400: BODY_ERRORS[400], ...UNKNOWN },
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
  refuseOtherMethods(app, { url: ONE, name: 'prefix' })
}
