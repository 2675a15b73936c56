import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { RunEvent } from '../../../contract/activity.ts'
import {
  ReplayNote,
  ReplayRun,
  ReplayRunDetails,
  type ReplayRunState,
} from '../../../contract/replay.ts'
import {
  Included,
  ReplayPace,
  ReplayReceiver,
  ReplayRequest,
  ReplayStart,
} from '../../../contract/replay-request.ts'
import { StandingOrderRequest } from '../../../contract/standing-order.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { validationError } from '../../http/http-error.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { actorOf } from '../activity/activity-log.ts'
import { DONE } from '../activity/activity-outcome.ts'
import { eventsMatching } from '../events/matching-events.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { requireName } from '../session/authorization.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import {
  cancelRun,
  continueLoading,
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
import { createRun, type NamedRun } from './runs/create-run.ts'
import { keepToken, requireEvents } from './runs/later-failures.ts'
import { parseRunRequests } from './runs/requested-run.ts'
import type { StoredRun } from './store/locks.ts'
import { noteStart } from './store/run-store.ts'
import { showRun } from './store/run-views.ts'

const NONE = 'No event matches any more. Nothing was sent.'

/** With 50,000 named events, by ids of 40 characters. */
const BODY_LIMIT = 4 * 1024 * 1024

/** Creates replay runs: POST /gateway/replays. */
export const replayRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { activity } = options
  describeRoutes(app, 'Replays')
  parseRunRequests(app)

  app.post('/gateway/replays', {
    bodyLimit: BODY_LIMIT,
    config: { asksService: true },
    schema: {
      operationId: 'createReplayRun',
      summary: 'Replay failed events',
      description: [
        'Creates a replay run of events from one of the two lists of failed events, or from both with `list` null, from `from_date` up to but not including `to_date`.',
        '`events` lists them by the `id` that the list has for each, a number or a text, with its `list` if `list` is null, or is "all", or has the search and the filters of GET /gateway/events as `matching`, in which `receivers` means any of several.',
        'If you give the `page` and `page_size` with which an event was listed, it is found sooner.',
        'With `start` the events are sent as soon as they are loaded. Otherwise the run waits until you start it.',
        'Events that a replay has already delivered to the same receiver are skipped unless `include` has "already_delivered".',
        'Events that a person has marked as handled are skipped unless `include` has "handled".',
        'Events that failed in five replays are skipped unless `include` has "failed_often".',
        'Each receiver gets one event first, the oldest, then 2, 5 and 20 and then as many as it answers; after three failures in a row, or when half of a step fails, its other events wait until somebody continues or stops them.',
      ].join(' '),
      body: ReplayRequest,
      example: {
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: 4711 }, { id: 4712 }],
        start: true,
      },
      response: {
        201: described(
          ReplayRun,
          'The run. Request it again until its state is "finished", or until it has `paused_receivers`.',
        ),
      },
      errors: {
        409: 'The single event is being sent already, or `seen_run_id` shows that the person has not seen a later delivery or mark as handled, or its receiver has to be confirmed first (POST /gateway/receivers/confirmed). Nothing was sent.',
        413: 'The request has more than 4 MiB.',
        429: 'Too many other runs of the account are being loaded.',
      },
    },
    handler: async (request, reply) => {
      const signal = callerSignal(reply)
      const owner = callerOf(request)
      const body = await withNames(request.body, owner, signal)
      const create = async () =>
        showRun(options, await createRun(options, owner, body, signal), owner)
      // A run that is only prepared sends nothing, so it is not logged.
      if (!body.start) return reply.code(201).send(await create())
      requireName(request)
      const count = body.events === 'all' ? null : body.events.length
      const tried = runEntry('run_started', body, count)
      const run = await activity.around(actorOf(request, owner), tried, async () => {
        const result = await create()
        return { result, outcome: DONE, entry: runEntry('run_started', result, count) }
      })
      return reply.code(201).send(run)
    },
  })

  async function withNames(
    body: z.output<typeof ReplayRequest>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<NamedRun> {
    if (body.events === 'all') return { ...body, events: 'all' }
    const events = Array.isArray(body.events)
      ? body.events.map(event => ({ ...event, list: event.list ?? body.list ?? missingList() }))
      : requireEvents(
          await eventsMatching(options, caller, body, { matching: body.events.matching, signal }),
          NONE,
        )
    const [list = body.list, ...others] = new Set(events.map(event => event.list))
    return { ...body, list: others.length === 0 ? list : null, events }
  }
}

/** @throws HttpError 400 */
function missingList(): never {
  throw validationError({ events: ['Name the list of each event, or one list for all of them.'] })
}

/** The replay run that an entry is about. `to_date` is the day after the last one. */
type LoggedRun = Pick<ReplayRun, 'list' | 'from_date' | 'to_date' | 'name' | 'reason'> & {
  id?: string
}

/** @param count the number of events; null while they are being loaded */
export function runEntry(kind: RunEvent['kind'], run: LoggedRun, count: number | null): RunEvent {
  const { id = null, list, from_date, to_date, name, reason } = run
  const range = { list, from: from_date, to: addDays(to_date, -1) }
  return { kind, details: { run_id: id, ...range, count, name, reason } }
}

type Change = {
  operationId: string
  summary: string
  description?: string
  body?: z.core.$ZodType
  errors?: Record<number, string>
  kind: RunEvent['kind']
  /** The states in which a run can be changed like this. */
  states: ReplayRunState[]
  /** Returns the number of events, or null if that isn't known. */
  make(
    trx: Transaction<Schema>,
    run: StoredRun,
    caller: Caller,
    body: unknown,
  ): Promise<number | null>
}

/** Changes replay runs: start, pause, resume, continue, stop, pace, cancel, discard, again. */
export const replayChangeRoutes: FastifyPluginAsyncZod<GatewayParts> = async (app, options) => {
  const { db, activity, reader, fields, tools, seals } = options
  describeRoutes(app, 'Replays')

  addChange('start', {
    operationId: 'startReplayRun',
    summary: 'Start a replay run that is ready',
    body: ReplayStart,
    kind: 'run_started',
    states: ['ready'],
    async make(trx, run, { who }, body) {
      const events = await noteStart(trx, run.id, who, ReplayNote.parse(body))
      await startRun(trx, { ...tools, fields }, run, Included.parse(body))
      return events
    },
  })
  addChange('pause', {
    operationId: 'pauseReplayRun',
    summary: 'Pause a replay run',
    kind: 'run_paused',
    states: ['running'],
    make: (trx, run) => pauseRun(trx, tools, run),
  })
  addChange('resume', {
    operationId: 'resumeReplayRun',
    summary: 'Resume a replay run that is paused',
    description:
      'Skips events that another run is sending to the same receiver or has delivered to it since, and those that were marked as handled since.',
    kind: 'run_resumed',
    states: ['paused'],
    make: (trx, run) => resumeRun(trx, tools, run),
  })
  addChange('pace', {
    operationId: 'paceReplayRun',
    summary: 'Limit how many events a replay run sends in a second',
    description: 'The limit is for all receivers of the run together; null removes it.',
    body: ReplayPace,
    kind: 'run_paced',
    states: ['ready', 'running', 'paused'],
    make: (trx, run, _caller, body) => paceRun(trx, tools, run, ReplayPace.parse(body).pace),
  })
  const make = (trx: Transaction<Schema>, run: StoredRun, { who }: Caller) =>
    cancelRun(trx, tools, run, who)
  addChange('cancel', {
    operationId: 'cancelReplayRun',
    summary: 'Cancel a replay run',
    description: 'Attempts in flight are finished.',
    kind: 'run_cancelled',
    states: ['reading', 'interrupted', 'ready', 'running', 'paused'],
    make,
  })
  // Separate from cancel, because a run that somebody has started in the meantime must continue.
  addChange('discard', {
    operationId: 'discardReplayRun',
    summary: 'Discard a draft run',
    description: 'Cancels a run that nobody has started. A run that was started continues: 409.',
    kind: 'run_discarded',
    states: ['ready'],
    make,
  })
  addChange('continue', {
    operationId: 'continueReceivers',
    summary: 'Continue the paused receivers of a replay run',
    description:
      'A run pauses a receiver after three failures in a row or when half of a step fails, and continues with the others. This sends it one event, then more. Without `receiver`, all paused receivers continue.',
    body: ReplayReceiver,
    kind: 'receivers_continued',
    states: ['running'],
    make: (trx, run, _caller, body) =>
      continueReceivers(trx, tools, run, ReplayReceiver.parse(body).receiver),
  })
  addChange('stop', {
    operationId: 'stopReceivers',
    summary: 'Skip the waiting events of paused receivers',
    description:
      'Also ends their standing orders. Without `receiver`, the events of all receivers that are paused or have orders are skipped.',
    body: ReplayReceiver,
    kind: 'receivers_stopped',
    states: ['running', 'finished'],
    make: (trx, run, { who }, body) =>
      stopPaused(trx, tools, run, ReplayReceiver.parse(body).receiver, who),
  })
  addChange('orders', {
    operationId: 'orderReplay',
    summary: 'Replay when the receiver recovers',
    description: HOW_ORDERS_WORK,
    body: StandingOrderRequest,
    errors: { ...CHANGE.errors, 422: 'Waiting changes nothing about the failure of the receiver.' },
    kind: 'order_made',
    states: ['ready', 'running'],
    async make(trx, run, caller, body) {
      const request = StandingOrderRequest.parse(body)
      const { receiver, days, try_now, with_later_failures, max_later_failures: most } = request
      const { who } = caller
      const events = await noteStart(trx, run.id, who, ReplayNote.parse(body))
      const order = { receiver, days, who, tryNow: try_now }
      const count = await orderReplay(trx, { ...tools, fields }, run, order, Included.parse(body))
      if (with_later_failures)
        await keepToken(trx, seals, caller, { runId: run.id, receiver, most })
      return run.state === 'ready' ? events : count
    },
  })

  app.post('/gateway/replays/:id/again', {
    schema: {
      ...CHANGE,
      operationId: 'replayAgain',
      summary: 'Replay the events that failed again',
      description: 'Creates a new run of the events that failed again in this one.',
      response: { 201: described(ReplayRunDetails, 'The new run.') },
    },
    handler: async (request, reply) => {
      const owner = callerOf(request)
      const { id: failedAgainIn } = request.params
      const { runId, range } = await db.transaction().execute(async trx => {
        const run = await lockRun(trx, failedAgainIn, owner, ['finished', 'cancelled'])
        return { runId: await runAgain(trx, run, owner), range: run }
      })
      reader.begin({ runId, owner, range, events: { failedAgainIn }, start: null })
      return reply.code(201).send(await showRun(options, runId, owner))
    },
  })

  app.post('/gateway/replays/:id/load', {
    schema: {
      ...CHANGE,
      operationId: 'continueLoading',
      summary: 'Load the rest of a replay run that is interrupted',
    },
    handler: async request => {
      const owner = callerOf(request)
      const { id } = request.params
      await db.transaction().execute(async trx => {
        await continueLoading(trx, await lockRun(trx, id, owner, ['interrupted']))
      })
      return showRun(options, id, owner)
    },
  })

  function addChange(step: string, change: Change): void {
    const { kind: _kind, states: _states, make: _make, body, ...schema } = change
    app.post(
      `/gateway/replays/:id/${step}`,
      { schema: { ...CHANGE, ...(body && { body }), ...schema } },
      request => record(request, change),
    )
  }

  /** Changes a run of the account, with an entry in the activity log. */
  async function record(
    request: FastifyRequest<{ Params: z.infer<typeof RunPath> }>,
    { kind, states, make }: Change,
  ): Promise<ReplayRunDetails> {
    const caller = requireName(request)
    const { id } = request.params
    // The log has only the id of another account's run.
    const tried = { kind, details: { run_id: id, list: null, from: null, to: null, count: null } }
    await activity.inTransaction(actorOf(request, caller), tried, async trx => {
      const run = await lockRun(trx, id, caller, states)
      const { details } = runEntry(kind, run, await make(trx, run, caller, request.body))
      const body = ChangeDetails.safeParse(request.body).data
      return { result: null, entry: { kind, details: { ...details, ...body } } }
    })
    if (kind === 'run_cancelled') reader.end(id)
    tools.wake()
    return showRun(options, id, caller)
  }
}

const HOW_ORDERS_WORK =
  'Makes standing orders for a ready run or for the paused receivers of a running one. Redial tries one event of each receiver at once, unless `try_now` is false, then after 5, 10, 20 and 40 minutes and then each hour. Receivers that the run has paused are tried after five minutes first. Once one is delivered, the replay continues. An order ends after `days` days, or when the receiver answers something that waiting doesn’t change. Call it again to give it another end. To try now, continue the receiver; to end it, stop the receiver.'

/** An invalid id is treated as the id of a run that doesn't exist. */
export const RunPath = z.object({
  id: z.uuid().catch('00000000-0000-0000-0000-000000000000').describe('The id of the run.'),
})

const CHANGE = {
  params: RunPath,
  response: answers(ReplayRunDetails, 'The current run.'),
  errors: { 404: 'There is no such replay run.', 409: 'The state of the run does not allow this.' },
}

/** What the log shows of the body of a change. */
const ChangeDetails = z.object({
  receiver: z.string().optional(),
  pace: z.int().nullable().optional(),
  days: z.int().optional(),
  name: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
})
