import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import {
  MAX_SAMPLE,
  mergeFields,
  recognizeFields,
} from '../../../contract/fields/recognize-fields.ts'
import {
  FieldSample,
  ServiceFields,
  ServiceFieldsChange,
  ServiceFieldsList,
  ServiceFieldsPath,
} from '../../../contract/fields/service-fields.ts'
import { detailError } from '../../http/http-error.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { pathOfPage, sampleItems } from '../replays/reading/list-page.ts'
import { callerOf } from '../session/caller.ts'
import { requireName } from '../session/require-name.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { FieldRepository } from './field-repository.ts'

export type FieldRoutesOptions = {
  fields: FieldRepository
  activity: ActivityLog
  upstream: Upstream
  timeZone: string
}

const CHANGED = { 204: z.null(), '4xx': ErrorBody, '5xx': DetailBody }

/** How a foreign service names the fields of its failed events: /gateway/fields. */
export const fieldRoutes: FastifyPluginAsyncZod<FieldRoutesOptions> = async (
  app,
  { fields, activity, upstream, timeZone },
) => {
  app.get(
    '/gateway/fields',
    { schema: { response: { 200: ServiceFieldsList, '4xx': ErrorBody, '5xx': DetailBody } } },
    async request => ({ results: await fields.all(callerOf(request).account) }),
  )

  app.post(
    '/gateway/fields/:list/recognize',
    {
      config: { asksService: true },
      schema: {
        params: ServiceFieldsPath,
        body: FieldSample,
        response: { 200: ServiceFields, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      const { list } = request.params
      requireChangeable()
      const { page, cursor, page_size, ...range } = request.body
      const path = pathOfPage({ list, ...range }, { page, cursor }, page_size)
      const answer = await upstream.get(path, owner.authorization, callerSignal(reply))
      const items = sampleItems(answer, MAX_SAMPLE)
      const recognized = recognizeFields(items, { zone: timeZone, range }).map
      const current = (await fields.all(owner.account)).find(one => one.list === list)
      if (current !== undefined && current.source !== 'recognized') return current
      const map = current === undefined ? recognized : mergeFields(current.map, recognized, items)
      const sample = Math.max(current?.sample ?? 0, items.length)
      if (JSON.stringify(map) !== JSON.stringify(current?.map)) {
        const entry = { kind: 'fields_recognized', details: { list } } as const
        await activity.inTransaction(actorOf(request, owner), entry, async trx => {
          const change = { map, source: 'recognized', sample, who: null } as const
          await fields.set({ account: owner.account, list }, change, trx)
          return { result: null, entry }
        })
      }
      return { list, map, source: 'recognized' as const, sample, who: null, set_at: null }
    },
  )

  app.put(
    '/gateway/fields/:list',
    { schema: { params: ServiceFieldsPath, body: ServiceFieldsChange, response: CHANGED } },
    async (request, reply) => {
      const owner = callerOf(request)
      const { list } = request.params
      requireChangeable()
      requireName(request)
      const entry = { kind: 'fields_set', details: { list } } as const
      await activity.inTransaction(actorOf(request, owner), entry, async trx => {
        const change = {
          map: request.body.map,
          source: 'person',
          sample: 0,
          who: owner.who,
        } as const
        await fields.set({ account: owner.account, list }, change, trx)
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
        await fields.forget({ account: owner.account, list }, trx)
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
