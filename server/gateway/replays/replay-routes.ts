import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { z } from 'zod'
import type { RunEvent } from '../../../contract/activity.ts'
import { ReplayRun } from '../../../contract/replay.ts'
import { ReplayRequest } from '../../../contract/replay-request.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { described } from '../../http/described.ts'
import { validationError } from '../../http/http-error.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { DONE } from '../activity/activity-outcome.ts'
import { describeRoutes, INVALID } from '../route-answers.ts'
import { requireName } from '../session/authorization.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import type { ReplayViews } from './replay-views.ts'
import { type CreateRunDependencies, createRun, type NamedRun } from './runs/create-run.ts'
import { type LaterDependencies, requireEvents } from './runs/later-failures.ts'
import { parseRunRequests } from './runs/requested-run.ts'

export type ReplayRoutesOptions = CreateRunDependencies &
  Pick<LaterDependencies, 'eventsMatching'> & { activity: ActivityLog; views: ReplayViews }

const NONE = 'No event matches any more. Nothing was sent.'

/** With 50,000 named events, by ids of 40 characters. */
const BODY_LIMIT = 4 * 1024 * 1024

/** Creates replay runs: POST /gateway/replays. */
export const replayRoutes: FastifyPluginAsyncZod<ReplayRoutesOptions> = async (app, options) => {
  const { activity, views } = options
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
          'Creates a replay run of events from one of the two lists of failed events, or from both with `list` null, from `from_date` up to but not including `to_date`.',
          '`events` lists them by the `id` that the list has for each, a number or a text, with its `list` if `list` is null, or is "all", or has the search and the filters of GET /gateway/events as `matching`, in which `receivers` means any of several.',
          'If you give the `page` and `page_size` with which an event was listed, it is found sooner.',
          'With `start` the events are sent as soon as they are loaded. Otherwise the run waits until you start it.',
          'Events that a replay has already delivered to the same receiver are skipped unless `include_delivered` is true.',
          'Events that a person has marked as handled are skipped unless `include_handled` is true.',
          'Events that failed in five replays are skipped unless `include_failed_often` is true.',
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
      const body = await withNames(request.body, owner, signal)
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

  async function withNames(
    body: z.output<typeof ReplayRequest>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<NamedRun> {
    if (body.events === 'all') return { ...body, events: 'all' }
    const events = Array.isArray(body.events)
      ? body.events.map(event => ({ ...event, list: event.list ?? body.list ?? missingList() }))
      : requireEvents(
          await options.eventsMatching(caller, body, body.events.matching, { signal }),
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
