import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { answer, startUpstream } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn, startTestGateway } from '../../testing/test-gateway.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

const TOKEN = 'c0ffee'.repeat(7)
const OWN = { authorization: `Token ${TOKEN}` }
const LIST = '/v1/call_events_fail/'

/** An origin other than the configured one, which records everything that arrives. */
const second = await closedAfterAll(startUpstream((_, response) => answer(response, 200, [])))
const receiver = await closedAfterAll(startReceiver())
const upstream = await closedAfterAll(startUpstream((_, response) => answer(response, 200, [])))
const gateway = await closedAfterAll(startTestGateway(upstream.url, { receivers: [receiver] }))
const cookie = await signIn(gateway, { token: TOKEN })
beforeEach(() => upstream.prove((_, response) => answer(response, 200, [])))
afterEach(() => expect(second.requests.map(({ url }) => url)).toEqual([]))

/** The ways in which an answer may point at the second origin. */
const linksTo = (path: string) => {
  const { host, port } = new URL(second.url)
  return [
    `${second.url}${path}`,
    `//${host}${path}`,
    `http://localhost:${port}${path}`,
    `http://me:secret@${host}${path}`,
    `http://${new URL(upstream.url).host}@${host}${path}`,
    `http:\\\\${host}${path}`,
  ]
}

describe('redirects', () => {
  test.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'POST'],
    [307, 'POST'],
    [308, 'POST'],
    [307, 'PUT'],
    [308, 'PATCH'],
    [307, 'DELETE'],
  ] as const)('%i of a %s is not followed', async (status, method) => {
    for (const location of linksTo('/v1/blocklist/')) {
      upstream.behave((_, response) => {
        const headers = { location, refresh: `0;url=${location}`, 'set-cookie': `token=${TOKEN}` }
        response.writeHead(status, headers).end()
      })
      const body = method === 'GET' ? null : '{"a":1}'
      for (const caller of [{ cookie, ...FROM_DASHBOARD }, OWN]) {
        const answered = await request(`${gateway.url}/v1/blocklist/`, {
          method,
          headers: { ...caller, ...(body && JSON_BODY) },
          body,
        })
        await answered.body.dump()
        expect(answered.statusCode).toBe('cookie' in caller ? 502 : status)
        expect(answered.headers['set-cookie']).toBeUndefined()
        expect(answered.headers.refresh).toBeUndefined()
      }
    }
  })

  test('at sign-in are reported with their target, and nobody is signed in', async () => {
    upstream.prove((_, response) => {
      response.writeHead(301, { location: `${second.url}/v1/call_events_fail/?page_size=1` }).end()
    })
    const { statusCode, headers, body } = await request(`${gateway.url}/gateway/session`, {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY },
      body: JSON.stringify({ token: TOKEN }),
    })
    expect(statusCode).toBe(502)
    expect(headers['set-cookie']).toBeUndefined()
    expect(await body.json()).toEqual({ detail: expect.stringContaining(`${second.url}${LIST}`) })
  })

  test('on a run’s second page break the run, and a change of receivers is refused', async () => {
    upstream.behave((incoming, response) => {
      if (incoming.query.get('page') === '1') return answer(response, 200, page(1, 3, '?page=2'))
      response.writeHead(302, { location: `${second.url}${LIST}` }).end()
    })
    const run = await new ReplayClient(gateway.url, TOKEN).prepare()
    expect(run).toMatchObject({ state: 'broken', problem: expect.stringContaining('302') })
    upstream.prove((_, response) => {
      response.writeHead(302, { location: `${second.url}${LIST}` }).end()
    })
    const changed = await request(`${gateway.url}/gateway/receivers/27105550142`, {
      method: 'PUT',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie },
      body: JSON.stringify({ url: receiver.url }),
    })
    await changed.body.dump()
    expect(changed.statusCode).toBe(502)
  })
})

/** One event per page, with links to the second origin. */
const page = (number: number, of: number, link: string) => ({
  count: of,
  next: number < of ? link : null,
  previous: number > 1 ? link : null,
  results: [
    {
      id: number,
      callback_url: receiver.url,
      request_json: { call_id: number, recording_url: `${second.url}/${number}.mp3`, next: link },
    },
  ],
})

describe('links', () => {
  test.each([
    ['number', (number: number) => `page=${number}`],
    ['cursor', (number: number) => `page=1&cursor=${number}`],
  ])('of pages by %s are followed at the configured service only', async (_by, queryOf) => {
    for (const [way] of linksTo(LIST).entries()) {
      upstream.requests.length = 0
      upstream.behave(({ query }, response) => {
        const number = Number(query.get('cursor') ?? query.get('page'))
        const link = linksTo(`${LIST}?${queryOf(number + 1)}`)[way] ?? ''
        response.setHeader('link', `<${second.url}>; rel="next"`)
        answer(response, 200, page(number, 3, link))
      })
      const run = await new ReplayClient(gateway.url, TOKEN).prepare()
      expect(run).toMatchObject({ state: 'ready', read: { found: 3, of: 3 } })
      expect(upstream.requests.map(({ url }) => url?.split('?')[0])).toEqual([LIST, LIST, LIST])
    }
  })

  test('are passed on unchanged, and not requested', async () => {
    const body = JSON.stringify(page(1, 3, `${second.url}${LIST}?page=2`))
    upstream.behave((_, response) => answer(response, 200, body))
    const answered = await request(`${gateway.url}${LIST}`, { headers: { cookie } })
    expect(await answered.body.text()).toBe(body)
  })
})

test('a replay sends the payload to the receiver, and nothing that is ours', async () => {
  receiver.behave((_, response) => {
    response.writeHead(307, { location: `${second.url}/hook` }).end()
  })
  upstream.behave((_, response) => answer(response, 200, page(1, 1, `${second.url}/next`)))
  const { statusCode, body } = await request(`${gateway.url}/gateway/replays`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie, referer: `${gateway.url}/?${TOKEN}` },
    body: JSON.stringify({ ...RANGE, events: [{ id: '1' }], start: true }),
  })
  expect(statusCode).toBe(201)
  const { id } = (await body.json()) as { id: string }
  const run = await new ReplayClient(gateway.url, TOKEN).settled(id)
  expect(run.counts).toMatchObject({ failed_again: 1 })
  const [arrived] = receiver.requests
  expect(receiver.requests).toHaveLength(1)
  const [, session = ''] = cookie.split('=')
  const all = JSON.stringify(arrived)
  expect(all).toContain('call_id')
  expect(all).not.toContain(TOKEN)
  expect(all).not.toContain(session)
  expect(arrived?.headers).not.toHaveProperty('authorization')
  expect(arrived?.headers).not.toHaveProperty('cookie')
  expect(arrived?.headers).not.toHaveProperty('referer')
})
