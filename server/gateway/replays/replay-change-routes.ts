import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { RunEvent } from '../../../contract/activity.ts'
import { ReplayNote, ReplayRunDetails, type ReplayRunState } from '../../../contract/replay.ts'
import {
  Included,
  ReplayPace,
  ReplayReceiver,
  ReplayStart,
} from '../../../contract/replay-request.ts'
import { StandingOrderRequest } from '../../../contract/standing-order.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { actorOf } from '../activity/activity-log.ts'
import { answers, describeRoutes, INVALID } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf, type Owner } from '../session/caller.ts'
import type { Seals } from '../session/seals.ts'
import { type ReplayRoutesOptions, runEntry } from './replay-routes.ts'
import {
  cancelRun,
  continueReceivers,
  lockRun,
  orderReplay,
  paceRun,
  pauseRun,
  resumeRun,
  runAgain,
  startRun,
  stopPaused,
} from './runs/change-run.ts'
import type { ItemReleaser, ReleaseTools } from './runs/item-releaser.ts'
import { keepToken } from './runs/later-failures.ts'
import type { StoredRun } from './store/locks.ts'
import { setNote, setStarter } from './store/run-store.ts'

type ReplayChangeRoutesOptions = Pick<
  ReplayRoutesOptions,
  'db' | 'activity' | 'views' | 'reader' | 'fields' | 'tools'
> & { releaser: ItemReleaser; seals: Seals }

/** Changes replay runs: start, pause, resume, continue, stop, pace, cancel, discard, again. */
export const replayChangeRoutes: FastifyPluginAsyncZod<ReplayChangeRoutesOptions> = async (
  app,
  options,
) => {
  const { db, activity, views, reader, fields, tools, releaser } = options
  describeRoutes(app, 'Replays')

  app.post(
    '/gateway/replays/:id/start',
    {
      schema: {
        ...CHANGE_BY_BODY,
        operationId: 'startReplayRun',
        summary: 'Start a replay run that is ready',
        body: ReplayStart,
      },
    },
    request =>
      record('run_started', request, ['ready'], async (trx, run, owner) => {
        await setNote(trx, run.id, ReplayNote.parse(request.body))
        await startRun(trx, { ...tools, fields }, run, Included.parse(request.body))
        return setStarter(trx, run.id, owner.who)
      }),
  )

  app.post(
    '/gateway/replays/:id/pause',
    { schema: { ...CHANGE, operationId: 'pauseReplayRun', summary: 'Pause a replay run' } },
    request => record('run_paused', request, ['running'], (trx, run) => pauseRun(trx, tools, run)),
  )

  app.post(
    '/gateway/replays/:id/resume',
    {
      schema: {
        ...CHANGE,
        operationId: 'resumeReplayRun',
        summary: 'Resume a replay run that is paused',
        description:
          'Skips events that another run is sending to the same receiver or has delivered to it since, and those that were marked as handled since.',
      },
    },
    request => record('run_resumed', request, ['paused'], (trx, run) => resumeRun(trx, tools, run)),
  )

  app.post(
    '/gateway/replays/:id/pace',
    {
      schema: {
        ...CHANGE_BY_BODY,
        operationId: 'paceReplayRun',
        summary: 'Limit how many events a replay run sends in a second',
        description: 'The limit is for all receivers of the run together; null removes it.',
        body: ReplayPace,
      },
    },
    request =>
      record('run_paced', request, ['ready', 'running', 'paused'], (trx, run) =>
        paceRun(trx, tools, run, request.body.pace),
      ),
  )

  app.post(
    '/gateway/replays/:id/cancel',
    {
      schema: {
        ...CHANGE,
        operationId: 'cancelReplayRun',
        summary: 'Cancel a replay run',
        description: 'Attempts in flight are finished.',
      },
    },
    async request => {
      const details = await cancel(request, ['reading', 'ready', 'running', 'paused'])
      reader.end(details.id)
      return details
    },
  )

  // Separate from cancel, because a run that somebody has started in the meantime must continue.
  app.post(
    '/gateway/replays/:id/discard',
    {
      schema: {
        ...CHANGE,
        operationId: 'discardReplayRun',
        summary: 'Discard a draft run',
        description:
          'Cancels a run that nobody has started. A run that was started continues: 409.',
      },
    },
    request => cancel(request, ['ready']),
  )

  app.post(
    '/gateway/replays/:id/again',
    {
      schema: {
        ...CHANGE,
        operationId: 'replayAgain',
        summary: 'Replay the events that failed again',
        description: 'Creates a new run of the events that failed again in this one.',
        response: { 201: described(ReplayRunDetails, 'The new run.') },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      const { id: failedAgainIn } = request.params
      const { runId, range } = await db.transaction().execute(async trx => {
        const run = await lockRun(trx, failedAgainIn, owner, ['finished', 'cancelled'])
        return { runId: await runAgain(trx, run, owner, reader.leaseMs), range: run }
      })
      const receiversOf = async () => new Map()
      reader.begin({ runId, owner, range, events: { failedAgainIn }, receiversOf, start: null })
      return reply.code(201).send(await views.loadRun(runId, owner))
    },
  )

  changeReceivers(app, record, { ...tools, fields, seals: options.seals })

  function cancel(request: RunRequest, states: ReplayRunState[]): Promise<ReplayRunDetails> {
    return record('run_cancelled', request, states, (trx, run, { who }) =>
      cancelRun(trx, tools, run, who),
    )
  }

  /**
   * Changes a run of the account's that is in one of `states`, with an entry in the activity log.
   *
   * @param change returns the number of events, or null if that isn't known
   */
  async function record(
    ...[kind, request, states, change]: Parameters<RecordChange>
  ): Promise<ReplayRunDetails> {
    const owner = callerOf(request)
    requireName(request)
    const { id } = request.params
    // The log has only the id of another account's run.
    const tried = { kind, details: { run_id: id, list: null, from: null, to: null, count: null } }
    await activity.inTransaction(actorOf(request, owner), tried, async trx => {
      const run = await lockRun(trx, id, owner, states)
      const { details } = runEntry(kind, run, await change(trx, run, owner))
      const body = ChangeDetails.safeParse(request.body).data
      return { result: null, entry: { kind, details: { ...details, ...body } } }
    })
    tools.queue.wake()
    releaser.wake()
    return views.loadRun(id, owner)
  }
}

type RecordChange = (
  kind: RunEvent['kind'],
  request: RunRequest,
  states: ReplayRunState[],
  change: (trx: Transaction<Schema>, run: StoredRun, owner: Owner) => Promise<number | null>,
) => Promise<ReplayRunDetails>

/** Changes the paused receivers of runs: continue, stop, order. */
function changeReceivers(
  app: Parameters<FastifyPluginAsyncZod>[0],
  record: RecordChange,
  tools: ReleaseTools & Pick<ReplayChangeRoutesOptions, 'fields' | 'seals'>,
): void {
  app.post(
    '/gateway/replays/:id/continue',
    {
      schema: {
        ...CHANGE_BY_BODY,
        operationId: 'continueReceivers',
        summary: 'Continue the paused receivers of a replay run',
        description:
          'A run pauses a receiver after three failures in a row or when half of a step fails, and continues with the others. This sends it one event, then more. Without `receiver`, all paused receivers continue.',
        body: ReplayReceiver,
      },
    },
    request => {
      const { receiver } = request.body
      return record('receivers_continued', request, ['running'], (trx, run) =>
        continueReceivers(trx, tools, run, receiver),
      )
    },
  )

  app.post(
    '/gateway/replays/:id/stop',
    {
      schema: {
        ...CHANGE_BY_BODY,
        operationId: 'stopReceivers',
        summary: 'Skip the waiting events of paused receivers',
        description:
          'Also ends their standing orders. Without `receiver`, the events of all receivers that are paused or have orders are skipped.',
        body: ReplayReceiver,
      },
    },
    request => {
      const { receiver } = request.body
      const states = ['running', 'finished'] as const
      return record('receivers_stopped', request, [...states], (trx, run, { who }) =>
        stopPaused(trx, tools, run, receiver, who),
      )
    },
  )

  app.post(
    '/gateway/replays/:id/orders',
    {
      schema: {
        ...CHANGE_BY_BODY,
        operationId: 'orderReplay',
        summary: 'Replay when the receiver recovers',
        description:
          'Makes standing orders for a ready run or for the paused receivers of a running one. Redial tries one event after 5, 10, 20 and 40 minutes and then each hour. Once one is delivered, the replay continues. An order ends after `days` days, or when the receiver answers something that waiting doesn’t change. Call it again to give it another end. To try now, continue the receiver; to end it, stop the receiver.',
        body: StandingOrderRequest,
      },
    },
    request =>
      record('order_made', request, ['ready', 'running'], async (trx, run, { who }) => {
        const { receiver, days, with_later_failures, max_later_failures: most } = request.body
        await setNote(trx, run.id, ReplayNote.parse(request.body))
        const order = { receiver, days, who }
        const included = Included.parse(request.body)
        const count = await orderReplay(trx, tools, run, order, included)
        if (with_later_failures) {
          await keepToken(trx, tools.seals, callerOf(request), { runId: run.id, receiver, most })
        }
        await setStarter(trx, run.id, who)
        return count
      }),
  )
}

type RunRequest = FastifyRequest<{ Params: z.infer<typeof RunPath> }>

/** An invalid id is treated as the id of a run that doesn't exist. */
export const RunPath = z.object({
  id: z.uuid().catch('00000000-0000-0000-0000-000000000000').describe('The id of the run.'),
})

const CHANGE = {
  params: RunPath,
  response: answers(ReplayRunDetails, 'The current run.'),
  errors: { 404: 'There is no such replay run.', 409: 'The state of the run does not allow this.' },
}

const CHANGE_BY_BODY = { ...CHANGE, errors: { ...CHANGE.errors, 400: INVALID } }

/** What the log shows of the body of a change. */
const ChangeDetails = z.object({
  receiver: z.string().optional(),
  pace: z.int().nullable().optional(),
  days: z.int().optional(),
  name: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
})
