import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { RunEvent } from '../../../contract/activity.ts'
import type { MatchingEvents } from '../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { ReplayRun, ReplayRunDetails, type ReplayRunState } from '../../../contract/replay.ts'
import { ReplayRequest, ReplayStart } from '../../../contract/replay-request.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { DONE } from '../activity/activity-outcome.ts'
import { answers, describeRoutes, INVALID } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { type Caller, callerOf, type Owner } from '../session/caller.ts'
import type { NamedEvent } from './reading/events-to-replay.ts'
import type { ListRange } from './reading/list-page.ts'
import type { ReplayViews } from './replay-views.ts'
import { cancelRun, lockRun, pauseRun, resumeRun, runAgain, startRun } from './runs/change-run.ts'
import { type CreateRunDependencies, createRun, type NamedRun } from './runs/create-run.ts'
import { parseRunRequests, type RequestedRun, requestedRun } from './runs/requested-run.ts'
import type { TaskRunner } from './runs/task-runner.ts'
import type { StoredRun } from './store/locks.ts'
import { setStarter } from './store/run-store.ts'

export type ReplayRoutesOptions = CreateRunDependencies & {
  activity: ActivityLog
  views: ReplayViews
  tasks: TaskRunner
  /** The events of a range that match a search and filters. Throws HttpError 409 if that isn't known, or none does. */
  matchingEvents: (
    caller: Caller,
    range: ListRange,
    matching: MatchingEvents,
  ) => Promise<NamedEvent[]>
}

/** With 50,000 named events, by ids of 40 characters. */
const BODY_LIMIT = 4 * 1024 * 1024

/**
 * Creates replay runs, POST /gateway/replays, and changes them: start, pause, resume, cancel,
 * discard, again.
 */
export const replayRoutes: FastifyPluginAsyncZod<ReplayRoutesOptions> = async (app, options) => {
  const { db, activity, views, reader, fields, tools, tasks } = options
  describeRoutes(app, 'Replays')
  parseRunRequests(app)

  app.post(
    '/gateway/replays',
    {
      bodyLimit: BODY_LIMIT,
      config: { asksService: true },
      schema: {
        operationId: 'createReplayRun',
        summary: 'Replay failed events',
        description: [
          'Creates a replay run of events from one of the two lists of failed events, from `from_date` up to but not including `to_date`.',
          '`events` lists them by the `id` that the list has for each, a number or a text, or is "all", or has the search and the filters of GET /gateway/events as `matching`.',
          'If you give the `page` and `page_size` with which an event was listed, it is found sooner.',
          'With `start` the events are sent as soon as they are loaded. Otherwise the run waits until you start it.',
          'Events that a replay has already delivered to the same receiver are skipped unless `include_delivered` is true.',
          'Events that a person has marked as handled are skipped unless `include_handled` is true.',
        ].join(' '),
        ownBody: ReplayRequest,
        example: {
          list: 'call_events_fail',
          from_date: '2026-11-21',
          to_date: '2026-11-22',
          events: [{ id: 4711 }, { id: 4712 }],
          start: true,
        },
        response: {
          201: described(ReplayRun, 'The run. Request it again until its state is "finished".'),
        },
        errors: {
          400: INVALID,
          409: 'The single event is being sent already, or `seen_run_id` shows that the person has not seen a later delivery or mark as handled, or its receiver has to be confirmed first (POST /gateway/receivers/confirmed). Nothing was sent.',
          413: 'The request has more than 4 MiB.',
          429: 'Too many other runs of the account are being loaded.',
        },
      },
    },
    async (request, reply) => {
      const signal = callerSignal(reply)
      const owner = callerOf(request)
      const body = await withNames(await requestedRun(request.body), owner)
      const create = async () => views.loadRun(await createRun(options, owner, body, signal), owner)
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
  )

  app.post(
    '/gateway/replays/:id/start',
    {
      schema: {
        ...CHANGE,
        operationId: 'startReplayRun',
        summary: 'Start a replay run that is ready',
        body: ReplayStart,
      },
    },
    request =>
      record('run_started', request, ['ready'], async (trx, run, owner) => {
        const { include_delivered: includeDelivered, include_handled: includeHandled } =
          request.body
        await startRun(trx, { ...tools, fields }, run, { includeDelivered, includeHandled })
        return setStarter(trx, run.id, owner.who)
      }),
  )

  app.post(
    '/gateway/replays/:id/pause',
    { schema: { ...CHANGE, operationId: 'pauseReplayRun', summary: 'Pause a replay run' } },
    request => record('run_paused', request, ['running'], pauseRun),
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
      const id = await db.transaction().execute(async trx => {
        const run = await lockRun(trx, request.params.id, owner, ['finished', 'cancelled'])
        return runAgain(trx, tools, run, owner)
      })
      tasks.wake()
      return reply.code(201).send(await views.loadRun(id, owner))
    },
  )

  async function withNames(body: RequestedRun, caller: Caller): Promise<NamedRun> {
    const { events, ...others } = body
    if (events === 'all' || Array.isArray(events)) return { ...others, events }
    return { ...others, events: await options.matchingEvents(caller, body, events.matching) }
  }

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
    kind: RunEvent['kind'],
    request: RunRequest,
    states: ReplayRunState[],
    change: (trx: Transaction<Schema>, run: StoredRun, owner: Owner) => Promise<number | null>,
  ): Promise<ReplayRunDetails> {
    const owner = callerOf(request)
    requireName(request)
    const { id } = request.params
    // The log has only the id of another account's run.
    const tried = { kind, details: { run_id: id, list: null, from: null, to: null, count: null } }
    await activity.inTransaction(actorOf(request, owner), tried, async trx => {
      const run = await lockRun(trx, id, owner, states)
      return { result: null, entry: runEntry(kind, run, await change(trx, run, owner)) }
    })
    tools.queue.wake()
    tasks.wake()
    return views.loadRun(id, owner)
  }
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

/** The replay run that an entry is about. `to_date` is the day after the last one. */
type LoggedRun = { id?: string; list: FailedEventList; from_date: string; to_date: string }

/** @param count the number of events; null while they are being loaded */
function runEntry(kind: RunEvent['kind'], run: LoggedRun, count: number | null): RunEvent {
  const { id = null, list, from_date, to_date } = run
  return { kind, details: { run_id: id, list, from: from_date, to: addDays(to_date, -1), count } }
}
