import { test } from 'vitest'
import { drfPage } from '../contract/testing/drf-pages.ts'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { answerDays, answerPage, type Exception, failedCall } from './testing/foreign-service.ts'
import { CALLS, foreignServiceOfTests, on } from './testing/foreign-service-of-tests.ts'

const { service, elsewhere, expectDifferences } = foreignServiceOfTests()

const flat = (items: unknown[]) => on(CALLS, (_, response) => answer(response, 200, items))

test.each<[string, () => Exception, (string | RegExp)[]]>([
  [
    'a flat list of payloads alone',
    () =>
      flat(
        Array.from({ length: 120 }, (_, index) => ({
          ...failedCall(index).request_json,
          tracking_number: 27219990101,
        })),
      ),
    [
      /^differs: Pages of a list .*: none: all 120 rows/,
      /^differs: Each item holds the payload.*120 of 120 without request_json/,
      /^differs: Each item has an id.*120 of 120 without an id/,
      /^differs: Each item names its receiver.*120 of 120 name none/,
      /^differs: Each item says how its last attempt failed/,
      /^differs: A payload is that .*tracking_number is not text \(in 120 of 120\)/,
      // It doesn't look at the days, either.
      /^fails: from_date and to_date choose what is listed: 120 events on 2000-01-01/,
    ],
  ],
  [
    'request_json alone, and fields that nobody knows',
    () => {
      const items = Array.from({ length: 3 }, (_, index) => ({
        request_json: failedCall(index).request_json,
        'pro\u001b[31mvider': 'x',
      }))
      return on(CALLS, (request, response) =>
        answerPage(request, response, request.url?.includes('2000-') ? [] : items),
      )
    },
    [
      /^differs: Each item has an id/,
      /^differs: Each item tells when it failed/,
      /^differs: Items have no fields that nobody knows .*: pro\\u\{1b\}\[31mvider$/,
    ],
  ],
  [
    'items with names of their own',
    () => {
      const items = Array.from({ length: 12 }, (_, index) => ({
        pk: index + 1,
        webhook_url: 'https://receiver.example.com/calls',
        http_code: index % 2 === 0 ? 503 : 404,
        created: failedCall(index).failed_at,
        request_json: failedCall(index).request_json,
      }))
      return on(CALLS, (request, response) =>
        answerPage(request, response, request.url?.includes('2000-') ? [] : items),
      )
    },
    [
      /^differs: Fields have the names of the interface .*: id in pk \(100 % sure, such as \d+\)/,
      /status in http_code \(100 % sure, such as (503|404)\)/,
      /receiver in webhook_url \(100 % sure, such as https:/,
    ],
  ],
  [
    'pages without a count, and payloads as text',
    () => {
      const results = [
        { id: 1, request_json: JSON.stringify(failedCall(1).request_json) },
        { id: 1, request_json: failedCall(2).request_json },
      ]
      return on(CALLS, (request, response) =>
        answer(response, 200, { results: request.url?.includes('2000-') ? [] : results }),
      )
    },
    [
      /^differs: A page has count, next, previous and results: count is missing; next is missing/,
      /^differs: Each item holds the payload in request_json: 1 of 2 with a text instead/,
      /^differs: Each item has an id of its own .*: 1 of 2 with the id of another/,
    ],
  ],
  [
    'an event without a payload, by receivers and recordings that nobody can use',
    () => {
      const { request_json, ...event } = failedCall(1)
      const odd = { ...event, callback_url: 'http://receiver.example.com' }
      const results = [
        { ...odd, request_json: { ...request_json, recording_url: 'javascript:alert(1)' } },
        { ...odd, request_json: null },
      ]
      return on(CALLS, (request, response) =>
        answerPage(request, response, request.url?.includes('2000-') ? [] : results),
      )
    },
    [
      /^differs: Each item holds the payload in request_json: 1 of 2 with request_json: null/,
      /^differs: Receivers are https: 2 of 2 are not/,
      /^differs: A recording is a link: 1 of 2 by another way/,
    ],
  ],
  [
    'links to an internal host',
    () => (request, response) => {
      request.headers.host = '10.1.2.3:8000'
      void response
      return false
    },
    [
      /^differs: next and previous are whole addresses of the service: they lead to http:\/\/10\.1\.2\.3:8000/,
    ],
  ],
  [
    'links without a page number',
    () =>
      on(CALLS, (request, response) => {
        if (request.query.get('from_date')?.startsWith('2000-')) return false
        answer(response, 200, {
          count: 45,
          next: `${elsewhere().url}/?cursor=1`,
          previous: null,
          results: service().calls.slice(0, Number(request.query.get('page_size') ?? 20)),
        })
      }),
    [
      /^differs: next names the next page by its number: it leads to http/,
      /^differs: next and previous are whole addresses/,
      /^fails: Another page has other rows/,
    ],
  ],
  [
    'pages by an offset',
    () =>
      on(CALLS, (request, response) => {
        if (request.query.get('from_date')?.startsWith('2000-')) return false
        const items = service().calls.map((call, at) =>
          Object.assign({ position: String(99 - at) }, call),
        )
        const { status, body } = drfPage('limit and offset', request.url ?? '', { items })
        answer(response, status, body)
      }),
    [/^differs: next names the next page by its number: it leads to http/],
  ],
  [
    'days of another zone',
    () =>
      on(CALLS, (request, response) =>
        answerDays(request, response, service().calls, { timeZone: 'Pacific/Kiritimati' }),
      ),
    [/^differs: A day is one of Africa\/Johannesburg .*: \d+ of \d+ rows of .* on another day/],
  ],
  [
    'days of which the last is included',
    () =>
      on(CALLS, (request, response) =>
        answerDays(request, response, service().calls, { isLastDayIn: true }),
      ),
    [/^differs: to_date is not included \(left open\): it is included/],
  ],
  [
    'a page that has rows, and a count without any',
    () =>
      on(CALLS, (_, response) =>
        answer(response, 200, { count: 45, next: null, previous: null, results: [] }),
      ),
    [/^fails: count is the number of all rows/],
  ],
  [
    'pages beyond the last without rows, and a cap of its own making',
    () =>
      on(CALLS, (request, response) => {
        if (!request.url?.includes('page_size=100')) return false
        const page = Number(request.query.get('page'))
        const results = page > 1 ? [] : service().calls
        answer(response, 200, { count: 45, next: null, previous: null, results })
      }),
    [/^differs: A page beyond the last is a 404 with a Detail body: a page without rows/],
  ],
])('%s', (_, exception, due) => expectDifferences(exception(), due))
