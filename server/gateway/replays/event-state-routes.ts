import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { RECOVERED_DAYS_PATH } from '../../../contract/day-counts.ts'
import { DetailBody, ErrorBody } from '../../../contract/errors.ts'
import {
  EventStates,
  EventStatesRequest,
  HandledEventsChange,
  HandledEventsChanged,
  RecoveredDays,
  RecoveredDaysQuery,
} from '../../../contract/event-state.ts'
import type { Schema } from '../../database/schema.ts'
import { type ActivityLog, actorOf } from '../activity/activity-log.ts'
import { callerOf } from '../session/caller.ts'
import { requireName } from '../session/require-name.ts'
import { eventStates, eventStatesVersion } from './store/event-states.ts'
import { markHandled, unmarkHandled } from './store/handled-events.ts'
import { recoveredDays } from './store/recovered-days.ts'

export type EventStateRoutesOptions = {
  db: Kysely<Schema>
  activity: ActivityLog
  timeZone: string
}

/** Room for 5,000 ids of 100 characters, and as many timestamps. */
const BODY_LIMIT = 768 * 1024

const CHANGED = { 200: HandledEventsChanged, '4xx': ErrorBody, '5xx': DetailBody }

/** The states of failed events (docs/decisions/0048), and events that a person marks as handled. */
export const eventStateRoutes: FastifyPluginAsyncZod<EventStateRoutesOptions> = async (
  app,
  { db, activity, timeZone },
) => {
  app.post(
    '/gateway/event-states',
    {
      bodyLimit: BODY_LIMIT,
      config: { onlyReads: true },
      schema: {
        body: EventStatesRequest,
        response: { 200: EventStates, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async request => {
      const owner = callerOf(request)
      const { list, event_ids, known_version } = request.body
      // Read first, so that the next request finds a change in between.
      const version = await eventStatesVersion(db, list, owner)
      if (version === known_version) return { version, results: null }
      return { version, results: await eventStates(db, list, event_ids, owner, timeZone) }
    },
  )

  app.post(
    '/gateway/handled-events',
    { bodyLimit: BODY_LIMIT, schema: { body: HandledEventsChange, response: CHANGED } },
    request =>
      change('events_handled', request, trx => {
        const { list, event_ids, failed_at } = request.body
        return markHandled(trx, callerOf(request), list, event_ids, failed_at)
      }),
  )

  app.post(
    '/gateway/handled-events/undo',
    { bodyLimit: BODY_LIMIT, schema: { body: HandledEventsChange, response: CHANGED } },
    request =>
      change('events_reopened', request, trx =>
        unmarkHandled(trx, callerOf(request), request.body.list, request.body.event_ids),
      ),
  )

  app.get(
    RECOVERED_DAYS_PATH,
    {
      schema: {
        querystring: RecoveredDaysQuery,
        response: { 200: RecoveredDays, '4xx': ErrorBody, '5xx': DetailBody },
      },
    },
    async request => {
      const { list, from_date: from, to_date: until } = request.query
      return {
        results: await recoveredDays(db, list, { from, until }, callerOf(request), timeZone),
      }
    },
  )

  /** A change that changes nothing has no entry in the activity log. */
  async function change(
    kind: 'events_handled' | 'events_reopened',
    request: FastifyRequest<{ Body: z.output<typeof HandledEventsChange> }>,
    make: (trx: Transaction<Schema>) => Promise<HandledEventsChanged>,
  ): Promise<HandledEventsChanged> {
    requireName(request)
    const { list, event_ids } = request.body
    const tried = { kind, details: { list, count: event_ids.length } }
    return activity.inTransaction(actorOf(request, callerOf(request)), tried, async trx => {
      const result = await make(trx)
      const count = result.changed.length
      return { result, entry: count === 0 ? null : { kind, details: { list, count } } }
    })
  }
}
