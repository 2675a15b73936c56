import type { ServerResponse } from 'node:http'
import {
  answer,
  startUpstream,
  type UpstreamRequest,
} from '../../server/testing/peers/test-upstream.ts'
import { openSession, type SessionCookie } from './open-session.ts'
import { startTestApp } from './start-test-app.ts'

/** Called before a page of the list is answered. Returns true if it has answered. */
export type BeforePage = (page: number, response: ServerResponse) => unknown

/** Redial with a foreign service that lists failed calls. */
export type ListingService = {
  url: string
  session: SessionCookie
  /** Makes it list these, newest first, in pages of at most `pageSize`, or as a flat list if null. */
  list(events: unknown[], settings?: { pageSize?: number | null; before?: BeforePage }): void
  /** The newest failures come first. */
  addNewest(...events: unknown[]): void
  /** The pages that were requested since `list`, in order. */
  pagesAsked(): number[]
  /** The maximum number of simultaneous requests since `list`. */
  maxInFlight(): number
  close(): Promise<void>
}

export async function startListingService(): Promise<ListingService> {
  let events: unknown[] = []
  let pageSize: number | null = 100
  let before: BeforePage = () => {}
  let asked: number[] = []
  let underWay = 0
  let most = 0

  async function answerList(request: UpstreamRequest, response: ServerResponse) {
    const page = Number(request.query.get('page') ?? 1)
    asked.push(page)
    underWay++
    most = Math.max(most, underWay)
    response.once('close', () => underWay--)
    if ((await before(page, response)) === true) return
    if (pageSize === null) return answer(response, 200, events)
    const size = Math.min(pageSize, Number(request.query.get('page_size') ?? 20))
    const last = Math.max(1, Math.ceil(events.length / size))
    if (page > last) return answer(response, 404, { detail: 'Invalid page.' })
    const linkTo = (other: number) => `http://10.1.2.3/v1/call_events_fail/?page=${other}`
    answer(response, 200, {
      count: events.length,
      next: page < last ? linkTo(page + 1) : null,
      previous: page > 1 ? linkTo(page - 1) : null,
      results: events.slice((page - 1) * size, page * size),
    })
  }

  const upstream = await startUpstream((request, response) => {
    const isList = request.url?.startsWith('/v1/call_events_fail/') ?? false
    if (isList) void answerList(request, response)
    else answer(response, 200, { count: 0, next: null, previous: null, results: [] })
  })
  const app = await startTestApp({ UPSTREAM_URL: upstream.url })
  return {
    url: app.url,
    session: await openSession(app.url, 'any-token'),
    list(listed, settings = {}) {
      events = [...listed]
      pageSize = settings.pageSize === undefined ? 100 : settings.pageSize
      before = settings.before ?? (() => {})
      asked = []
      most = 0
    },
    addNewest: (...newest) => {
      events = [...newest, ...events]
    },
    pagesAsked: () => [...asked],
    maxInFlight: () => most,
    async close() {
      await app.close()
      await upstream.close()
    },
  }
}

type Failure = {
  receiver?: string
  company?: string
  status?: number
  call?: number
  caller?: string
  /** In the service's zone. */
  at?: string
  day?: string
}

/** The failed call number `number`, as a service lists it. */
export function failedCall(number: number, failure: Failure = {}) {
  const {
    receiver = 'acme',
    company = 'Acme Cars',
    status = 500,
    at = '09:00',
    day = '2026-11-21',
  } = failure
  const stamp = `${day}T${at}:00+02:00`
  return {
    id: number,
    callback_url: `https://hooks.example/${receiver}`,
    attempts: [{ at: stamp, status, error: null, duration_ms: 40 }],
    failed_at: stamp,
    request_json: {
      call_id: failure.call ?? 7000 + number,
      caller_number: failure.caller ?? `2782555${String(number).padStart(4, '0')}`,
      tracking_number: '27105550142',
      company: { name: company, reference: company.toLowerCase().replaceAll(' ', '-') },
      reference: `session-${number}`,
    },
  }
}

/** This many failed calls, newest first. The last one is number 1. */
export function failedCalls(count: number) {
  return Array.from({ length: count }, (_, place) => failedCall(count - place))
}
