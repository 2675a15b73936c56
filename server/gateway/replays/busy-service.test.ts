import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { answer } from '../../testing/test-upstream.ts'
import { type ListUpstream, startListUpstream } from './testing/list-upstream.ts'
import { RANGE, ReplayClient } from './testing/replay-client.ts'

let upstream: ListUpstream
let gateway: TestGateway
let client: ReplayClient
/** When it was asked, in ms. */
let asked: number[]

beforeAll(async () => {
  upstream = await startListUpstream()
  gateway = await startTestGateway(upstream.url)
  client = new ReplayClient(gateway.url, 'a'.repeat(40))
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
})
beforeEach(() => {
  asked = []
  upstream.items = Array.from({ length: 3 }, (_, at) => `{"id":${at},"request_json":{}}`)
})

/** Refuses once, and asks to wait in this way. */
const refuseOnce = (retryAfter: string | undefined) => {
  upstream.behave((request, response) => {
    asked.push(performance.now())
    if (asked.length > 1) return upstream.serve(request, response)
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    response.setHeader('date', 'Sat, 21 Nov 2026 10:00:00 GMT')
    answer(response, 429, {
      detail: 'Request was throttled. Expected available in 60 seconds.',
    })
  })
}

const begin = async () => {
  const { body } = await client.post('replays', { ...RANGE, events: 'all' })
  return (body as { id: string }).id
}

describe('reading for a run waits as long as a busy service asks, says so, and goes on', () => {
  test.each([
    ['seconds', '2', 2],
    ['a date, by the service’s own clock', 'Sat, 21 Nov 2026 10:00:02 GMT', 2],
    ['nothing, but a sentence', undefined, 1],
    ['nonsense', '-30', 1],
  ])('%s', async (_, retryAfter, seconds) => {
    refuseOnce(retryAfter)
    const id = await begin()
    await expect
      .poll(async () => (await client.run(id)).problem, { interval: 20 })
      .toContain(`busy and asks for a pause of ${seconds} second`)
    const run = await client.leaves(id, ['reading'])
    expect(run).toMatchObject({ state: 'ready', problem: null, read: { found: 3 } })
    // Timers may be a little early by another clock.
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(seconds * 1_000 - 50)
  })

  test('a wait without end is left to a person', async () => {
    refuseOnce('86400000')
    const id = await begin()
    expect(await client.leaves(id, ['reading'])).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining('a pause of 24,000 hours. Start again after that.'),
    })
    expect(asked).toHaveLength(1)
  })

  test('cancelled amid the pause, it says no more of it', async () => {
    refuseOnce('600')
    const id = await begin()
    await expect.poll(async () => (await client.run(id)).problem, { interval: 20 }).not.toBeNull()
    await client.change(id, 'cancel')
    await expect.poll(async () => (await client.run(id)).problem).toBeNull()
    expect(asked).toHaveLength(1)
  })

  test('a single replay is answered with the wait', async () => {
    refuseOnce('60')
    const response = await fetch(`${gateway.url}/gateway/replays`, {
      method: 'POST',
      headers: { authorization: `Token ${'a'.repeat(40)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...RANGE, events: [{ id: '1' }] }),
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
    expect(asked).toHaveLength(1)
  })
})
