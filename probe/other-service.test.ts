import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drfPage } from '../contract/testing/drf-pages.ts'
import { aMomentLater } from '../server/testing/eventually.ts'
import { answer, startUpstream, type TestUpstream } from '../server/testing/peers/test-upstream.ts'
import { Service } from './service.ts'
import {
  answerDays,
  answerPage,
  COMPANY,
  type Exception,
  type ForeignService,
  failedCall,
  startForeignService,
  TOKEN,
} from './testing/foreign-service.ts'
import { differencesOf, runProbeAgainst } from './testing/run-probe-against.ts'

const CALLS = '/v1/call_events_fail/'
const BLOCKLIST = '/v1/blocklist/'

/** Each test has its own service and a second address that must never be asked. */
let service: ForeignService
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

/** Answers requests to `path` that carry the token. */
function on(path: string, handler: Exception): Exception {
  return (request, response) => {
    if (request.headers.authorization !== `Token ${TOKEN}`) return false
    if (new URL(request.url ?? '', 'http://service').pathname !== path) return false
    return handler(request, response) ?? true
  }
}

/** Lists these calls, but none long ago. */
const listing = (calls: () => unknown[]) =>
  on(CALLS, (request, response) =>
    answerPage(request, response, request.url?.includes('2000-') ? [] : calls()),
  )

const listingRecords = (...records: object[]) =>
  on(BLOCKLIST, (_, response) => answer(response, 200, records))

function html(response: ServerResponse, status: number, head: Record<string, string> = {}) {
  return response.writeHead(status, { 'content-type': 'text/html', ...head }).end('<h1>Odd</h1>')
}

const record = {
  id: 1,
  entity_context_name: 'company',
  entity: COMPANY,
  blocked_phone_number_list: [{ phone_number: '27821230001' }],
}

test('a service that keeps to the interface has no differences', async () => {
  const report = await runProbeAgainst(service.url)
  expect(report.stopped).toBeNull()
  expect(differencesOf(report)).toEqual([])
  expect(report.requests).toBeLessThan(40)
  expect(service.requests).toHaveLength(report.requests)
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true)
  const sent = service.requests.map(({ url, headers }) =>
    JSON.stringify([url, headers.authorization]),
  )
  expect(new Set(sent).size).toBe(sent.length)
  expect(service.maxInFlight()).toBe(1)
})

const DIFFERENCES: [string, () => Exception, RegExp[]][] = [
  [
    'errors as HTML, and any token accepted',
    () => (request, response) => {
      if (request.url?.includes('no_such_path')) return html(response, 404)
      if (request.url?.includes('2026-13-45')) return html(response, 500)
      request.headers.authorization &&= `Token ${TOKEN}`
      return false
    },
    [
      /^fails refusal: a wrong token: 200/,
      /^differs errors: a wrong date: 500 with a body that is not JSON \(text\/html\)/,
      /^differs errors: .*no_such_path\/: 404 with a body that is not JSON/,
    ],
  ],
  [
    'a list for anybody, and no list of companies',
    () => (request, response) => {
      if (request.url?.startsWith('/v2/company/')) return html(response, 404)
      if (!request.url?.startsWith(BLOCKLIST) || request.headers.authorization) return false
      return answerPage(request, response, []) ?? true
    },
    [
      /^fails refusal: \/v1\/blocklist\/ without a token: 200.*; \/v2\/company\/ without a token: 404/,
      /^differs companies: 404/,
    ],
  ],
  [
    'records without a known context',
    () => listingRecords({ ...record, entity_context_name: 'dealer' }),
    [/^fails blocklist: entity_context_name: Invalid option/],
  ],
  [
    'numbers as numbers, and one unknown context',
    () => {
      const blocked_phone_number_list = [{ phone_number: 27821230001 }]
      const contexts = ['Company', 'dealer']
      return listingRecords(
        ...contexts.map(entity_context_name => ({
          ...record,
          entity_context_name,
          blocked_phone_number_list,
        })),
      )
    },
    [
      /^differs blocklist: entity_context_name: .* \(in 2 of 2\); blocked_phone_number_list.phone_number: .*received number/,
    ],
  ],
  [
    'numbers with a +',
    () =>
      listingRecords({
        ...record,
        blocked_phone_number_list: [{ phone_number: '+27821230001' }],
      }),
    [/^differs blocklist: blocked_phone_number_list.phone_number: Invalid string/],
  ],
  [
    'a flat list of payloads alone, whatever the days',
    () => {
      const payloads = Array.from({ length: 120 }, (_, at) => ({
        ...failedCall(at).request_json,
        call_duration: 'short',
      }))
      return on(CALLS, (_, response) => answer(response, 200, payloads))
    },
    [
      /^differs failed-events: no pages: all 120 rows/,
      /^differs event-values: id: .* \(in 120 of 120\);.*callback_url: /,
      /^differs payloads: call_duration: .*received string \(in 120 of 120\)/,
      /^fails dates: 120 events on 2000-01-01/,
    ],
  ],
  [
    'fields with names of its own',
    () => {
      const items = service.calls.slice(0, 5).map((_, at) => {
        const { id, callback_url, failed_at, request_json } = failedCall(at)
        return { pk: id, webhook_url: callback_url, http_code: 503, failed_at, request_json }
      })
      return listing(() => items)
    },
    [
      /^differs event-fields: id in pk \(such as \d+\)/,
      /receiver in webhook_url \(such as https:/,
      /status in http_code \(such as 503\)/,
    ],
  ],
  [
    'an id twice, a missing payload and a receiver without https',
    () => {
      const event = { ...failedCall(1), callback_url: 'http://receiver.example.com' }
      return listing(() => [event, { ...event, request_json: null }])
    },
    [
      /^differs event-values: callback_url: Invalid URL \(in 2 of 2\); payload: .* \(in 1 of 2\); 1 of 2 have the id of another event/,
    ],
  ],
  [
    'events without any payload',
    () => listing(() => [{ ...failedCall(1), request_json: null }]),
    [/^fails event-values: no event has a JSON object as its payload/],
  ],
  [
    'rows that are not events',
    () => listing(() => ['fine', 7, null, []]),
    [/^fails event-values: no event has a JSON object/, /^differs payloads: /],
  ],
  [
    'days of another zone',
    () =>
      on(CALLS, (request, response) =>
        answerDays(request, response, service.calls, { timeZone: 'Pacific/Kiritimati' }),
      ),
    [/^differs days: .*(failed on another day|no events if only)/],
  ],
  [
    'days that include to_date',
    () =>
      on(CALLS, (request, response) =>
        answerDays(request, response, service.calls, { isLastDayIn: true }),
      ),
    [/^differs days: to_date is included/],
  ],
  [
    'pages without a count',
    () => on(CALLS, (_, response) => answer(response, 200, { results: [] })),
    [/^differs pages: count: .*; next: .*; previous: /],
  ],
  [
    'a count without rows',
    () =>
      on(CALLS, (_, response) =>
        answer(response, 200, { count: 45, next: null, previous: null, results: [] }),
      ),
    [/^fails pages: count is 45, but there are no rows/, /^fails dates: 45 events/],
  ],
  [
    'no next before the last page',
    () =>
      on(CALLS, (_, response) =>
        answer(response, 200, {
          count: 45,
          next: null,
          previous: null,
          results: [failedCall(1)],
        }),
      ),
    [/^fails pages: no next after 1 of 45 rows/],
  ],
  [
    'links to an address elsewhere that always lead to the first page',
    () =>
      on(CALLS, (request, response) => {
        if (request.url?.includes('2000-')) return false
        const next = `${elsewhere.url}/?cursor=1`
        const results = service.calls.slice(0, Number(request.query.get('page_size')))
        answer(response, 200, { count: 45, next, previous: null, results })
      }),
    [/^fails pages: the second page has no other rows; next leads on by cursor$/],
  ],
  [
    'pages by an offset',
    () =>
      on(CALLS, (request, response) => {
        if (request.url?.includes('2000-')) return false
        const items = service.calls.map((call, at) =>
          Object.assign({ position: String(99 - at) }, call),
        )
        const { status, body } = drfPage('limit and offset', request.url ?? '', { items })
        answer(response, status, body)
      }),
    [/^differs pages: next leads on by .*offset/],
  ],
  [
    'a second page that is an error',
    () => on(CALLS, ({ query }, response) => query.get('page') === '2' && html(response, 500)),
    [/^fails pages: the second page: 500/],
  ],
]

test.each(DIFFERENCES)('what differs or fails is reported: %s', async (_, exception, due) => {
  service.except(exception())
  const report = await runProbeAgainst(service.url)
  expect(report.stopped).toBeNull()
  const differences = differencesOf(report)
  for (const words of due) expect(differences).toContainEqual(expect.stringMatching(words))
})

test.each<[string, Exception, RegExp]>([
  [
    'redirects to another origin once one is signed in',
    (_, response) => html(response, 302, { location: elsewhere.url }),
    /^302 to http:/,
  ],
  ['sends HTML', (_, response) => html(response, 200), /^200 with a body that is not JSON/],
  [
    'sends a text',
    (_, response) => answer(response, 200, '"fine"'),
    /^200 with JSON that is not a list/,
  ],
  [
    'breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
      response.write('{"count": 4')
      aMomentLater(() => response.destroy())
    },
    /^200, an incomplete answer/,
  ],
  [
    'never ends',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    },
    /^200, an incomplete answer \(UND_ERR_RES_EXCEEDED_MAX_SIZE\)/,
  ],
  [
    'is nothing but brackets',
    (_, response) => answer(response, 200, '['.repeat(50_000) + ']'.repeat(50_000)),
    /^200, JSON nested more than 100 deep/,
  ],
])('a list that %s fails', async (_, exception, words) => {
  service.except(on(CALLS, exception))
  const { findings } = await runProbeAgainst(service.url)
  const ofList = findings.filter(({ path }) => path === CALLS)
  expect(ofList.find(({ check }) => check === 'failed-events')).toMatchObject({
    verdict: 'fails',
    service: expect.stringMatching(words),
    redial: expect.stringContaining('Shows an error'),
  })
  expect(ofList.filter(({ verdict }) => verdict === 'holds')).toEqual([])
})

test('a service that asks for pauses gets them', async () => {
  let refusals = 2
  service.except((_, response) => {
    if (refusals-- <= 0) return false
    answer(response.setHeader('retry-after', '1'), 429, { detail: 'Request was throttled.' })
    return true
  })
  const said: string[] = []
  const waited: number[] = []
  const report = await runProbeAgainst(
    service.url,
    {},
    { tell: sentence => said.push(sentence), wait: async ms => void waited.push(ms) },
  )
  expect(waited.filter(ms => ms !== 100)).toEqual([1_000, 1_000])
  expect(differencesOf(report)).toEqual([])
  expect(said.filter(sentence => sentence.includes('waiting 1 second'))).toHaveLength(2)
})

test('the service is sent no more requests than allowed', async () => {
  const report = await runProbeAgainst(service.url)
  expect(report.most_requests).toBe(100)
  const sent = service.requests.length
  const limited = new Service({
    ...{ baseUrl: service.url, token: TOKEN, timeoutMs: 5_000, maxRequests: 2 },
    ...{ wait: async () => {}, interrupted: new AbortController().signal, tell: () => {} },
  })
  await limited.get('/1')
  await limited.get('/2')
  await expect(limited.get('/3')).rejects.toThrow('The probe stops at 2 requests')
  await limited.close()
  expect(service.requests).toHaveLength(sent + 2)
})

test.each<[string, Exception, RegExp]>([
  [
    'asks for a pause of an hour',
    (_, response) => {
      answer(response.setHeader('retry-after', '3600'), 429, { detail: 'Later.' })
      return true
    },
    /asks for a pause of 3,600 seconds/,
  ],
  [
    'redirects to another origin',
    (_, response) => html(response, 301, { location: elsewhere.url }),
    /redirects to http:.*the token was not sent/,
  ],
  [
    'refuses the token, and repeats it',
    (_, response) => {
      answer(response, 401, { detail: `Invalid token ${TOKEN} of +27 82 123 0001.` })
      return true
    },
    /^The service refused the token \(401 with “Invalid token \[token\] of 27…01.”\)/,
  ],
  [
    'keeps asking for pauses',
    (_, response) => {
      answer(response.setHeader('retry-after', '0'), 429, {})
      return true
    },
    /^The service keeps asking for pauses\. Try again later\.$/,
  ],
  [
    'becomes unavailable',
    ({ socket }) => service.requests.length > 10 && socket.destroy(),
    /has stopped answering: no answer \(/,
  ],
  ['never answers', () => true, /cannot be reached: no answer \(it took too long\)/],
])('a service that %s stops the probe', async (name, exception, sentence) => {
  service.except(exception)
  const settings = name === 'never answers' ? { timeoutMs: 50 } : {}
  expect((await runProbeAgainst(service.url, settings)).stopped).toMatch(sentence)
})
