import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { ErrorBody } from '../../../contract/errors.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import {
  ReplayItemFilter,
  ReplayItemPage,
  ReplayItems,
  ReplayPayloads,
  ReplayRunDetails,
  ReplayRunPage,
} from '../../../contract/replay.ts'
import {
  ReplayItemCauses,
  ReplayItemSort,
  ReplayRunCompanies,
  ReplayRunPart,
  ReplayRunSort,
} from '../../../contract/replay-part.ts'
import {
  ReplayHistoryQuery,
  ReplayItemsQuery,
  ReplayPayloadsQuery,
} from '../../../contract/replay-request.ts'
import { detailError } from '../../http/http-error.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { envelope, PageQuery, toWindow } from '../pagination/gateway-pages.ts'
import { callerOf } from '../session/caller.ts'
import { RunPath } from './replay-routes.ts'
import type { ReplayViews } from './replay-views.ts'

export type ReplayViewRoutesOptions = { views: ReplayViews }

const RunsQuery = PageQuery.extend({
  page_size: PageQuery.shape.page_size.default(DEFAULT_PAGE_SIZE),
  sort: z.optional(ReplayRunSort),
})
const ItemsQuery = PageQuery.extend({
  state: z.optional(ReplayItemFilter),
  sort: z.optional(ReplayItemSort),
  cause: z.optional(ReplayItemCauses),
  ...ReplayRunPart.shape,
})

/** Shows replay runs and the results of their events to everybody on the account. */
export const replayViewRoutes: FastifyPluginAsyncZod<ReplayViewRoutesOptions> = async (
  app,
  { views },
) => {
  app.get(
    '/gateway/replays',
    { schema: { querystring: RunsQuery, response: { 200: ReplayRunPage, '4xx': ErrorBody } } },
    async (request, reply) => {
      const owner = callerOf(request)
      const asked = { ...toWindow(request.query), sort: request.query.sort }
      const { count, runs } = await views.listRuns(owner, asked, callerSignal(reply))
      return envelope(request, request.query, { count, results: runs })
    },
  )

  app.get(
    '/gateway/replays/:id',
    {
      schema: {
        params: RunPath,
        querystring: ReplayRunPart,
        response: { 200: ReplayRunDetails, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const run = await views.findRun(params.id, callerOf(request), callerSignal(reply), query)
      if (run === null) throw detailError(404, 'Not found.')
      return run
    },
  )

  app.get(
    '/gateway/replays/:id/companies',
    { schema: { params: RunPath, response: { 200: ReplayRunCompanies, '4xx': ErrorBody } } },
    async (request, reply) => {
      const { id } = request.params
      const companies = await views.companies(id, callerOf(request), callerSignal(reply))
      if (companies === null) throw detailError(404, 'Not found.')
      return companies
    },
  )

  app.get(
    '/gateway/replays/:id/items',
    {
      schema: {
        params: RunPath,
        querystring: ItemsQuery,
        response: { 200: ReplayItemPage, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { state: filter, sort, cause: causes, company, receiver } = request.query
      const owner = callerOf(request)
      const part = { company, receiver }
      const asked = { ...toWindow(request.query), filter, sort, causes, part }
      const signal = callerSignal(reply)
      const listed = await views.listItems(request.params.id, owner, asked, signal)
      if (listed === null) throw detailError(404, 'Not found.')
      return envelope(request, request.query, listed)
    },
  )

  app.get(
    '/gateway/replays/:id/payloads',
    {
      schema: {
        params: RunPath,
        querystring: ReplayPayloadsQuery,
        response: { 200: ReplayPayloads, '4xx': ErrorBody },
      },
    },
    async request => {
      const { params, query } = request
      return { results: await views.payloads(params.id, query.event_id, callerOf(request)) }
    },
  )

  app.get(
    '/gateway/replay-items',
    {
      schema: { querystring: ReplayItemsQuery, response: { 200: ReplayItems, '4xx': ErrorBody } },
    },
    async request => {
      const { list, event_id } = request.query
      const owner = callerOf(request)
      return { results: await views.latestItems(list, event_id, owner) }
    },
  )

  app.get(
    '/gateway/replay-history',
    {
      schema: { querystring: ReplayHistoryQuery, response: { 200: ReplayItems, '4xx': ErrorBody } },
    },
    async request => {
      const { list, event_id } = request.query
      return { results: await views.history(list, event_id, callerOf(request)) }
    },
  )
}
