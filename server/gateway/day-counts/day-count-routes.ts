import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type CountedDay,
  DAY_COUNTS_PATH,
  type DayCountLine,
  DayCountsQuery,
} from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { STANDARD } from '../../../contract/fields/read-event.ts'
import { FIRST_PAGE } from '../../../contract/pages/page-place.ts'
import { SIGNED_OUT_HEADER } from '../../../contract/session.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import { described } from '../../http/described.ts'
import { detailError, HttpError } from '../../http/http-error.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { pathOfPage, readListPage } from '../replays/reading/list-page.ts'
import { sendLines } from '../send-lines.ts'
import type { Authentication } from '../session/authentication.ts'
import { callerOf } from '../session/caller.ts'
import type { UpstreamAnswer } from '../upstream/upstream.ts'
import { type KnownCountsOptions, keepCount, knownCounts } from './known-day-counts.ts'

export type DayCountRoutesOptions = KnownCountsOptions &
  Pick<GatewayParts, 'upstream' | 'own' | 'eventReader'> & { authentication: Authentication }

/** The most that we show of an answer that contains no count. */
const MAX_TEXT = 64 * 1024

const DAYS = 'Days of this list, such as 2026-11-21,2026-11-20; at most 62.'

const SCHEMA = {
  tags: ['Failed events'],
  operationId: 'countFailedEventsByDay',
  summary: 'Count the failed events of many days',
  description: [
    'The answer has one JSON object per line: first the days that Redial has read or counted before, then each other day as soon as the service has counted it, the newest first.',
    'Each has `list`, `day` and `count`, which is null if the service does not count. An earlier count has `counted_at` if the day is being counted again; another line follows.',
    'If the service refused to count a day, its line has `status` and `text` of that answer instead of `count`, `retry_after` in seconds or null, `is_signed_out`, and `reference`, the id of the request in the log.',
    'After too many refusals the lines end.',
  ].join(' '),
  querystring: z.object({
    call_events_fail: described(DayCountsQuery.shape.call_events_fail, DAYS),
    transcription_events_fail: described(DayCountsQuery.shape.transcription_events_fail, DAYS),
  }),
  text: {
    description: 'One line for each day of each list.',
    mediaTypes: ['application/x-ndjson'],
  },
}

/**
 * How many events failed on each of many days: one request instead of one for each day and list. The
 * gateway requests the days that it doesn't know one after the other, and sends each count as a separate line. Our own
 * service counts all days at once.
 */
export const dayCountRoutes: FastifyPluginAsyncZod<DayCountRoutesOptions> = async (
  app,
  options,
) => {
  const { upstream, own, authentication, eventReader, db, timeZone } = options
  app.get(DAY_COUNTS_PATH, { schema: SCHEMA }, async (request, reply) => {
    const connection = new AbortController()
    reply.raw.once('close', () => connection.abort())
    const days = FailedEventList.options
      .flatMap(list => request.query[list].map(day => ({ list, day })))
      .toSorted((one, other) => other.day.localeCompare(one.day))
    const { authorization } = callerOf(request)
    const counts = await own?.countDays?.(authorization, days)
    const lines = counts ? [counts] : countsOf(request, reply, days, connection.signal)
    return sendLines(reply, lines, lines => lines)
  })

  async function* countsOf(
    request: FastifyRequest,
    reply: FastifyReply,
    days: CountedDay[],
    signal: AbortSignal,
  ): AsyncGenerator<DayCountLine[]> {
    // If the service can't say whether the token may read a list, its answer for a day says why.
    const copies = await eventReader.copies(callerOf(request)).catch(() => [])
    const stored = await knownCounts(options, copies, days)
    yield stored.map(({ is_settled, at, ...line }) => ({
      ...line,
      ...(!is_settled && { counted_at: stampIn(at, timeZone) }),
    }))
    const settled = new Set(stored.flatMap(one => (one.is_settled ? `${one.list} ${one.day}` : [])))
    const others = days.filter(({ list, day }) => !settled.has(`${list} ${day}`))
    for await (const line of countDays(others, day => countDay(request, reply, day, signal))) {
      yield [line]
      if ('count' in line && line.count !== null) {
        await keepCount(db, copies, { ...line, count: line.count })
      }
    }
  }

  async function countDay(
    request: FastifyRequest,
    reply: FastifyReply,
    { list, day }: CountedDay,
    signal: AbortSignal,
  ): Promise<DayCountLine> {
    const failure = { list, day, retry_after: null, is_signed_out: false, reference: request.id }
    try {
      const range = { list, from_date: day, to_date: addDays(day, 1) }
      // As the dashboard asked for it before: a page of one event, with the count of all.
      const path = pathOfPage(range, FIRST_PAGE, 1)
      const answer = await upstream.get(path, callerOf(request).authorization, signal)
      const { status, retryAfter } = answer
      const text = textOf(answer.body)
      const count = status === 200 ? await countIn(answer) : undefined
      if (count !== undefined) return { list, day, count }
      if (status === 401) await authentication.checkAfterRefusal(request, reply)
      return { ...failure, status, text, retry_after: retryAfter }
    } catch (error) {
      if (error instanceof HttpError) return { ...failure, ...failureOf(error) }
      if (!signal.aborted) request.log.error({ err: error }, 'A day could not be counted')
      return { ...failure, ...failureOf(detailError(500, 'Internal server error.')) }
    }
  }
}

/** The count in an answer, null if the service does not count; undefined if the dashboard has to explain it. */
async function countIn(answer: UpstreamAnswer): Promise<number | null | undefined> {
  const isSmall = answer.body.length <= MAX_TEXT
  try {
    const page = await readListPage(answer, { ...FIRST_PAGE, size: 1 }, STANDARD)
    return page !== null && (page.count === 0 || page.events.length > 0) ? page.count : undefined
  } catch (error) {
    if (isSmall && error instanceof HttpError) return undefined
    throw error
  }
}

function failureOf({ status, body, headers }: HttpError) {
  const wait = headers['retry-after']
  return {
    status,
    text: JSON.stringify(body),
    retry_after: wait === undefined ? null : Number(wait),
    is_signed_out: SIGNED_OUT_HEADER in headers,
  }
}

function textOf(body: Uint8Array): string {
  return body.length > MAX_TEXT ? '' : new TextDecoder().decode(body)
}

/** As parallel page requests may push a client toward rate limits (docs/interface.md, "Limits"). */
const MAX_UNDER_WAY = 2

/** After this many failures, the other days would very likely fail too. */
const MAX_FAILURES = 3

/** What an answer adds to the failures, by the days that the service would not count either. */
const FAILURES = { none: 0, day: 1, list: 0, all: MAX_FAILURES }

/** After one of these, every other request would fail in the same way. */
const FOR_ALL = [401, 429]

/** After one of these, requests for the same list would. */
const FOR_LIST = [403, 404]

/**
 * Counts days one after the other, two at a time, and gives each count as it comes.
 *
 * @param count asks the service for one day; never rejects
 */
export async function* countDays(
  days: CountedDay[],
  count: (day: CountedDay) => Promise<DayCountLine>,
): AsyncGenerator<DayCountLine> {
  let waiting = [...days]
  const underWay = new Map<CountedDay, Promise<[CountedDay, DayCountLine]>>()
  let failures = 0
  for (;;) {
    while (failures < MAX_FAILURES && underWay.size < MAX_UNDER_WAY) {
      const day = waiting.shift()
      if (day === undefined) break
      underWay.set(
        day,
        count(day).then(line => [day, line]),
      )
    }
    if (underWay.size === 0) return
    const [day, line] = await Promise.race(underWay.values())
    underWay.delete(day)
    yield line
    const reach = reachOf(line)
    failures += FAILURES[reach]
    if (reach !== 'list') continue
    const alike = waiting.filter(({ list }) => list === line.list)
    waiting = waiting.filter(({ list }) => list !== line.list)
    if ('count' in line) yield* alike.map(one => ({ ...one, count: null }))
  }
}

/** The days that the service would not count either. If it doesn't count one day of a list, it counts none. */
function reachOf(line: DayCountLine): keyof typeof FAILURES {
  if ('count' in line) return line.count === null ? 'list' : 'none'
  if (FOR_ALL.includes(line.status)) return 'all'
  return FOR_LIST.includes(line.status) ? 'list' : 'day'
}
