import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import {
  ServiceFieldsChange,
  ServiceFieldsList,
  ServiceFieldsPath,
} from '../../../contract/fields/service-fields.ts'
import { detailError } from '../../http/http-error.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { callerOf } from '../session/caller.ts'
import { requireName } from '../session/require-name.ts'
import type { FieldRepository } from './field-repository.ts'

export type FieldRoutesOptions = { fields: FieldRepository; activity: ActivityLog }

const CHANGED = { 204: z.null(), '4xx': ErrorBody, '5xx': DetailBody }

/** How a foreign service names the fields of its failed events: /gateway/fields. */
export const fieldRoutes: FastifyPluginAsyncZod<FieldRoutesOptions> = async (
  app,
  { fields, activity },
) => {
  app.get(
    '/gateway/fields',
    { schema: { response: { 200: ServiceFieldsList, '4xx': ErrorBody, '5xx': DetailBody } } },
    async () => ({ results: await fields.all() }),
  )

  app.put(
    '/gateway/fields/:list',
    { schema: { params: ServiceFieldsPath, body: ServiceFieldsChange, response: CHANGED } },
    async (request, reply) => {
      const owner = callerOf(request)
      const { list } = request.params
      requireChangeable()
      if (request.body.source === 'recognized') {
        await fields.set(list, request.body, null)
        return reply.code(204).send(null)
      }
      requireName(request)
      const entry = { kind: 'fields_set', details: { list } } as const
      await activity.inTransaction(actorOf(request, owner), entry, async trx => {
        await fields.set(list, { ...request.body, sample: 0 }, owner.who, trx)
        return { result: null, entry }
      })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/gateway/fields/:list',
    { schema: { params: ServiceFieldsPath, response: CHANGED } },
    async (request, reply) => {
      const owner = callerOf(request)
      const { list } = request.params
      requireChangeable()
      requireName(request)
      const entry = { kind: 'fields_reset', details: { list } } as const
      await activity.inTransaction(actorOf(request, owner), entry, async trx => {
        await fields.forget(list, trx)
        return { result: null, entry }
      })
      return reply.code(204).send(null)
    },
  )

  /** @throws HttpError 409 */
  function requireChangeable(): void {
    if (!fields.isForeign) {
      throw detailError(409, 'Fields can be set only for a foreign service.')
    }
    if (fields.isLocked) {
      throw detailError(
        409,
        'The operator of Redial has set the fields of this service (FIELD_MAP). Ask them for the change.',
      )
    }
  }
}
