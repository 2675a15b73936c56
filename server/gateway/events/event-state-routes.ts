import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { RECOVERED_DAYS_PATH } from '../../../contract/day-counts.ts'
import {
  EventStates,
  EventStatesRequest,
  HandledEventsChanged,
  HandledEventsRequest,
  HandledEventsUndo,
  RecoveredDays,
  RecoveredDaysQuery,
} from '../../../contract/event-state.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { actorOf } from '../activity/activity-log.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { findEvents } from '../replays/reading/events-to-replay.ts'
import { parseListPage } from '../replays/reading/parse-list-page.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import {
  eventStates,
  eventStatesVersion,
  markHandled,
  recoveredDays,
  unmarkHandled,
} from './event-states.ts'

/** Room for 1,000 ids of 500 characters, or for 300 events with the longest cursors. */
const BODY_LIMIT = 768 * 1024

type Changed = Omit<HandledEventsChanged, 'not_listed'>

const CHANGE = {
  response: answers(HandledEventsChanged, 'What was changed.'),
}

/** The states of failed events (docs/decisions/0048), and events that a person marks as handled. */
export const eventStateRoutes: FastifyPluginAsyncZod<GatewayParts> = async (
  app,
  { db, activity, upstream, fields, timeZone },
) => {
  describeRoutes(app, 'Event states')
  app.post('/gateway/event-states', {
    bodyLimit: BODY_LIMIT,
    config: { onlyReads: true },
    schema: {
      operationId: 'showEventStates',
      summary: 'Show what became of failed events',
      description: [
        'Changes nothing; the ids are too many for an address.',
        'An event that is not in the answer is still missing.',
        '`failure` is how the newest failed replay failed; it is newer than the attempts of the service.',
        '`replays` has the latest replay of each event, which is a skipped one only if there is no other.',
        'With `known_version`, both are null if nothing has changed since that answer.',
      ].join(' '),
      body: EventStatesRequest,
      example: { list: 'call_events_fail', event_ids: ['4711', '4712'] },
      response: answers(EventStates, 'The events that have a state, and their latest replays.'),
    },
    handler: async request => {
      const owner = callerOf(request)
      const { list, event_ids, known_version } = request.body
      // Read first, so that the next request finds a change in between.
      const version = await eventStatesVersion(db, list, owner)
      if (version === known_version) return { version, results: null, replays: null }
      return { version, ...(await eventStates(db, list, event_ids, owner, timeZone)) }
    },
  })

  app.post('/gateway/handled-events', {
    bodyLimit: BODY_LIMIT,
    schema: {
      ...CHANGE,
      operationId: 'markEventsHandled',
      summary: 'Mark failed events as handled elsewhere',
      description:
        'The gateway reads them from the service, at first where they were listed (`page`). They count as recovered from then on. Those that a replay has delivered or that the service does not list are not marked.',
      body: HandledEventsRequest,
      example: {
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: '4711', page: 1 }],
      },
    },
    handler: async (request, reply) => {
      requireName(request)
      const owner = callerOf(request)
      const { events, ...range } = request.body
      const { list } = range
      const search = { range, events, parse: parseListPage, signal: callerSignal(reply) }
      const listed = await findEvents({ upstream, fields }, owner, search)
      const changed = await change('events_handled', request, { list, count: listed.length }, trx =>
        markHandled(trx, owner, list, listed),
      )
      return { ...changed, not_listed: new Set(events.map(({ id }) => id)).size - listed.length }
    },
  })

  app.post('/gateway/handled-events/undo', {
    bodyLimit: BODY_LIMIT,
    schema: {
      ...CHANGE,
      operationId: 'unmarkEventsHandled',
      summary: 'Unmark failed events that were marked as handled',
      description: 'They are still missing from then on.',
      body: HandledEventsUndo,
      example: { list: 'call_events_fail', event_ids: ['4711'] },
    },
    handler: async request => {
      requireName(request)
      const { list, event_ids } = request.body
      const count = event_ids.length
      const changed = await change('events_reopened', request, { list, count }, trx =>
        unmarkHandled(trx, callerOf(request), list, event_ids),
      )
      return { ...changed, not_listed: 0 }
    },
  })

  app.get(RECOVERED_DAYS_PATH, {
    schema: {
      operationId: 'countSettledDays',
      summary: 'Count the events of each day that are delivered or handled',
      querystring: RecoveredDaysQuery,
      response: answers(RecoveredDays, 'Only days that have such events.'),
    },
    handler: async request => {
      const { list, from_date: from, to_date: until } = request.query
      return {
        results: await recoveredDays(db, list, { from, until }, callerOf(request), timeZone),
      }
    },
  })

  /** A change that changes nothing has no entry in the activity log. */
  async function change(
    kind: 'events_handled' | 'events_reopened',
    request: FastifyRequest,
    details: { list: FailedEventList; count: number },
    make: (trx: Transaction<Schema>) => Promise<Changed>,
  ): Promise<Changed> {
    const { list } = details
    const tried = { kind, details }
    return activity.inTransaction(actorOf(request, callerOf(request)), tried, async trx => {
      const result = await make(trx)
      const count = result.changed.length
      return { result, entry: count === 0 ? null : { kind, details: { list, count } } }
    })
  }
}
