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
 * contract/fields/testing/delivery-shapes.ts. The order of a list is not documented.
 */

export type DocumentedService = {
  name: string
  proxy: Renaming
  item: (delivery: DescribedDelivery) => unknown
  defaultSize: number
  maxSize: number
  /** The answer with these items. */
  page: (items: unknown[], at: { page: number; size: number; count: number }) => unknown
}

/**
 * developers.voiso.com/reference/webhook-failures-description. What we could read of it ends before it says what else is in
 * the answer, so here it is only `failures`.
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
}

/** developers.telnyx.com/api/webhooks/get-webhook-deliveries */
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
}

/**
 * GET /v1/webhooks/deliveries of github.com/polarsource/polar: server/polar/webhook/endpoints.py and service.py (the
 * newest first), and kit/pagination.py.
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
  forgetEvents(): Promise<void>
  close(): Promise<void>
}

/** Redial in front of a proxy in front of the service. */
export async function startDocumentedService(service: DocumentedService): Promise<RunningService> {
  const upstream = await startUpstream((request, response) => {
    const [list = ''] = Object.values(service.proxy.paths)
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`
    const isList = request.url?.split('?')[0] === list.split('?')[0]
    if (!(isKnown && isList)) return answer(response, isKnown ? 404 : 401, {})
    answer(response, 200, listed(service, request))
  })
  const proxy = await startRenamingProxy(upstream.url, service.proxy)
  const app = await startTestApp({ UPSTREAM_URL: proxy.url, TIME_ZONE })
  return {
    url: app.url,
    session: await openSession(app.url, TOKEN),
    forgetEvents: async () => {
      await app.database.db.deleteFrom('event_mirror').execute()
    },
    async close() {
      await app.close()
      await Promise.all([proxy.close(), upstream.close()])
    },
  }
}

function listed(service: DocumentedService, { query }: UpstreamRequest): unknown {
  const { proxy, defaultSize, maxSize } = service
  const asked = (name: string) => query.get(proxy.parameters[name] ?? name)
  const from = Date.parse(asked('from_date') ?? '')
  const to = Date.parse(asked('to_date') ?? '')
  const found = DELIVERIES.filter(
    ({ failed }) => !(failed.getTime() < from || failed.getTime() > to),
  )
  const page = Number(asked('page') ?? 1)
  const size = Math.min(Number(asked('page_size') ?? defaultSize), maxSize)
  const items = found.slice((page - 1) * size, page * size).map(service.item)
  return service.page(items, { page, size, count: found.length })
}
