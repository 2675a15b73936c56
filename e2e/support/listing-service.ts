import type { ServerResponse } from 'node:http'
import { drfPage } from '../../contract/testing/drf-pages.ts'
import { answer, type UpstreamRequest } from '../../server/testing/peers/test-upstream.ts'
import { type OtherService, pageOf, startOtherService } from './other-service.ts'
import { testOn } from './redial.ts'

export { expect } from '@playwright/test'

/** Pages are signed in to a Redial in front of a service whose failed calls a test sets. */
export const test = testOn(startListingService)

/** Called before a page of the list is answered. Returns true if it has answered. */
type BeforePage = (page: number, response: ServerResponse) => unknown

/** Redial with a foreign service that lists failed calls. */
type ListingService = OtherService & {
  /** Makes it list these, newest first, in pages of at most `pageSize`. */
  list(events: unknown[], settings?: { pageSize?: number; before?: BeforePage }): void
  /** The pages that were requested since `list`, in order. */
  pagesAsked(): number[]
}

async function startListingService(): Promise<ListingService> {
  const service = await startOtherService()
  let events: unknown[] = []
  let size = 100
  let before: BeforePage = () => {}
  let pages: number[] = []

  async function answerList({ query, url = '' }: UpstreamRequest, response: ServerResponse) {
    const page = Number(query.get('page') ?? 1)
    pages.push(page)
    if ((await before(page, response)) === true) return
    const { status, body } = drfPage('page number', url, { items: events, pageSize: size })
    answer(response, status, body)
  }

  service.behave((request, response) => {
    const isList = request.url?.startsWith('/v1/call_events_fail/') ?? false
    if (isList) void answerList(request, response)
    else answer(response, 200, pageOf([]))
  })
  return {
    ...service,
    list(listed, { pageSize = 100, before: beforePage = () => {} } = {}) {
      events = [...listed]
      size = pageSize
      before = beforePage
      pages = []
    },
    pagesAsked: () => [...pages],
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
