import { expect, test } from 'vitest'
import { aMomentLater } from '../server/testing/eventually.ts'
import { answer } from '../server/testing/peers/test-upstream.ts'
import { answerPage, type Exception, TOKEN } from './testing/foreign-service.ts'
import { CALLS, foreignServiceOfTests, html, on } from './testing/foreign-service-of-tests.ts'
import { differencesOf, findingsOf, runProbeAgainst } from './testing/run-probe-against.ts'

const { service, elsewhere, expectDifferences } = foreignServiceOfTests()

test('a service that keeps to the interface has no differences', async () => {
  const report = await runProbeAgainst(service().url)
  expect(report.stopped).toBeNull()
  expect(differencesOf(report)).toEqual([])
  expect(report.requests).toBeLessThan(70)
  expect(service().requests).toHaveLength(report.requests)
  expect(service().requests.every(({ method }) => method === 'GET')).toBe(true)
  const asked = service().requests.map(({ url, headers }) =>
    JSON.stringify([url, headers.authorization, headers.accept]),
  )
  expect(new Set(asked).size).toBe(asked.length)
  expect(service().maxInFlight()).toBe(1)
})

test.each<[string, () => Exception, (string | RegExp)[]]>([
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
      /^differs: A wrong date is a 400 .*500 with a body that is not JSON \(text\/html\)/,
      /^differs: Every error has a JSON body .*: 404 with a body that is not JSON/,
      /^differs: No answer is a server error: 2 of /,
    ],
  ],
  [
    'redirects to another origin, once one is signed in',
    () =>
      on(CALLS, (_, response) => html(response, 302, { location: `${elsewhere().url}/sign-in` })),
    [/^fails: The list is answered 200: 302, which leads to http:/],
  ],
  [
    'an answer that breaks off',
    () =>
      on(CALLS, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
        response.write('{"count": 4')
        aMomentLater(() => response.destroy())
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
    [/^fails: The list is answered 200: 200 with a body that is not JSON/],
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
])('%s', (_, exception, due) => expectDifferences(exception(), due))

test('a service that asks for pauses gets them', async () => {
  let refusals = 2
  service().except((_, response) => {
    if (refusals-- <= 0) return false
    answer(response.setHeader('retry-after', '1'), 429, { detail: 'Request was throttled.' })
    return true
  })
  const said: string[] = []
  const waited: number[] = []
  const report = await runProbeAgainst(
    service().url,
    {},
    { tell: sentence => said.push(sentence), wait: async ms => void waited.push(ms) },
  )
  expect(waited.filter(ms => ms !== 100)).toEqual([1_000, 1_000])
  expect(differencesOf(report)).toEqual([])
  expect(findingsOf(report, 'Limits')).toContainEqual(
    'holds: Too many requests are answered with 429 and Retry-After (left open): 2 times; waited as long as was asked for',
  )
  expect(said.filter(sentence => sentence.includes('waiting 1 second'))).toHaveLength(2)
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
    (_, response) => html(response, 301, { location: elsewhere().url }),
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
])('a service that %s stops the probe', async (_, exception, sentence) => {
  service().except(exception)
  expect((await runProbeAgainst(service().url)).stopped).toMatch(sentence)
})

test('a service that becomes unavailable stops the probe', async () => {
  const { requests } = service()
  const away: Exception = ({ socket }) => requests.length > 20 && socket.destroy()
  service().except(away)
  expect((await runProbeAgainst(service().url)).stopped).toMatch(
    /has stopped answering: no answer \(/,
  )
})

test('a service that never answers cannot be reached', async () => {
  service().except(() => true)
  const { stopped } = await runProbeAgainst(service().url, { timeoutMs: 50 })
  expect(stopped).toMatch(/cannot be reached: no answer \(it took too long\)/)
})
