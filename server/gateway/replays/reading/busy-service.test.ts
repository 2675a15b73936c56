import { beforeEach, describe, expect, test } from 'vitest'
import { heldClock } from '../../../testing/held-clock.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { failedCall } from '../testing/list-upstream.ts'
import { RANGE } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const clock = heldClock()
const { upstream, receiver, thandi: client, gateway } = await replaysOfFile({ clock })
/** How often the service was asked. */
let asked: number

beforeEach(() => {
  asked = 0
  upstream.items = Array.from({ length: 3 }, (_, at) => `{"id":${at},"request_json":{}}`)
})

const item = (id: string) => failedCall(`"${id}"`, receiver.url, '{}')

/** Refuses once and asks for a wait in this way. */
const refuseOnce = (retryAfter: string | undefined) => {
  upstream.behave((request, response) => {
    asked += 1
    if (asked > 1) return upstream.serve(request, response)
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    response.setHeader('date', 'Sat, 21 Nov 2026 10:00:00 GMT')
    answer(response, 429, {
      detail: 'Request was throttled. Expected available in 60 seconds.',
    })
  })
}

describe('reading for a run waits as long as a busy service asks, reports that, and continues', () => {
  test.each([
    ['seconds', '2', 2],
    ['a date, by the service’s own clock', 'Sat, 21 Nov 2026 10:00:02 GMT', 2],
    ['nothing, but a sentence', undefined, 1],
    ['nonsense', '-30', 1],
  ])('%s', async (_, retryAfter, seconds) => {
    refuseOnce(retryAfter)
    const id = await client.begin()
    await expect
      .poll(async () => (await client.run(id)).problem, { interval: 20 })
      .toContain(`busy and asks for a pause of ${seconds} second`)
    expect(asked).toBe(1)
    expect(await clock.endWait()).toBe(seconds * 1_000)
    const run = await client.leaves(id, ['reading'])
    expect(run).toMatchObject({ state: 'ready', problem: null, read: { found: 3 } })
  })

  test('a person decides about an endless pause', async () => {
    refuseOnce('86400000')
    const id = await client.begin()
    expect(await client.leaves(id, ['reading'])).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining('a pause of 24,000 hours. Try again after that.'),
    })
    expect(asked).toBe(1)
  })

  test('a run that is cancelled during the pause reports no more waiting', async () => {
    refuseOnce('600')
    const id = await client.begin()
    await expect.poll(async () => (await client.run(id)).problem, { interval: 20 }).not.toBeNull()
    await client.change(id, 'cancel')
    await expect.poll(async () => (await client.run(id)).problem).toBeNull()
    expect(clock.waiting()).toBe(0)
    expect(asked).toBe(1)
  })

  test('several single events share one pause', async () => {
    const ids = ['first', 'second', 'third', 'fourth']
    upstream.items = ids.map(item)
    let isBusy = true
    upstream.behave((request, response) => {
      if (!isBusy) return upstream.serve(request, response)
      response.setHeader('retry-after', '6')
      answer(response, 429, { detail: 'Request was throttled.' })
    })
    const one = (id: string) => client.begin({ events: [{ id }], start: true })
    const runs = await Promise.all(ids.map(one))
    isBusy = false
    expect(await clock.endWait()).toBe(6_000)
    // No request starts a new pause after another one's has ended.
    for (const id of runs) expect((await client.settled(id)).counts.delivered).toBe(1)
    expect(receiver.requests).toHaveLength(4)
  })

  test('of two requests for one event, one sends it and the other is refused', async () => {
    upstream.items = [item('both')]
    refuseOnce('1')
    const both = { events: [{ id: 'both' }], start: true, seen_run_id: null }
    const [waiting, faster] = [await client.begin(both), await client.begin(both)]
    await client.settled(faster)
    await clock.endWait()
    expect(await client.settled(waiting)).toMatchObject({
      state: 'finished',
      counts: { skipped: 1, delivered: 0 },
      causes: [{ cause: expect.stringMatching(/^Delivered already by a replay/), count: 1 }],
    })
    expect(receiver.requests).toHaveLength(1)
  })

  test('an event that the person knows to be delivered waits too, and is sent once more', async () => {
    upstream.items = [item('again')]
    const again = { events: [{ id: 'again' }], start: true }
    const { id: seen_run_id } = await client.replay({ ...again, seen_run_id: null })
    receiver.requests.length = 0
    asked = 0
    refuseOnce('1')
    const id = await client.begin({ ...again, seen_run_id })
    await clock.endWait()
    expect((await client.settled(id)).counts).toMatchObject({
      delivered: 1,
    })
    expect(receiver.requests).toHaveLength(1)
  })

  test('after a long pause, a person decides whether a single replay continues', async () => {
    refuseOnce('86400')
    const response = await fetch(`${gateway.url}/gateway/replays`, {
      method: 'POST',
      headers: { authorization: `Token ${'a'.repeat(40)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...RANGE, events: [{ id: '1' }] }),
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '86400'])
    expect(asked).toBe(1)
  })
})
