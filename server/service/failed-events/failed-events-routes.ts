import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyReply } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { NON_FIELD_ERRORS } from '../../../contract/errors.ts'
import {
  DateRangeQuery,
  type FailedEventList,
  FailedEventRecord,
} from '../../../contract/failed-event.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'
import { described } from '../../http/described.ts'
import { validationError } from '../../http/http-error.ts'
import type { ServiceContext } from '../authentication/account.ts'
import { accountOf } from '../authentication/account.ts'
import { INVALID_PAGE, PageQuery, paginate } from '../pagination/paginate.ts'

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
        querystring: z.object({ ...DateRangeQuery.shape, ...PageQuery.shape }),
        response: { 200: described(pageOf(FailedEventRecord), 'A page of failed events.') },
        errors: { 400: 'A date is malformed, or from_date is after to_date.', ...INVALID_PAGE },
      },
      handler: async (request, reply) => {
        const { partnerId } = accountOf(request)
        const filter = { partnerId, list, ...dayRange(request.query, clock(), timeZone) }
        const most = isReader(request) ? MAX_FOR_READER : undefined
        const { count, next, previous, items } = await consistentPage(async () => {
          const days = await countByDay(db, filter)
          const count = days.reduce((sum, day) => sum + day.count, 0)
          const { offset, size, ...links } = paginate(request, request.query, count, most)
          const ranges = positionRanges(days, offset, size)
          return {
            count,
            ...links,
            length: lengthOf(ranges),
            ...(await itemsAt(db, filter, ranges)),
          }
        })
        // Sent as text, without the serializer: the items were validated when they were recorded, and
        // payloads are returned byte for byte.
        const envelope = JSON.stringify({ count, next, previous }).slice(0, -1)
        return sendJsonText(reply, `${envelope},"results":[${items}]}`)
      },
    })
  }
}

const MAX_TRIES = 5

/** Two queries read a page. If old events are removed between them, it is read again. */
async function consistentPage<Page extends { length: number; rows: number }>(
  read: () => Promise<Page>,
): Promise<Page> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const page = await read()
    if (page.rows === page.length) return page
  }
  return read()
}

function lengthOf(ranges: PositionRange[]): number {
  return ranges.reduce((sum, { low, high }) => sum + high - low + 1, 0)
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

/**
 * Finds the items `offset` to `offset + size` of a list, newest first. Adding up the days' counts
 * takes the same time for every page.
 */
export function positionRanges(days: DayCount[], offset: number, size: number): PositionRange[] {
  const ranges: PositionRange[] = []
  let before = 0
  for (const { day, count } of days) {
    const high = count - Math.max(0, offset - before)
    const low = Math.max(1, count - (offset + size - before) + 1)
    if (low <= high) ranges.push({ day, low, high })
    before += count
    if (before >= offset + size) break
  }
  return ranges
}

/** The requested failures: `to` is not included. Days are YYYY-MM-DD in the service's zone. */
type FailedEventFilter = {
  partnerId: number
  list: FailedEventList
  from: string
  to: string
}

type DayCount = { day: string; count: number }

/** Positions `low` to `high` of a day, both included. */
type PositionRange = { day: string; low: number; high: number }

/** The number of failures of each day that has any, newest day first. */
export function countByDay(db: Kysely<Schema>, filter: FailedEventFilter): Promise<DayCount[]> {
  return db
    .selectFrom('failed_event_day')
    .select(['day', 'count'])
    .where('partner_id', '=', filter.partnerId)
    .where('list', '=', filter.list)
    .where('day', '>=', filter.from)
    .where('day', '<', filter.to)
    .orderBy('day', 'desc')
    .execute()
}

/**
 * The items at these positions, newest first: JSON text without the brackets around it, concatenated
 * by the database, so that no payload is changed by parsing and serialising it.
 *
 * @returns fewer items than positions if old events were removed in the meantime
 */
async function itemsAt(
  db: Kysely<Schema>,
  { partnerId, list }: FailedEventFilter,
  ranges: PositionRange[],
): Promise<{ items: string; rows: number }> {
  if (ranges.length === 0) return { items: '', rows: 0 }
  const { rows } = await sql<{ items: string | null; count: number }>`
    select string_agg(item, ',' order by failed_event.day desc, position desc) as items,
      count(*)
    from unnest(
      ${ranges.map(range => range.day)}::date[],
      ${ranges.map(range => range.low)}::integer[],
      ${ranges.map(range => range.high)}::integer[]
    ) as range (day, low, high)
    join failed_event
      on partner_id = ${partnerId} and list = ${list}
      and failed_event.day = range.day and position between low and high
  `.execute(db)
  return { items: rows[0]?.items ?? '', rows: rows[0]?.count ?? 0 }
}
