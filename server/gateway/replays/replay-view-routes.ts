import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
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
  MAX_COMPANIES_LISTED,
  ReplayItemCauses,
  ReplayItemSort,
  ReplayRunCompanies,
  ReplayRunPart,
  ReplayRunSort,
} from '../../../contract/replay-part.ts'
import { ReplayHistoryQuery, ReplayPayloadsQuery } from '../../../contract/replay-request.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { sendLines } from '../events/event-routes.ts'
import { eventsOfRun } from '../events/reported-events.ts'
import type { FieldRepository } from '../fields/field-repository.ts'
import { envelope, PageQuery, toWindow } from '../pagination/gateway-pages.ts'
import { answers, describeRoutes, INVALID } from '../route-answers.ts'
import { callerOf } from '../session/caller.ts'
import { RunPath } from './replay-change-routes.ts'
import type { ReplayViews } from './replay-views.ts'
import { listItems, replaysOfEvent } from './store/item-views.ts'
import { listCompanies, listRuns, payloadsOf, runsOf } from './store/run-views.ts'

export type ReplayViewRoutesOptions = {
  db: Kysely<Schema>
  timeZone: string
  views: ReplayViews
  fields: FieldRepository
}

const DESCENDING =
  'A column, with "-" before it for descending. Events or runs without a value come last.'
export const NO_SUCH_RUN = 'There is no such replay run.'

const RunsQuery = PageQuery.extend({
  page_size: PageQuery.shape.page_size.default(DEFAULT_PAGE_SIZE),
  sort: z.optional(ReplayRunSort).describe(`${DESCENDING} Default: -created_at.`),
})
const PartQuery = z.object({
  company: described(
    ReplayRunPart.shape.company,
    'Only events of this company; empty for events that name none.',
  ),
  receiver: described(
    ReplayRunPart.shape.receiver,
    'Only events to this receiver, by its host and path; empty for events without one.',
  ),
})
const ItemsQuery = PageQuery.extend({
  state: z.optional(ReplayItemFilter).describe('Default: all states.'),
  sort: z.optional(ReplayItemSort).describe(DESCENDING),
  cause: z
    .optional(ReplayItemCauses)
    .describe(
      'Only events that failed again or were skipped for one of these `causes` of the run.',
    ),
  ...PartQuery.shape,
})

/** Shows replay runs and the results of their events to everybody on the account. */
export const replayViewRoutes: FastifyPluginAsyncZod<ReplayViewRoutesOptions> = async (
  app,
  { db, timeZone, views, fields },
) => {
  describeRoutes(app, 'Replays')
  app.get(
    '/gateway/replays',
    {
      schema: {
        operationId: 'listReplayRuns',
        summary: 'List replay runs',
        description: 'The newest run comes first, unless you give another order.',
        querystring: RunsQuery,
        response: answers(ReplayRunPage, 'A page of the runs of the account.'),
        errors: { 400: INVALID, 404: 'There is no such page.' },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      const query = { ...toWindow(request.query), sort: request.query.sort }
      const { count, runs } = await views.load(owner, callerSignal(reply), () =>
        listRuns(db, owner, query, timeZone),
      )
      return envelope(request, request.query, { count, results: runs })
    },
  )

  app.get(
    '/gateway/replays/:id',
    {
      schema: {
        operationId: 'showReplayRun',
        summary: 'Show a replay run',
        description:
          'With `company` or `receiver`, a started run has the counts, receivers and causes of that part alone.',
        params: RunPath,
        querystring: PartQuery,
        response: answers(ReplayRunDetails, 'The run and its progress.'),
        errors: { 400: INVALID, 404: NO_SUCH_RUN },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      return views.loadRun(params.id, callerOf(request), callerSignal(reply), query)
    },
  )

  app.get(
    '/gateway/replays/:id/companies',
    {
      schema: {
        operationId: 'listReplayRunCompanies',
        summary: 'Count the events of a replay run by company',
        description: `Returns up to ${MAX_COMPANIES_LISTED} companies, those with the most events first. \`company\` is null for events that name none.`,
        params: RunPath,
        response: answers(ReplayRunCompanies, 'The companies.'),
        errors: { 404: NO_SUCH_RUN },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      return views.load(owner, callerSignal(reply), () =>
        listCompanies(db, request.params.id, owner),
      )
    },
  )

  app.get(
    '/gateway/replays/:id/items',
    {
      schema: {
        operationId: 'listReplayRunItems',
        summary: 'List the events of a replay run',
        description:
          'Without `sort`, the order is that of the list of failed events. `event_id` is always a text.',
        params: RunPath,
        querystring: ItemsQuery,
        response: answers(ReplayItemPage, 'A page of the events, with each attempt.'),
        errors: { 400: INVALID, 404: 'There is no such run or page.' },
      },
    },
    async (request, reply) => {
      const { state: filter, sort, cause: causes, company, receiver } = request.query
      const owner = callerOf(request)
      const part = { company, receiver }
      const query = { ...toWindow(request.query), filter, sort, causes, part }
      const page = await views.load(owner, callerSignal(reply), () =>
        listItems(db, request.params.id, owner, query, timeZone),
      )
      return envelope(request, request.query, page)
    },
  )

  app.get(
    '/gateway/replays/:id/payloads',
    {
      schema: {
        operationId: 'listReplayPayloads',
        summary: 'Show what a replay run sends',
        description:
          'Returns the payloads of up to 10 events of the run, as text. Events without one are omitted.',
        params: RunPath,
        querystring: ReplayPayloadsQuery,
        response: answers(ReplayPayloads, 'The payloads.'),
        errors: { 400: INVALID },
      },
    },
    async request => {
      const { params, query } = request
      return { results: await payloadsOf(db, params.id, query.event_id, callerOf(request)) }
    },
  )

  app.get(
    '/gateway/replays/:id/report',
    {
      schema: {
        operationId: 'reportReplayRun',
        summary: 'List what became of the events of a replay run',
        description:
          'One JSON object for each event and line, with its state now and its first delivery by any replay.',
        params: RunPath,
        text: { description: 'The events.', mediaTypes: ['application/x-ndjson'] },
        errors: { 404: NO_SUCH_RUN },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      const run = await views.load(
        owner,
        callerSignal(reply),
        async () =>
          (await runsOf(db, owner)
            .selectAll()
            .where('id', '=', request.params.id)
            .executeTakeFirst()) ?? null,
      )
      const events = eventsOfRun(db, run, await fields.of(run.list, owner.account), timeZone)
      return sendLines(reply, events, rows => rows)
    },
  )

  app.get(
    '/gateway/replay-history',
    {
      schema: {
        operationId: 'listReplaysOfEvent',
        summary: 'Show every replay of an event',
        description: 'The first replay comes first.',
        querystring: ReplayHistoryQuery,
        response: answers(ReplayItems, 'One item for each replay.'),
        errors: { 400: INVALID },
      },
    },
    async request => {
      const { list, event_id } = request.query
      return { results: await replaysOfEvent(db, list, event_id, callerOf(request), timeZone) }
    },
  )
}
