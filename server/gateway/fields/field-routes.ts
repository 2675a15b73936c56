import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { ServiceFieldsChange, ServiceFieldsList } from '../../../contract/fields/service-fields.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import type { NewEntry } from '../activity/activity-log.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { callerOf } from '../session/caller.ts'

const NOT_CHANGEABLE =
  'The service is not a foreign one, or the operator has set its fields (FIELD_MAP).'

const ListPath = z.object({ list: described(FailedEventList, 'The list of failed events.') })

/** How a foreign service names the fields of its failed events: /gateway/fields. */
export const fieldRoutes: FastifyPluginAsyncZod<GatewayParts> = async (
  app,
  { fields, activity },
) => {
  describeRoutes(app, 'Fields')
  app.get('/gateway/fields', {
    schema: {
      operationId: 'listServiceFields',
      summary: 'List how a foreign service names its fields',
      description:
        'A list that is not in the answer has the standard names. `to_date` says whether lists include that day, and whether the operator has set that or Redial has found it out.',
      response: answers(ServiceFieldsList, 'The lists whose fields are known.'),
    },
    handler: async request => ({
      results: await fields.all(callerOf(request).account),
      to_date: fields.toDate,
    }),
  })

  app.put('/gateway/fields/:list', {
    schema: {
      operationId: 'setServiceFields',
      summary: 'Set how a foreign service names the fields of a list',
      description: 'They apply to the account of the token.',
      params: ListPath,
      body: ServiceFieldsChange,
      response: { 204: z.null().describe('They are set.') },
      errors: { 409: NOT_CHANGEABLE },
    },
    handler: async (request, reply) => {
      const { account, who } = callerOf(request)
      const { map } = request.body
      const { list } = request.params
      await change(request, { kind: 'fields_set', details: { list } }, trx =>
        fields.set({ account, list }, { map, source: 'person', sample: 0, who }, trx),
      )
      return reply.code(204).send(null)
    },
  })

  app.delete('/gateway/fields/:list', {
    schema: {
      operationId: 'resetServiceFields',
      summary: 'Remove what was set, so that fields are recognised again',
      params: ListPath,
      response: { 204: z.null().describe('They were removed.') },
      errors: { 409: NOT_CHANGEABLE },
    },
    handler: async (request, reply) => {
      const { account } = callerOf(request)
      const { list } = request.params
      await change(request, { kind: 'fields_reset', details: { list } }, trx =>
        fields.forget({ account, list }, trx),
      )
      return reply.code(204).send(null)
    },
  })

  /** Makes a person's change, with an entry in the activity log. @throws HttpError 409 */
  function change(
    request: FastifyRequest,
    entry: NewEntry,
    store: (trx: Transaction<Schema>) => Promise<void>,
  ): Promise<void> {
    if (!fields.isForeign) {
      throw detailError(409, 'Fields can be set only for a foreign service.')
    }
    if (fields.isLocked) {
      throw detailError(
        409,
        'The operator of Redial has set the fields of this service (FIELD_MAP). Ask them for the change.',
      )
    }
    return activity.change(request, entry, store)
  }
}
