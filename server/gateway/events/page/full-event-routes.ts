import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { FULL_EVENTS_PATH, FullEvents } from '../../../../contract/event-page.ts'
import { HandledEventsRequest } from '../../../../contract/event-state.ts'
import { answers, describeRoutes } from '../../../http/described.ts'
import { callerSignal } from '../../../http/when-closed.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { findEvents } from '../../replays/reading/events-to-replay.ts'
import { callerOf } from '../../session/caller.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { parseFullPage } from './parse-full-page.ts'

/** Room for 300 events with the longest cursors. */
const BODY_LIMIT = 768 * 1024

/** Reads single events with their payloads, which the gateway's copy doesn't have. */
export const fullEventRoutes: FastifyPluginAsyncZod<{
  upstream: Upstream
  fields: FieldRepository
}> = async (app, { upstream, fields }) => {
  describeRoutes(app, 'Failed events')
  app.post(FULL_EVENTS_PATH, {
    bodyLimit: BODY_LIMIT,
    config: { onlyReads: true },
    schema: {
      operationId: 'showFullEvents',
      summary: 'Show failed events with their payloads',
      description:
        'Changes nothing. The gateway reads them from the service, at first where they were listed (`page`), and leaves out those that the service does not list any more. All events of a page with the same id are in the answer.',
      body: HandledEventsRequest,
      example: {
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: '4711', page: 1 }],
      },
      response: answers(FullEvents, 'The events, with their exact JSON.'),
    },
    handler: async (request, reply) => {
      const { events, ...range } = request.body
      const search = { range, events, parse: parseFullPage, signal: callerSignal(reply) }
      const results = await findEvents({ upstream, fields }, callerOf(request), search)
      return { results: results.flatMap(({ alike }) => alike) }
    },
  })
}
