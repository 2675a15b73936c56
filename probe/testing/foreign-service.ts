import type { ServerResponse } from 'node:http'
import { BlocklistRequest } from '../../contract/blocklist.ts'
import { drfPage } from '../../contract/testing/drf-pages.ts'
import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import { stampIn } from '../../contract/time/stamp.ts'
import {
  answer,
  startUpstream,
  type TestUpstream,
  type UpstreamHandler,
  type UpstreamRequest,
} from '../../server/testing/peers/test-upstream.ts'

export const TOKEN = `f0e1d2c3b4${'a'.repeat(30)}`
export const TIME_ZONE = 'Africa/Johannesburg'
export const COMPANY = { reference: 'ACME', name: 'Acme Cars' }

/** An exception to its usual answers; returns true if it has answered. */
export type Exception = (request: UpstreamRequest, response: ServerResponse) => unknown

export type ForeignService = TestUpstream & {
  /** From now on. */
  except(exception: Exception): void
  /** The numbers blocked for the company, which is the only entity. */
  blocked: Set<string>
  calls: unknown[]
  /** The maximum of its simultaneous requests. */
  maxInFlight(): number
}

/** A service of somebody else in the style of Django, which keeps to the interface except for `except`. */
export async function startForeignService(): Promise<ForeignService> {
  const calls = Array.from({ length: 45 }, (_, index) => failedCall(index))
  const blocked = new Set(['27821230000'])
  let current: Exception = () => false
  let underWay = 0
  let most = 0
  const serve: UpstreamHandler = (request, response) => {
    underWay++
    most = Math.max(most, underWay)
    response.once('close', () => underWay--)
    if (!current(request, response)) answerAsUsual(request, response, { calls, blocked })
  }
  const upstream = await startUpstream(serve, { provesTokens: false })
  return Object.assign(upstream, {
    blocked,
    calls,
    maxInFlight: () => most,
    except: (exception: Exception) => {
      current = exception
    },
  })
}

/** A failed call; those of a smaller index are newer. */
export function failedCall(index: number) {
  const failedAt = new Date(Date.now() - index * 3_600_000)
  const at = stampIn(failedAt, TIME_ZONE)
  const attempt = { at, status: 500, error: null, duration_ms: 120 }
  return {
    id: 9_000 - index,
    event: 'call_termination',
    callback_url: 'https://receiver.example.com/hook',
    attempts: [attempt, attempt, attempt, attempt],
    failed_at: at,
    request_json: {
      call_id: 700_000 - index,
      tracking_number: '27219990101',
      caller_number: '27821230001',
      call_start_stamp: at,
      call_end_stamp: at,
      call_duration: 61,
      answered: false,
      recording_url: 'https://recordings.example.com/1.mp3',
      company: COMPANY,
      contact: null,
    },
  }
}

function answerAsUsual(
  request: UpstreamRequest,
  response: ServerResponse,
  { calls, blocked }: Pick<ForeignService, 'calls' | 'blocked'>,
) {
  const { method, headers, body, url = '' } = request
  const { pathname } = new URL(url, 'http://localhost')
  if (headers.authorization !== `Token ${TOKEN}`) {
    return answer(response, 401, { detail: 'Invalid token.' })
  }
  if (method === 'POST') return answer(response, ...changed(pathname, JSON.parse(body), blocked))
  switch (pathname) {
    case '/v1/call_events_fail/':
      return answerDays(request, response, calls)
    case '/v1/transcription_events_fail/':
      return answerDays(request, response, [])
    case '/v1/blocklist/':
      return answerPage(request, response, blocked.size > 0 ? [recordOf(blocked)] : [])
    case '/v2/company/':
      return answerPage(request, response, [COMPANY])
    default:
      return answer(response, 404, { detail: 'Not found.' })
  }
}

/** A page of the events that failed on the days that are asked for, as some zone has them. */
export function answerDays(
  request: UpstreamRequest,
  response: ServerResponse,
  events: unknown[],
  { timeZone = TIME_ZONE, isLastDayIn = false } = {},
): void {
  const today = dayOf(new Date(), TIME_ZONE)
  const from = request.query.get('from_date') ?? today
  const to = request.query.get('to_date') ?? addDays(today, 1)
  if (Number.isNaN(Date.parse(from))) {
    answer(response, 400, { from_date: ['Date has wrong format.'] })
    return
  }
  const listed = events.filter(event => {
    const stamp = Object(event).failed_at ?? Object(event).call_end_stamp
    const day = dayOf(new Date(stamp), timeZone)
    return day >= from && (day < to || (isLastDayIn && day === to))
  })
  answerPage(request, response, listed)
}

export function answerPage(
  { url = '' }: UpstreamRequest,
  response: ServerResponse,
  items: unknown[],
): void {
  const { status, body } = drfPage('page number', url, { items, pageSize: 100 })
  answer(response, status, body)
}

function changed(pathname: string, body: unknown, blocked: Set<string>): [number, unknown] {
  const read = BlocklistRequest.safeParse(body)
  if (!read.success) {
    const required = ['This field is required.']
    return [400, { entity: required, blocked_phone_number_list: required }]
  }
  const numbers = read.data.blocked_phone_number_list.map(entry => entry.phone_number)
  if (pathname === '/v1/blocklist/') {
    for (const number of numbers) blocked.add(number)
    return [201, recordOf(blocked)]
  }
  if (!numbers.every(number => blocked.has(number))) {
    return [404, { error: 'Some are not on the blocklist of ACME.' }]
  }
  for (const number of numbers) blocked.delete(number)
  return [200, recordOf(blocked)]
}

function recordOf(blocked: Set<string>) {
  return {
    id: 1,
    entity_context_name: 'company',
    entity: COMPANY,
    blocked_phone_number_list: Array.from(blocked, phone_number => ({ phone_number })),
  }
}
