import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type DayCountLine, dayCountsPath, recentDays } from '../../../contract/day-counts.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { signIn, startTestGateway } from '../../testing/test-gateway.ts'

const both = gatewayAndUpstream()
let cookie = ''

beforeEach(async () => {
  cookie = await signIn(both.gateway, { token: TOKEN })
  both.upstream.requests.length = 0
})

const ask = (path: string) => fetch(both.url(path), { headers: { cookie } })

async function linesOf(path: string): Promise<DayCountLine[]> {
  return linesIn(await ask(path))
}

async function linesIn(response: Response): Promise<DayCountLine[]> {
  const text = await response.text()
  return text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

const page = (count: number) => ({
  count,
  next: null,
  previous: null,
  results: Array(Math.min(count, 1)).fill({ request_json: {} }),
})

describe('the counts of days', () => {
  test('come in one answer, each of one event and its count', async () => {
    both.upstream.behave((request, response) =>
      answer(response, 200, page(Number(request.query.get('from_date')?.slice(-2)))),
    )
    const days = recentDays('2026-11-24')
    const lines = await linesOf(dayCountsPath(days))
    expect(lines).toHaveLength(60)
    expect(lines).toEqual(
      expect.arrayContaining(days.map(day => ({ ...day, count: Number(day.day.slice(-2)) }))),
    )
    expect(both.upstream.requests).toHaveLength(60)
    expect(both.upstream.requests[0]?.query.get('page_size')).toBe('1')
  })

  test('come one by one, each as soon as it is known', async () => {
    const held: { day: string | null; let: () => void }[] = []
    both.upstream.behave((request, response) => {
      const day = request.query.get('from_date')
      held.push({ day, let: () => answer(response, 200, page(3)) })
    })
    const list = 'call_events_fail'
    const asked = ask(`/gateway/day-counts?${list}=2026-11-24,2026-11-23`)
    await expect.poll(() => held.length).toBe(2)
    held[0]?.let()
    const reader = (await asked).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(JSON.parse(new TextDecoder().decode(value))).toEqual({
      list,
      day: held[0]?.day,
      count: 3,
    })
    held[1]?.let()
    await reader?.read()
    expect(await reader?.read()).toMatchObject({ done: true })
  })

  test('that the service refuses are passed on, and delay no other day', async () => {
    both.upstream.behave((request, response) => {
      if (request.query.get('from_date') !== '2026-11-23') return answer(response, 200, page(7))
      response.setHeader('retry-after', '30')
      answer(response, 500, { detail: 'A server error occurred.' })
    })
    const list = 'call_events_fail'
    const lines = await linesOf(`/gateway/day-counts?${list}=2026-11-24,2026-11-23,2026-11-22`)
    expect(lines).toContainEqual({
      list,
      day: '2026-11-23',
      status: 500,
      text: '{"detail":"A server error occurred."}',
      retry_after: 30,
      is_signed_out: false,
      reference: expect.any(String),
    })
    expect(lines.filter(line => 'count' in line)).toHaveLength(2)
  })

  test('end with the session if the service no longer accepts the token', async () => {
    const refuse = (_request: unknown, response: Parameters<typeof answer>[0]) =>
      answer(response, 401, { detail: 'Invalid token.' })
    both.upstream.behave(refuse)
    both.upstream.prove(refuse)
    const lines = await linesOf('/gateway/day-counts?call_events_fail=2026-11-24')
    expect(lines).toMatchObject([{ status: 401, is_signed_out: true }])
  })

  test('that contain no count are passed on unchanged', async () => {
    both.upstream.behave((_request, response) => answer(response, 200, { count: 5, results: [] }))
    const lines = await linesOf('/gateway/day-counts?transcription_events_fail=2026-11-24')
    expect(lines).toMatchObject([{ status: 200, text: '{"count":5,"results":[]}' }])
  })

  test('are refused for invalid days and for too many days', async () => {
    expect((await ask('/gateway/day-counts?call_events_fail=yesterday')).status).toBe(400)
    const many = Array(63).fill('2026-11-24').join(',')
    expect((await ask(`/gateway/day-counts?call_events_fail=${many}`)).status).toBe(400)
  })
})

test('our own service counts all days at once, for the caller’s token', async () => {
  const days = recentDays('2026-11-24')
  const counts = days.map((day, index) => ({ ...day, count: index }))
  const own = await startTestGateway(both.upstream.url, {
    own: { countDays: async token => (token === `Token ${TOKEN}` ? counts : []) },
  })
  onTestFinished(() => own.close())
  const headers = { cookie: await signIn(own, { token: TOKEN }) }
  both.upstream.requests.length = 0
  expect(await linesIn(await fetch(`${own.url}${dayCountsPath(days)}`, { headers }))).toEqual(
    counts,
  )
  expect(both.upstream.requests).toEqual([])
})
