import type { ServerResponse } from 'node:http'
import {
  type DescribedDelivery,
  polarDelivery,
  telnyxDelivery,
  voisoFailure,
} from '../../contract/fields/testing/delivery-shapes.ts'
import { addDays, dayOf } from '../../contract/time/calendar-date.ts'
import {
  answer,
  startUpstream,
  type UpstreamRequest,
} from '../../server/testing/peers/test-upstream.ts'
import { openSession, type SessionCookie } from '../support/open-session.ts'
import { type Renaming, startRenamingProxy } from '../support/renaming-proxy.ts'
import { startTestApp } from '../support/start-test-app.ts'

/*
 * Three services as their public documentation describes them, in addition to the items in
 * contract/fields/testing/delivery-shapes.ts. The order of a list and the texts of some errors are not documented.
 */

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

export type DocumentedService = {
  name: string
  proxy: Renaming
  item: (delivery: DescribedDelivery) => unknown
  defaultSize: number
  maxSize: number
  /** The answer with these items. */
  page: (items: unknown[], at: { page: number; size: number; count: number }) => unknown
  errors: Record<'token' | 'path' | 'request' | 'pause', Answer>
  /** For how many days before now it lists deliveries. */
  days: number
}

/**
 * developers.voiso.com/reference/webhook-failures-description and, for errors, /reference-link/error-codes. What we could
 * read of the former ends before it says what else is in the answer, so here it is only `failures`.
 */
const VOISO: DocumentedService = {
  name: 'Voiso',
  proxy: {
    paths: { '/v1/call_events_fail/': '/api/webhooks/v1/failures' },
    parameters: { from_date: 'start_date', to_date: 'end_date', page_size: 'per_page' },
    scheme: 'Bearer',
  },
  item: voisoFailure,
  defaultSize: 50,
  maxSize: Number.POSITIVE_INFINITY,
  page: failures => ({ failures }),
  errors: {
    token: { status: 401, body: { error: 'Unauthorized' } },
    path: { status: 404, body: { error: 'Not found' } },
    request: {
      status: 422,
      body: { errors: { start_date: ['must be within the past 31 days'] } },
    },
    pause: { status: 429, body: { error: 'Too many requests' } },
  },
  days: 31,
}

/**
 * developers.telnyx.com/api/webhooks/get-webhook-deliveries; /development/api-fundamentals/api-errors and
 * /development/api-fundamentals/reliability/rate-limiting for errors.
 */
const TELNYX: DocumentedService = {
  name: 'Telnyx',
  proxy: {
    paths: { '/v1/call_events_fail/': '/v2/webhook_deliveries?filter[status][eq]=failed' },
    parameters: {
      from_date: 'filter[started_at][gte]',
      to_date: 'filter[started_at][lte]',
      page: 'page[number]',
      page_size: 'page[size]',
    },
    scheme: 'Bearer',
  },
  item: telnyxDelivery,
  defaultSize: 20,
  maxSize: 250,
  page: (data, { page, size, count }) => ({
    data,
    meta: {
      page_number: page,
      page_size: size,
      total_pages: Math.ceil(count / size),
      total_results: count,
    },
  }),
  errors: {
    token: telnyxError(
      401,
      '10009',
      'Authentication failed',
      'The required authentication headers were either invalid or not included in the request.',
    ),
    path: telnyxError(
      404,
      '10005',
      'Resource not found',
      'The requested resource or URL could not be found.',
    ),
    request: telnyxError(
      422,
      '10015',
      'Bad Request',
      'The request failed because it was not well-formed.',
    ),
    pause: {
      ...telnyxError(
        429,
        '10011',
        'Too many requests',
        'You have exceeded the maximum number of allowed requests.',
      ),
      headers: { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
    },
  },
  days: Number.POSITIVE_INFINITY,
}

function telnyxError(status: number, code: string, title: string, detail: string): Answer {
  return { status, body: { errors: [{ code, title, detail }] } }
}

/**
 * GET /v1/webhooks/deliveries of github.com/polarsource/polar: server/polar/webhook/endpoints.py and service.py (the
 * newest first), kit/pagination.py, exceptions.py and exception_handlers.py; docs.polar.sh/api-reference/rate-limits. The
 * error of a request is FastAPI's.
 */
const POLAR: DocumentedService = {
  name: 'Polar',
  proxy: {
    paths: { '/v1/call_events_fail/': '/v1/webhooks/deliveries?succeeded=false' },
    parameters: {
      from_date: 'start_timestamp',
      to_date: 'end_timestamp',
      page_size: 'limit',
    },
    scheme: 'Bearer',
  },
  item: polarDelivery,
  defaultSize: 10,
  maxSize: 100,
  page: (items, { size, count }) => ({
    items,
    pagination: { total_count: count, max_page: Math.ceil(count / size) },
  }),
  errors: {
    token: { status: 401, body: { type: 'Unauthorized', detail: 'Unauthorized' } },
    path: { status: 404, body: { detail: 'Not Found' } },
    request: {
      status: 422,
      body: {
        detail: [
          {
            type: 'datetime_parsing',
            loc: ['query', 'start_timestamp'],
            msg: 'Input should be a valid datetime',
          },
        ],
      },
    },
    pause: { status: 429, body: '', headers: { 'retry-after': '1' } },
  },
  days: Number.POSITIVE_INFINITY,
}

export const DOCUMENTED_SERVICES = [VOISO, TELNYX, POLAR]

export const TOKEN = 'a-good-token'
export const TIME_ZONE = 'UTC'

/** More than two pages of 20, an hour apart. */
export const DELIVERIES: DescribedDelivery[] = Array.from({ length: 45 }, (_, n) => {
  const failed = new Date(Date.now() - (n + 1) * 3_600_000)
  return {
    n,
    uuid: `f5586561-8ff0-4291-a0ac-${String(84_000_000_000 + n)}`,
    caller: `2782555${1_000 + n}`,
    started: new Date(failed.getTime() - 600_000),
    failed,
  }
})

export const TODAY = dayOf(new Date(), TIME_ZONE)
/** The days of all deliveries. */
export const RANGE = `from=${addDays(TODAY, -3)}&to=${TODAY}`

export type RunningService = {
  url: string
  session: SessionCookie
  /** What the service answers from now on instead of its list; null for the list. */
  refuse(error: keyof DocumentedService['errors'] | null): void
  /** The requests for its list. */
  requests: UpstreamRequest[]
  forgetEvents(): Promise<void>
  close(): Promise<void>
}

/** Redial in front of a proxy in front of the service. */
export async function startDocumentedService(service: DocumentedService): Promise<RunningService> {
  let refused: keyof DocumentedService['errors'] | null = null
  const upstream = await startUpstream((request, response) => {
    send(response, refused === null ? listed(service, request) : service.errors[refused])
  })
  const proxy = await startRenamingProxy(upstream.url, service.proxy)
  const app = await startTestApp({ UPSTREAM_URL: proxy.url, TIME_ZONE })
  return {
    url: app.url,
    session: await openSession(app.url, TOKEN),
    refuse: error => {
      refused = error
    },
    requests: upstream.requests,
    forgetEvents: async () => {
      await app.database.db.deleteFrom('event_mirror').execute()
    },
    async close() {
      await app.close()
      await Promise.all([proxy.close(), upstream.close()])
    },
  }
}

function listed(service: DocumentedService, { url = '', headers, query }: UpstreamRequest): Answer {
  const { proxy, defaultSize, maxSize, errors, days } = service
  if (headers.authorization !== `Bearer ${TOKEN}`) return errors.token
  const [list = ''] = Object.values(proxy.paths)
  if (url.split('?')[0] !== list.split('?')[0]) return errors.path
  const asked = (name: string) => query.get(proxy.parameters[name] ?? name)
  const from = Date.parse(asked('from_date') ?? '')
  const to = Date.parse(asked('to_date') ?? '')
  if (from < Date.now() - days * 86_400_000) return errors.request
  const found = DELIVERIES.filter(
    ({ failed }) => !(failed.getTime() < from || failed.getTime() > to),
  )
  const page = Number(asked('page') ?? 1)
  const size = Math.min(Number(asked('page_size') ?? defaultSize), maxSize)
  const items = found.slice((page - 1) * size, page * size).map(service.item)
  return { status: 200, body: service.page(items, { page, size, count: found.length }) }
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  answer(response, status, body)
}
