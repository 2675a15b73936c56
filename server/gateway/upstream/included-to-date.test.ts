import { describe, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { signIn } from '../../testing/test-gateway.ts'
import { ReplayClient } from '../replays/testing/replay-client.ts'

/* A service whose lists include the day of `to_date`, which the interface leaves open. */

const both = gatewayAndUpstream({ includesToDate: true })
const LIST = '/v1/call_events_fail/'

const lastDays = () =>
  new Set(both.upstream.requests.map(({ url }) => /to_date=([^&]*)/.exec(url ?? '')?.[1]))

test('the dashboard’s requests name the last day', async () => {
  const cookie = await signIn(both.gateway, { token: TOKEN })
  both.upstream.requests.length = 0
  for (const query of ['from_date=2028-02-28&to_date=2028-03-01', 'to_date=2028-03-01&page=2']) {
    await fetch(both.url(`${LIST}?${query}`), { headers: { cookie } })
  }
  expect(lastDays()).toEqual(new Set(['2028-02-29']))
})

test('the gateway’s own requests name the last day', async () => {
  const client = new ReplayClient(both.gateway.url, TOKEN)
  await client.prepare({ from_date: '2026-11-20', to_date: '2026-11-21' })
  await eventually(() => both.upstream.requests.length > 0)
  expect(lastDays()).toEqual(new Set(['2026-11-20']))
})

test('a script’s own requests pass unchanged', async () => {
  const headers = { authorization: `Token ${TOKEN}` }
  await fetch(both.url(`${LIST}?from_date=2026-11-20&to_date=2026-11-21`), { headers })
  expect(lastDays()).toEqual(new Set(['2026-11-21']))
})

test('a text that is no day passes to the service', async () => {
  const cookie = await signIn(both.gateway, { token: TOKEN })
  both.upstream.requests.length = 0
  const response = await fetch(both.url(`${LIST}?to_date=2026-99-99`), { headers: { cookie } })
  expect(response.status).toBe(200)
  expect(lastDays()).toEqual(new Set(['2026-99-99']))
})

describe('without the setting', () => {
  const unset = gatewayAndUpstream({ includesToDate: undefined })
  const RANGE = 'list=call_events_fail&from_date=2024-03-01&to_date=2024-03-02'

  test('the first page is one request, and the next one follows what the reader has found out', async () => {
    const cookie = await signIn(unset.gateway, { token: TOKEN })
    const get = async (path: string) =>
      (await fetch(unset.url(`/gateway/${path}`), { headers: { cookie } })).json()
    unset.upstream.behave(({ query }, response) => {
      const [from = '', to = ''] = [query.get('from_date') ?? '', query.get('to_date') ?? '']
      const results = ['2024-03-02', '2024-03-01']
        .filter(day => day >= from && day <= to)
        .map(day => ({ id: day, failed_at: `${day}T12:00:00+02:00`, request_json: {} }))
      answer(response, 200, { count: results.length, next: null, previous: null, results })
    })
    const countOfPage = async () =>
      (await get(`events/page?${RANGE}&page=1&page_size=20`)).page.count
    unset.upstream.requests.length = 0
    expect(await countOfPage()).toBe(2)
    expect(unset.upstream.requests).toHaveLength(1)
    await eventually(async () => {
      await get(`events/reading?${RANGE}`)
      return (await get('fields')).to_date.is_included
    })
    expect((await get('fields')).to_date.source).toBe('found')
    // The reader may still be reading.
    expect(await countOfPage()).toBe(1)
  })
})
