import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../testing/test-gateway.ts'

const both = gatewayAndUpstream()

const session = async (init: RequestInit = {}) => {
  const response = await fetch(both.url('/gateway/session'), init)
  return { status: response.status, body: await response.json().catch(() => null), response }
}
const post = (body: unknown, headers: Record<string, string> = FROM_DASHBOARD) =>
  session({ method: 'POST', headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(body) })

describe('requests that change something by the cookie must come from the dashboard itself', () => {
  const without = (name: string, more: Record<string, string> = {}) => {
    const headers: Record<string, string> = { ...FROM_DASHBOARD, ...more }
    delete headers[name]
    return headers
  }

  test.each([
    ['without the header', without('x-redial-dashboard'), 403],
    ['from another site', without('', { 'sec-fetch-site': 'cross-site' }), 403],
    ['from a sibling site', without('', { 'sec-fetch-site': 'same-site' }), 403],
    ['with neither Sec-Fetch-Site nor Origin', without('sec-fetch-site'), 403],
    ['with a foreign Origin', without('sec-fetch-site', { origin: 'https://evil.example' }), 403],
    ['with the own Origin', without('sec-fetch-site', { origin: 'OWN' }), 201],
    ['from the dashboard', FROM_DASHBOARD, 201],
  ])('%s', async (_, headers: Record<string, string>, status) => {
    const cookie = await signIn(both.gateway, { token: TOKEN })
    both.upstream.behave((_, response) => answer(response, 201, {}))
    const { statusCode } = await request(both.url('/v1/blocklist/'), {
      method: 'POST',
      headers: {
        ...headers,
        ...JSON_BODY,
        cookie,
        ...(headers.origin === 'OWN' && { origin: both.gateway.url }),
      },
      body: '{}',
    })
    expect(statusCode).toBe(status)
    expect(both.upstream.requests.filter(asked => asked.method === 'POST')).toHaveLength(
      status === 201 ? 1 : 0,
    )
  })

  test('signing in and out, and replays', async () => {
    const foreign = { ...FROM_DASHBOARD, 'sec-fetch-site': 'cross-site' }
    const cookie = await signIn(both.gateway, { token: TOKEN })
    expect((await post({ token: TOKEN }, foreign)).status).toBe(403)
    const out = await session({ method: 'DELETE', headers: { ...foreign, cookie } })
    expect(out.status).toBe(403)
    const replay = await fetch(both.url('/gateway/replays'), {
      method: 'POST',
      headers: { ...foreign, ...JSON_BODY, cookie },
      body: JSON.stringify({
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: '1' }],
      }),
    })
    expect(replay.status).toBe(403)
  })
})
