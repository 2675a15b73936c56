import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import {
  ReplayRun,
  ReplayRunDetails,
  type ReplayRunState,
  ReplayStart,
} from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { callerSignal } from '../../http/caller-signal.ts'
import { detailError } from '../../http/http-error.ts'
import { callerOf, type Owner } from '../session/caller.ts'
import { cancelRun, lockRun, pauseRun, runAgain } from './change-run.ts'
import { makeRun, type RunMakerDependencies } from './make-run.ts'
import type { ReplayViews } from './replay-views.ts'
import { requestedRun, UnreadRequest } from './requested-run.ts'
import { resumeRun, type StoredRun, startRun } from './start-run.ts'

export type ReplayRoutesOptions = RunMakerDependencies & {
  views: ReplayViews
}

/** With 50,000 events named, by ids of 40 characters. */
const BODY_LIMIT = 4 * 1024 * 1024

/** Makes replay runs, POST /gateway/replays, and changes them: start, pause, resume, cancel, again. */
export const replayRoutes: FastifyPluginAsyncZod<ReplayRoutesOptions> = async (app, options) => {
  const { db, views, reader, queue, timeZone } = options

  app.post(
    '/gateway/replays',
    {
      bodyLimit: BODY_LIMIT,
      config: { asksService: true },
      schema: {
        body: UnreadRequest,
        response: { 201: ReplayRun, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async (request, reply) => {
      const signal = callerSignal(reply)
      const owner = callerOf(request)
      const asked = await requestedRun(request.body)
      const runId = await makeRun(options, owner, owner.authorization, asked, signal)
      return reply.code(201).send(await detailsOf(runId, owner))
    },
  )

  app.post(
    '/gateway/replays/:id/start',
    { schema: { body: ReplayStart, params: RunPath, response: CHANGED } },
    request =>
      change(request, ['ready'], async (trx, run) => {
        const includeDelivered = request.body.include_delivered
        await startRun(trx, queue, run, { includeDelivered, timeZone })
        return run.id
      }),
  )

  app.post(
    '/gateway/replays/:id/pause',
    { schema: { params: RunPath, response: CHANGED } },
    request =>
      change(request, ['running'], async (trx, run) => {
        await pauseRun(trx, queue, run)
        return run.id
      }),
  )

  app.post(
    '/gateway/replays/:id/resume',
    { schema: { params: RunPath, response: CHANGED } },
    request =>
      change(request, ['paused'], async (trx, run) => {
        await resumeRun(trx, queue, run, timeZone)
        return run.id
      }),
  )

  app.post(
    '/gateway/replays/:id/cancel',
    { schema: { params: RunPath, response: CHANGED } },
    async request => {
      const states: ReplayRunState[] = ['reading', 'ready', 'running', 'paused']
      const details = await change(request, states, async (trx, run, owner) => {
        await cancelRun(trx, queue, run, owner.who)
        return run.id
      })
      reader.end(details.id)
      return details
    },
  )

  app.post(
    '/gateway/replays/:id/again',
    { schema: { params: RunPath, response: { ...CHANGED, 201: ReplayRunDetails } } },
    async (request, reply) => {
      const details = await change(request, ['finished', 'cancelled'], runAgain)
      return reply.code(201).send(details)
    },
  )

  /** Changes a run of the account's that is in one of `states`, and answers the run that comes of it. */
  async function change(
    request: FastifyRequest<{ Params: z.infer<typeof RunPath> }>,
    states: ReplayRunState[],
    make: (trx: Transaction<Schema>, run: StoredRun, owner: Owner) => Promise<string>,
  ): Promise<ReplayRunDetails> {
    const owner = callerOf(request)
    const id = await db
      .transaction()
      .execute(async trx => make(trx, await lockRun(trx, request.params.id, owner, states), owner))
    queue.wake()
    return detailsOf(id, owner)
  }

  async function detailsOf(id: string, owner: Owner): Promise<ReplayRunDetails> {
    const run = await views.findRun(id, owner)
    if (run === null) throw detailError(404, 'Not found.')
    return run
  }
}

/** What is no id of a run is that of one that isn't there. */
export const RunPath = z.object({ id: z.uuid().catch('00000000-0000-0000-0000-000000000000') })

const CHANGED = { 200: ReplayRunDetails, '4xx': ErrorBody }
