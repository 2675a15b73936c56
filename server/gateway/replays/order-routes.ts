import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { ReplayRun } from '../../../contract/replay.ts'
import { LaterFailures, StandingOrders } from '../../../contract/standing-order.ts'
import { described } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { answers, describeRoutes } from '../route-answers.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import { RunPath } from './replay-change-routes.ts'
import { NO_SUCH_RUN } from './replay-view-routes.ts'
import type { ReplayViews } from './replay-views.ts'
import { type CreateRunDependencies, createRun } from './runs/create-run.ts'
import {
  DRAFT,
  forgetTokens,
  type LaterDependencies,
  laterFailures,
  laterRange,
  requireEvents,
} from './runs/later-failures.ts'
import { runOf } from './store/run-views.ts'
import { listOrders } from './store/standing-orders.ts'

type OrderRoutesOptions = CreateRunDependencies & LaterDependencies & { views: ReplayViews }

const NONE = 'Nothing failed for these receivers since. Nothing was sent.'

/** Standing orders, and what failed for the receivers of a run since it was frozen. */
export const orderRoutes: FastifyPluginAsyncZod<OrderRoutesOptions> = async (app, options) => {
  const { db, timeZone, views } = options
  describeRoutes(app, 'Replays')

  app.get(
    '/gateway/orders',
    {
      schema: {
        operationId: 'listStandingOrders',
        summary: 'List standing orders',
        description:
          'Replays that wait until a receiver recovers, as far as their events still wait. Those that need a person come first, then the next trial.',
        response: answers(StandingOrders, 'The orders of the account, at most 500.'),
      },
    },
    request => {
      const owner = callerOf(request)
      return views.load(owner, undefined, async () => ({
        results: await listOrders(db, owner, timeZone),
      }))
    },
  )

  app.delete(
    '/gateway/orders/tokens',
    {
      schema: {
        operationId: 'forgetTokensOfOrders',
        summary: 'Forget the token that your standing orders keep',
        description:
          'Orders that take later failures continue with the events that they have, and add no others.',
        response: { 204: described(z.null(), 'Redial has forgotten it.') },
      },
    },
    async (request, reply) => {
      await forgetTokens(db, callerOf(request))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/gateway/replays/:id/later-failures',
    {
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
    },
    async (request, reply) => {
      const signal = callerSignal(reply)
      const caller = callerOf(request)
      const run = await requireRun(request.params.id, caller)
      const events = await laterFailures(options, caller, run, { signal })
      return { count: events?.length ?? null }
    },
  )

  app.post(
    '/gateway/replays/:id/later-failures',
    {
      config: { asksService: true },
      schema: {
        operationId: 'replayLaterFailures',
        summary: 'Replay what failed since a run was frozen',
        description: 'Creates a draft of these events. Nothing is sent before somebody starts it.',
        params: RunPath,
        response: { 201: described(ReplayRun, 'The draft.') },
        errors: { 404: NO_SUCH_RUN, 409: 'There are none, or Redial still reads these days.' },
      },
    },
    async (request, reply) => {
      const signal = callerSignal(reply)
      const caller = callerOf(request)
      const run = await requireRun(request.params.id, caller)
      const events = requireEvents(await laterFailures(options, caller, run, { signal }), NONE)
      const named = { ...DRAFT, ...laterRange(run, timeZone), events }
      const id = await createRun(options, caller, named, signal)
      return reply.code(201).send(await views.loadRun(id, caller))
    },
  )

  async function requireRun(id: string, caller: Caller) {
    const run = await runOf(db, caller, id)
    if (run === null) throw detailError(404, 'Not found.')
    return run
  }
}
