import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { NON_FIELD_ERRORS } from '../../../contract/errors.ts'
import {
  EVENTS_PATH,
  EventsFilter,
  EventsOrder,
  EventsPage,
  type Reading,
} from '../../../contract/events.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/pages/page.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { validationError } from '../../http/http-error.ts'
import { envelope, PageQuery, toWindow } from '../pagination/gateway-pages.ts'
import { answers, describeRoutes, INVALID } from '../route-answers.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import { countMatches, pageOfEvents } from './event-queries.ts'
import { type EventSource, eventSource } from './event-source.ts'
import { rangeVersion } from './range-version.ts'
import { readingOf } from './unread-range.ts'

type Range = Pick<EventsFilter, 'list' | 'from_date' | 'to_date'>

export type EventRoutesOptions = {
  db: Kysely<Schema>
  timeZone: string
  eventReader: {
    /** Reads the range while somebody wants it, and returns the id of the account's copy of the list. */
    want(caller: Caller, range: Range): Promise<number>
  }
}

const { shape } = EventsFilter
const RANGE = {
  list: described(shape.list, 'One of the two lists of failed events.'),
  from_date: described(shape.from_date, 'The first day.'),
  to_date: described(shape.to_date, 'The day after the last one.'),
}
const FILTERS = {
  ...RANGE,
  q: described(
    shape.q,
    'Only events that contain these words, in any order, and these numbers, in any format.',
  ),
  cause: described(shape.cause, 'Only events that last failed for this cause, as lists name it.'),
  receiver: described(
    shape.receiver,
    'Only events for this receiver, by its host and path, or “Receiver unknown”.',
  ),
  company: described(shape.company, 'Only events of this company, or “Unknown company”.'),
  kind: described(shape.kind, 'Only events of this kind, as lists name it, or “Unknown”.'),
  status: described(
    shape.status,
    'Only events whose last attempt had this HTTP status, “No answer” or “Unknown”.',
  ),
  state: described(
    shape.state,
    'Only events that are still missing, delivered or handled, or all. By default all; but a search or a filter in at most 500 events lists the missing ones if there are any.',
  ),
}

const ListQuery = PageQuery.extend({
  page_size: PageQuery.shape.page_size.default(DEFAULT_PAGE_SIZE),
  sort: z
    .optional(EventsOrder)
    .describe(
      'A column, with "-" before it for descending. Events without a value come last. Default: -failed_at.',
    ),
  ...FILTERS,
})

const NO_PAGE = 'There is no such page.'

/** Lists the gateway's copy of failed events (docs/decisions/0061). */
export const eventRoutes: FastifyPluginAsyncZod<EventRoutesOptions> = async (
  app,
  { db, timeZone, eventReader },
) => {
  describeRoutes(app, 'Failed events')

  app.get(
    EVENTS_PATH,
    {
      schema: {
        operationId: 'listEvents',
        summary: 'Search, filter and sort failed events',
        description: [
          'The gateway reads the range from the service while you ask for it, and searches what it has read; `reading` says how much that is.',
          'Events have no payload.',
        ].join(' '),
        querystring: ListQuery,
        response: answers(EventsPage, 'A page of the events that match.'),
        errors: { 400: INVALID, 404: NO_PAGE },
      },
    },
    async request => {
      const { page, page_size, sort, ...filter } = request.query
      const { source, about } = await open(callerOf(request), filter)
      const { of, states, state } = await countMatches(db, source, filter, filter.state)
      const { offset, size } = toWindow({ page, page_size })
      const count = states[state]
      const query = { criteria: filter, state, sort, offset, size }
      const results = offset < count ? await pageOfEvents(db, source, query, timeZone) : []
      const around = envelope(request, { page, page_size }, { count, results })
      return { ...about, ...around, state, states, of }
    },
  )

  /** @throws HttpError 400 if the range has no day, and what the service answers if it refuses the list */
  async function open(
    caller: Caller,
    range: Range,
  ): Promise<{ source: EventSource; about: { version: string; reading: Reading } }> {
    requireDay(range)
    const mirrorId = await eventReader.want(caller, range)
    // Read first, so that the next answer has another version if something changes in between.
    const version = await rangeVersion(db, caller, range.list)
    const [reading, source] = await Promise.all([
      readingOf(db, mirrorId, range, timeZone),
      eventSource(db, caller, mirrorId, range),
    ])
    return { source, about: { version, reading } }
  }
}

function requireDay({ from_date: from, to_date: to }: Range): void {
  if (from < to) return
  throw validationError({
    [NON_FIELD_ERRORS]: [`from_date (${from}) must be before to_date (${to}).`],
  })
}
