import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyReply } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { CountedDay, DayCount } from '../../../contract/day-counts.ts'
import { NON_FIELD_ERRORS } from '../../../contract/errors.ts'
import {
  DateRangeQuery,
  type FailedEventList,
  FailedEventRecord,
} from '../../../contract/failed-event.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'
import { validationError } from '../../http/http-error.ts'
import { accountOf, requireAccount, type ServiceContext } from '../authentication/account.ts'
import {
  type PageAsked,
  PageQuery,
  pageSchema,
  paginate,
  requestedPage,
} from '../pagination/paginate.ts'

/** The gateway of this process reads whole ranges, and each request has a cost. */
const MAX_FOR_READER = 1_000

const LISTS: { list: FailedEventList; operationId: string; summary: string }[] = [
  {
    list: 'call_events_fail',
    operationId: 'listFailedCalls',
    summary: 'List calls whose delivery failed permanently',
  },
  {
    list: 'transcription_events_fail',
    operationId: 'listFailedAiEvents',
    summary: 'List AI DataEvents whose delivery failed permanently',
  },
]

/** docs/interface.md, GET /v1/call_events_fail/ and GET /v1/transcription_events_fail/. */
export const failedEventsRoutes: FastifyPluginAsyncZod<ServiceContext> = async (
  app,
  { db, timeZone, clock, isReader },
) => {
  for (const { list, operationId, summary } of LISTS) {
    const url = `/v1/${list}/`
    app.get(url, {
      schema: {
        tags: ['Failed events'],
        operationId,
        summary,
        description: `Each event whose last attempt got no answer in time, or any status but 200. Newest first. Days begin at 00:00 in ${timeZone}; to_date is not included.`,
        ...pageSchema(FailedEventRecord, 'A page of failed events.', {
          400: 'A date is malformed, or from_date is after to_date.',
        }),
        querystring: z.object({ ...DateRangeQuery.shape, ...PageQuery.shape }),
      },
      handler: async (request, reply) => {
        const { partnerId } = accountOf(request)
        const filter = { partnerId, list, ...dayRange(request.query, clock(), timeZone) }
        const page = requestedPage(request, isReader(request) ? MAX_FOR_READER : undefined)
        const { count, items } = await readPage(db, filter, page)
        const { next, previous } = paginate(request, page, count)
        // Sent as text, without the serializer: the items were validated when they were recorded, and
        // payloads are returned byte for byte.
        const envelope = JSON.stringify({ count, next, previous }).slice(0, -1)
        return sendJsonText(reply, `${envelope},"results":[${items}]}`)
      },
    })
  }
}

function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json').send(text)
}

/**
 * The days that a query requests, by default today. `to` is not included.
 *
 * @throws HttpError 400 if it begins after it ends
 */
function dayRange(
  query: z.infer<typeof DateRangeQuery>,
  now: Date,
  timeZone: string,
): { from: CalendarDate; to: CalendarDate } {
  const today = dayOf(now, timeZone)
  const from = query.from_date ?? today
  const to = query.to_date ?? addDays(today, 1)
  if (from > to) {
    throw validationError({
      [NON_FIELD_ERRORS]: [`from_date (${from}) may not be after to_date (${to}).`],
    })
  }
  return { from, to }
}

/** The requested failures: `to` is not included. Days are YYYY-MM-DD in the service's zone. */
type FailedEventFilter = {
  partnerId: number
  list: FailedEventList
  from: string
  to: string
}

/**
 * How many events of a token's partner failed on each of some days.
 *
 * @throws HttpError 401 without a valid token
 */
export async function countDays(
  db: Kysely<Schema>,
  authorization: string,
  days: CountedDay[],
): Promise<DayCount[]> {
  const { partnerId } = await requireAccount(db, authorization)
  const { rows } = await sql<DayCount>`
    select requested.list, requested.day, coalesce(count, 0) as count
    from unnest(${days.map(({ list }) => list)}::text[], ${days.map(({ day }) => day)}::date[]) as requested (list, day)
    left join failed_event_day counted
      on partner_id = ${partnerId} and counted.list = requested.list and counted.day = requested.day
    order by requested.day desc
  `.execute(db)
  return rows
}

/**
 * A page of failures, newest first, and how many there are in all. One statement reads both, so they agree
 * even if old events are removed at the same time. Adding up the days' counts takes the same time for every
 * page.
 *
 * @returns the items as JSON text without the brackets around it, concatenated by the database, so that no
 *   payload is changed by parsing and serialising it
 */
async function readPage(
  db: Kysely<Schema>,
  { partnerId, list, from, to }: FailedEventFilter,
  { page, size }: PageAsked,
): Promise<{ count: number; items: string }> {
  const offset = page === 'last' ? null : Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
  const { rows } = await sql<{ count: number; items: string | null }>`
    with days as (
      select day, count, sum(count) over (order by day desc) as until from failed_event_day
      where partner_id = ${partnerId} and list = ${list} and day >= ${from} and day < ${to}
    ), page as (
      select count, coalesce(${offset}::bigint, greatest(count - 1, 0) / ${size} * ${size}) as skipped
      from (select coalesce(sum(count), 0)::bigint as count from days) as total
    )
    select count, (
      select string_agg(item, ',' order by failed_event.day desc, position desc)
      from days join failed_event
        on partner_id = ${partnerId} and list = ${list} and failed_event.day = days.day
        and position <= until - skipped and position > until - skipped - ${size}
      where until > skipped and until - days.count < skipped + ${size}
    ) as items from page
  `.execute(db)
  return { count: rows[0]?.count ?? 0, items: rows[0]?.items ?? '' }
}
