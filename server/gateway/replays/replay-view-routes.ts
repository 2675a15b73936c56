import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { FollowUpKey } from '../../../contract/follow-up.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import {
  ReplayItemFilter,
  ReplayItemPage,
  ReplayItems,
  ReplayRun,
  ReplayRunDetails,
  ReplayRunPage,
} from '../../../contract/replay.ts'
import { ReplayItemCauses, ReplayItemSort, ReplayRunSort } from '../../../contract/replay-part.ts'
import { ReplayHistoryQuery } from '../../../contract/replay-request.ts'
import { LaterFailures, StandingOrders } from '../../../contract/standing-order.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { callerSignal, whenClosed } from '../../http/when-closed.ts'
import { eventsOfRun } from '../events/reported-events.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { envelope, PageQuery, toWindow } from '../pagination/gateway-pages.ts'
import { sendLines } from '../send-lines.ts'
import { callerOf } from '../session/caller.ts'
import { AccountQueues } from '../upstream/account-queues.ts'
import { RunPath } from './replay-routes.ts'
import { createRun } from './runs/create-run.ts'
import {
  DRAFT,
  forgetTokens,
  laterFailures,
  laterRange,
  requireEvents,
} from './runs/later-failures.ts'
import { listItems, replaysOfEvents } from './store/item-views.ts'
import { listPaused } from './store/run-receivers.ts'
import { listRuns, runOf, showRun } from './store/run-views.ts'
import { listOrders } from './store/standing-orders.ts'

/** Runs may be large and slow to count, and each request holds one of the process's ten database connections. */
const MAX_REQUESTS_OF_ACCOUNT = 4

const DESCENDING =
  'A column, with "-" before it for descending. Events or runs without a value come last.'
export const NO_SUCH_RUN = 'There is no such replay run.'

const RunsQuery = PageQuery.extend({
  page_size: PageQuery.shape.page_size.default(DEFAULT_PAGE_SIZE),
  sort: z.optional(ReplayRunSort).describe(`${DESCENDING} Default: -created_at.`),
  company: z
    .optional(FollowUpKey.shape.value)
    .describe('Only runs with events of this company. Their counts are of these events alone.'),
})
const ItemsQuery = PageQuery.extend({
  state: z.optional(ReplayItemFilter).describe('Default: all states.'),
  sort: z.optional(ReplayItemSort).describe(DESCENDING),
  cause: z
    .optional(ReplayItemCauses)
    .describe(
      'Only events that failed again or were skipped for one of these `causes` of the run.',
    ),
})

/** Shows replay runs and the results of their events to everybody on the account. */
export const replayViewRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { db, timeZone, fields } = options
  const queues = new AccountQueues(MAX_REQUESTS_OF_ACCOUNT)
  describeRoutes(app, 'Replays')
  app.addHook('preHandler', async (request, reply) => {
    whenClosed(reply, await queues.enter(callerOf(request).account, callerSignal(reply)))
  })

  app.get('/gateway/replays', {
    schema: {
      operationId: 'listReplayRuns',
      summary: 'List replay runs',
      description: 'The newest run comes first, unless you give another order.',
      querystring: RunsQuery,
      response: answers(ReplayRunPage, 'A page of the runs of the account.'),
      errors: { 404: 'There is no such page.' },
    },
    handler: async request => {
      const { sort, company } = request.query
      const query = { ...toWindow(request.query), sort, company }
      const { count, runs } = await listRuns(db, callerOf(request), query, timeZone)
      return envelope(request, request.query, { count, results: runs })
    },
  })

  app.get('/gateway/replays/:id', {
    schema: {
      operationId: 'showReplayRun',
      summary: 'Show a replay run',
      params: RunPath,
      response: answers(ReplayRunDetails, 'The run and its progress.'),
      errors: { 404: NO_SUCH_RUN },
    },
    handler: request => showRun(options, request.params.id, callerOf(request)),
  })

  app.get('/gateway/replays/:id/items', {
    schema: {
      operationId: 'listReplayRunItems',
      summary: 'List the events of a replay run',
      description:
        'Without `sort`, the order is that of the list of failed events. `event_id` is always a text.',
      params: RunPath,
      querystring: ItemsQuery,
      response: answers(ReplayItemPage, 'A page of the events, with each attempt.'),
      errors: { 404: 'There is no such run or page.' },
    },
    handler: async request => {
      const { state: filter, sort, cause: causes } = request.query
      const query = { ...toWindow(request.query), filter, sort, causes }
      const page = await listItems(db, request.params.id, callerOf(request), query, timeZone)
      return envelope(request, request.query, page)
    },
  })

  app.get('/gateway/replays/:id/report', {
    schema: {
      operationId: 'reportReplayRun',
      summary: 'List what became of the events of a replay run',
      description:
        'One JSON object for each event and line, with its state now and its first delivery by any replay.',
      params: RunPath,
      text: { description: 'The events.', mediaTypes: ['application/x-ndjson'] },
      errors: { 404: NO_SUCH_RUN },
    },
    handler: async (request, reply) => {
      const run = await runOf(db, callerOf(request), request.params.id)
      const events = eventsOfRun(db, run, fields, timeZone)
      return sendLines(reply, events, rows => rows)
    },
  })

  app.get('/gateway/replay-history', {
    schema: {
      operationId: 'listReplaysOfEvent',
      summary: 'Show every replay of an event',
      description: 'The first replay comes first.',
      querystring: ReplayHistoryQuery,
      response: answers(ReplayItems, 'One item for each replay.'),
    },
    handler: async request => {
      const { list, event_id } = request.query
      const owner = callerOf(request)
      return { results: await replaysOfEvents(db, list, [event_id], owner, { timeZone }) }
    },
  })
}

const NONE = 'Nothing failed for these receivers since. Nothing was sent.'

/** Standing orders, and what failed for the receivers of a run since it was frozen. */
export const orderRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { db, timeZone } = options
  describeRoutes(app, 'Replays')

  app.get('/gateway/orders', {
    schema: {
      operationId: 'listStandingOrders',
      summary: 'List standing orders',
      description:
        'Replays that wait until a receiver recovers, as far as their events still wait: those with the next trial first, and those that need a person last. `paused` has the receivers that replays have paused until a person continues or stops them.',
      response: answers(StandingOrders, 'The orders of the account, at most 500.'),
    },
    handler: async request => ({
      results: await listOrders(db, callerOf(request), timeZone),
      paused: await listPaused(db, callerOf(request)),
    }),
  })

  app.delete('/gateway/orders/tokens', {
    schema: {
      operationId: 'forgetTokensOfOrders',
      summary: 'Forget the token that your standing orders keep',
      description:
        'Orders that take later failures continue with the events that they have, and add no others.',
      response: { 204: described(z.null(), 'Redial has forgotten it.') },
    },
    handler: async (request, reply) => {
      await forgetTokens(db, callerOf(request))
      return reply.code(204).send(null)
    },
  })

  app.get('/gateway/replays/:id/later-failures', {
    config: { asksService: true },
    schema: {
      operationId: 'countLaterFailures',
      summary: 'Count what failed since a run was frozen',
      description:
        'Counts the events that failed for the receivers of a run since its events were frozen, and are still missing. Redial reads these days first: ask again while `count` is null.',
      params: RunPath,
      response: answers(LaterFailures, 'How many there are.'),
      errors: { 404: NO_SUCH_RUN },
    },
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const run = await runOf(db, caller, request.params.id)
      const events = await laterFailures(options, caller, run, { signal: callerSignal(reply) })
      return { count: events?.length ?? null }
    },
  })

  app.post('/gateway/replays/:id/later-failures', {
    config: { asksService: true },
    schema: {
      operationId: 'replayLaterFailures',
      summary: 'Replay what failed since a run was frozen',
      description: 'Creates a draft of these events. Nothing is sent before somebody starts it.',
      params: RunPath,
      response: { 201: described(ReplayRun, 'The draft.') },
      errors: { 404: NO_SUCH_RUN, 409: 'There are none, or Redial still reads these days.' },
    },
    handler: async (request, reply) => {
      const signal = callerSignal(reply)
      const caller = callerOf(request)
      const run = await runOf(db, caller, request.params.id)
      const events = requireEvents(await laterFailures(options, caller, run, { signal }), NONE)
      const named = { ...DRAFT, ...laterRange(run, timeZone), events }
      const id = await createRun(options, caller, named, signal)
      return reply.code(201).send(await showRun(options, id, caller))
    },
  })
}
