import { expect, test } from 'vitest'
import { sharedExtension } from '../upstream/extension.ts'
import type { UpstreamGlimpse } from '../upstream/upstream.ts'
import { LIVE_DELIVERIES, LIVE_TIMINGS } from './live-deliveries.ts'

const CALLER = { account: 'acme', authorization: 'Token acme' }
const MINUTE_MS = 60_000

const ITEM = {
  ...{ delivered: 9, failed: 1, retrying: 0, median_ms: 80, companies: ['Acme'] },
  ...{ last_delivered_at: '2026-11-21T10:00:00+02:00', recovered_at: null },
}

/** Live deliveries of a service that gives this answer, and how often it was asked. */
function liveDeliveries(status: number, body: unknown, timings: object = LIVE_TIMINGS) {
  let [now, asked] = [Date.now(), 0]
  const peek = async (): Promise<UpstreamGlimpse> => {
    asked += 1
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status, retryAfter: null, location: null, text, isWhole: true }
  }
  const live = sharedExtension({ peek }, LIVE_DELIVERIES, { ...timings, now: () => now })
  return {
    live,
    /** How often the service was asked, `minutes` later. */
    async askedAfter(minutes: number): Promise<number> {
      now += minutes * MINUTE_MS
      await live(CALLER)
      return asked
    },
  }
}

test('the receivers have names, however their URLs are written', async () => {
  const urls = ['https://CRM.example:443/hook/', 'https://other.example/']
  const results = urls.map(callback_url => ({ ...ITEM, callback_url }))
  const { live } = liveDeliveries(200, { results })
  expect([...((await live(CALLER))?.keys() ?? [])]).toEqual(['crm.example/hook', 'other.example'])
})

test('an account’s pages share an answer for ten seconds', async () => {
  const { askedAfter } = liveDeliveries(200, { results: [] })
  expect([await askedAfter(0), await askedAfter(0.1), await askedAfter(0.2)]).toEqual([1, 1, 2])
})

test('a service without the extension is asked once an hour', async () => {
  const { live, askedAfter } = liveDeliveries(404, { detail: 'Not found.' })
  expect(await live(CALLER)).toBeNull()
  expect([await askedAfter(59), await askedAfter(2)]).toEqual([1, 2])
})

test.each([
  ['an error', 500, { detail: 'Internal server error.' }],
  ['a page of a website', 200, '<html>'],
  ['something else', 200, { results: [{ id: 1 }] }],
])(
  'after %s, no receiver is known, and the service is asked a minute later',
  async (_, status, body) => {
    const { live, askedAfter } = liveDeliveries(status, body)
    expect(await live(CALLER)).toBeNull()
    expect([await askedAfter(0.9), await askedAfter(0.2)]).toEqual([1, 2])
  },
)

test.each([200, 500])('without timings, each page asks again after the status %i', async status => {
  const { askedAfter } = liveDeliveries(status, { results: [] }, {})
  expect([await askedAfter(0), await askedAfter(0.001)]).toEqual([1, 2])
})
