import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, startUpstream, type TestUpstream } from '../server/testing/test-upstream.ts'
import {
  answerDays,
  answerPage,
  type Exception,
  type ForeignService,
  failedCall,
  startForeignService,
  TOKEN,
} from './testing/foreign-service.ts'
import { differencesOf, findingsOf, probeOf } from './testing/probe-of.ts'

let service: ForeignService
/** Whatever comes here has been led astray. */
let elsewhere: TestUpstream
beforeEach(async () => {
  service = await startForeignService()
  elsewhere = await startUpstream((_, response) => answer(response, 200, []))
})
afterEach(async () => {
  expect(elsewhere.requests).toEqual([])
  await service.close()
  await elsewhere.close()
})

const CALLS = '/v1/call_events_fail/'
const on =
  (path: string, handler: Exception): Exception =>
  (request, response) => {
    if (request.headers.authorization !== `Token ${TOKEN}`) return false
    if (new URL(request.url ?? '', service.url).pathname !== path) return false
    return handler(request, response) ?? true
  }
const flat = (items: unknown[]) => on(CALLS, (_, response) => answer(response, 200, items))
const html = (response: ServerResponse, status: number, head: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'text/html', ...head }).end('<h1>Odd</h1>')

test('a service that keeps to the interface has no differences', async () => {
  const report = await probeOf(service.url)
  expect(report.stopped).toBeNull()
  expect(differencesOf(report)).toEqual([])
  expect(report.requests).toBeLessThan(70)
  expect(service.requests).toHaveLength(report.requests)
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true)
  const asked = service.requests.map(({ url, headers }) =>
    JSON.stringify([url, headers.authorization, headers.accept]),
  )
  expect(new Set(asked).size).toBe(asked.length)
  expect(service.mostAtOnce()).toBe(1)
})

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
      /^differs: Each item tells of its attempts/,
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
          next: `${elsewhere.url}/?cursor=1`,
          previous: null,
          results: service.calls.slice(0, Number(request.query.get('page_size') ?? 20)),
        })
      }),
    [
      /^fails: next names the next page by its number: it leads to http/,
      /^differs: next and previous are whole addresses/,
      /^differs: next is null on the last page/,
      /^fails: Another page has other rows/,
    ],
  ],
  [
    'days of another zone',
    () =>
      on(CALLS, (request, response) =>
        answerDays(request, response, service.calls, { timeZone: 'Pacific/Kiritimati' }),
      ),
    [/^differs: A day is one of Africa\/Johannesburg .*: \d+ of \d+ rows of .* on another day/],
  ],
  [
    'days of which the last is included',
    () =>
      on(CALLS, (request, response) =>
        answerDays(request, response, service.calls, { isLastDayIn: true }),
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
    'errors as HTML, and any token taken',
    () => (request, response) => {
      if (request.url?.includes('no_such_path')) return html(response, 404)
      if (request.url?.includes('2026-13-45')) return html(response, 500)
      request.headers.authorization &&= `Token ${TOKEN}`
      return false
    },
    [
      /^fails: An unknown token is answered 401: 200/,
      /^differs: A malformed Authorization header/,
      /^differs: A wrong date is a 400 .*500 with a body that is no JSON \(text\/html\)/,
      /^differs: Every error has a JSON body .*: 404 with a body that is no JSON/,
      /^differs: No answer is a server error: 2 of /,
    ],
  ],
  [
    'redirects to another origin, once one is signed in',
    () => on(CALLS, (_, response) => html(response, 302, { location: `${elsewhere.url}/sign-in` })),
    [/^fails: The list is answered 200: 302, which leads to http:/],
  ],
  [
    'an answer that breaks off',
    () =>
      on(CALLS, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
        response.write('{"count": 4')
        setTimeout(() => response.destroy(), 20)
      }),
    [/^fails: The list is answered 200: 200, an answer that broke off/],
  ],
  [
    'an answer without end',
    () =>
      on('/v2/company/', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      }),
    [/^differs: It is answered with a page: 200, an answer of more than 16 MB/],
  ],
  [
    'nothing but brackets',
    () =>
      on(CALLS, (_, response) => answer(response, 200, '['.repeat(50_000) + ']'.repeat(50_000))),
    [/^fails: The list is answered 200: 200, JSON nested more than 100 deep/],
  ],
  [
    'an empty body',
    () => on('/v1/blocklist/', (_, response) => void response.writeHead(200).end()),
    [/^fails: The list is answered 200: 200 with no JSON/],
  ],
  [
    'a blocklist of nothing but an odd context',
    () =>
      on('/v1/blocklist/', (_, response) =>
        answer(response, 200, [
          {
            id: 1,
            entity_context_name: 'dealer',
            entity: { reference: 'A', name: 'A' },
            blocked_phone_number_list: [{ phone_number: 27821230001 }],
          },
        ]),
      ),
    [
      /^fails: Records have the fields of a Blocklist record: entity_context_name is not one of company, partner, group; phone_number of blocked_phone_number_list is not text/,
    ],
  ],
  [
    'a blocklist with numbers as numbers, and one odd context',
    () => {
      const record = (entity_context_name: string) => ({
        id: 1,
        entity_context_name,
        entity: { reference: 'A', name: 'A' },
        blocked_phone_number_list: [{ phone_number: 27821230001 }],
      })
      return on('/v1/blocklist/', (_, response) =>
        answer(response, 200, [record('Company'), record('dealer')]),
      )
    },
    [
      /^differs: Records have the fields of a Blocklist record: entity_context_name is not one of company, partner, group \(in 2 of 2\); phone_number/,
    ],
  ],
  [
    'numbers with a +',
    () =>
      on('/v1/blocklist/', (_, response) =>
        answer(response, 200, [
          {
            id: 1,
            entity_context_name: 'company',
            entity: { reference: 'A', name: 'A' },
            blocked_phone_number_list: [{ phone_number: '+27821230001' }],
          },
        ]),
      ),
    [/^differs: Numbers are E.164 digits without \+: 1 of 1 are written otherwise/],
  ],
  [
    'lists for anybody, a scheme that browsers know, and no list of companies',
    () => (request, response) => {
      if (request.url?.startsWith('/v2/company/')) return html(response, 404)
      if (request.url?.startsWith('/v2/contact/')) return answerPage(request, response, []) ?? true
      if (request.headers.authorization) return false
      answer(response.setHeader('www-authenticate', 'Basic realm="x"'), 401, { detail: 'No.' })
      return true
    },
    [
      /^fails: A request without a token is answered 401: 200/,
      /^differs: A request without a token is answered 401: 404/,
      /^differs: A 401 names the scheme.*Basic realm="x"/,
      /^differs: It is answered with a page: 404/,
    ],
  ],
  [
    'pages beyond the last without rows, and a cap of its own making',
    () =>
      on(CALLS, (request, response) => {
        if (!request.url?.includes('page_size=100')) return false
        const page = Number(request.query.get('page'))
        const results = page > 1 ? [] : service.calls
        answer(response, 200, { count: 45, next: null, previous: null, results })
      }),
    [/^differs: A page beyond the last is a 404 with a Detail body: a page without rows/],
  ],
])('%s', async (_, exception, due) => {
  service.except(exception())
  const report = await probeOf(service.url)
  expect(report.stopped).toBeNull()
  const differences = differencesOf(report)
  for (const words of due) expect(differences).toContainEqual(expect.stringMatching(words))
})

test('a service that asks for pauses gets them', async () => {
  let refusals = 2
  service.except((_, response) => {
    if (refusals-- <= 0) return false
    answer(response.setHeader('retry-after', '1'), 429, { detail: 'Request was throttled.' })
    return true
  })
  const told: string[] = []
  const report = await probeOf(service.url, {}, { tell: sentence => told.push(sentence) })
  expect(differencesOf(report)).toEqual([])
  expect(findingsOf(report, 'Limits')).toContainEqual(
    'holds: Too many requests are told so with 429 and Retry-After (left open): 2 times; waited as long as was asked for',
  )
  expect(told.filter(sentence => sentence.includes('waiting 1 second'))).toHaveLength(2)
})

test.each<[string, Exception, RegExp]>([
  [
    'asks for a pause of an hour',
    (_, response) => {
      answer(response.setHeader('retry-after', '3600'), 429, { detail: 'Later.' })
      return true
    },
    /asks for a pause of 3600 seconds/,
  ],
  [
    'sends its callers on to another origin',
    (_, response) => html(response, 301, { location: elsewhere.url }),
    /sends its callers on to http:.*the token was not sent/,
  ],
  [
    'refuses the token, and repeats it',
    (_, response) => {
      answer(response, 401, { detail: `Invalid token ${TOKEN} of +27 82 123 0001.` })
      return true
    },
    /^The service refused the token \(401 with “Invalid token \[token\] of 27…01.”\)/,
  ],
])('a service that %s stops the probe', async (_, exception, sentence) => {
  service.except(exception)
  expect((await probeOf(service.url)).stopped).toMatch(sentence)
})

test('a service that goes away in between stops the probe', async () => {
  const { requests } = service
  const away: Exception = ({ socket }) => requests.length > 20 && socket.destroy()
  service.except(away)
  expect((await probeOf(service.url)).stopped).toMatch(/has stopped answering: no answer \(/)
})
