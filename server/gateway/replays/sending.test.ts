import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ReplayItems, ReplayRunPage } from '../../../contract/replay.ts'
import { DATABASES } from '../../testing/test-database.ts'
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { startReceiver, type TestReceiver } from '../../testing/test-receiver.ts'
import { AT_A_TIME_TO_ONE_RECEIVER } from './replay-queue.ts'
import { type ListUpstream, startListUpstream } from './testing/list-upstream.ts'
import { RANGE, ReplayClient } from './testing/replay-client.ts'

/** For what takes as long as the machine is busy. */
const SOON = { timeout: 20_000 }

describe.each(DATABASES)('on %s', kind => {
  let upstream: ListUpstream
  let receiver: TestReceiver
  let gateway: TestGateway
  let thandi: ReplayClient
  let pieter: ReplayClient
  let made = 0

  beforeAll(async () => {
    upstream = await startListUpstream()
    receiver = await startReceiver(200)
    gateway = await startTestGateway(upstream.url, {
      kind,
      receivers: [receiver],
      deadlineMs: 10_000,
    })
    thandi = new ReplayClient(gateway.url, 'a'.repeat(40))
    pieter = new ReplayClient(gateway.url, 'b'.repeat(40))
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await receiver.close()
  })
  beforeEach(() => {
    receiver.behave(200)
    receiver.requests.length = 0
  })

  /** Lists events that no test had before. Their ids, newest first. */
  const list = (count: number): string[] => {
    const ids = Array.from({ length: count }, () => String(++made)).reverse()
    upstream.items = ids.map(
      id => `{"id":${id},"callback_url":"${receiver.url}","request_json":{"call_id":${id}}}`,
    )
    return ids
  }
  const sent = () => receiver.requests.map(({ headers }) => String(headers['webhook-id']))
  const sorted = (ids: string[]) => ids.toSorted((one, other) => Number(one) - Number(other))
  const latest = async (id: string, client = thandi) => {
    const { body } = await client.get(`replay-items?list=${RANGE.list}&event_id=${id}`)
    return ReplayItems.parse(body).results[0]
  }
  const stopAll = async (client: ReplayClient, id: string) => {
    await client.post(`replays/${id}/cancel`)
    await client.leaves(id, ['running', 'paused'])
  }

  test('a run sends each event once, and tells what came of it by receiver and cause', async () => {
    const ids = list(120)
    receiver.behave(async ({ headers }, response) => {
      response.writeHead(Number(headers['webhook-id']) % 3 === 0 ? 500 : 200).end()
    })
    const { id } = await thandi.prepare()
    const started = await thandi.change(id, 'start')
    expect(started).toMatchObject({ state: 'running', started_at: expect.any(String) })
    const run = await thandi.settled(id)
    expect(run).toMatchObject({
      state: 'finished',
      finished_at: expect.any(String),
      counts: { prepared: 0, queued: 0, sending: 0, delivered: 80, failed_again: 40, skipped: 0 },
      receivers: [{ receiver: receiver.exception, counts: { delivered: 80, failed_again: 40 } }],
      causes: [{ state: 'failed_again', cause: 'answered 500; only 200 counts', count: 40 }],
    })
    expect(sorted(sent())).toEqual(sorted(ids))
    expect(await thandi.items(id, 'state=failed_again&page_size=30')).toHaveLength(40)
    const page = await thandi.get(`replays/${id}/items?page=3&page_size=50`)
    expect(page.body).toMatchObject({ count: 120, next: null, results: { length: 20 } })
    expect((await thandi.get(`replays/${id}/items?page=4&page_size=50`)).status).toBe(404)
  })

  test('what a replay has delivered is left out unless it is asked for, and told before and after', async () => {
    const [newest = '', ...rest] = list(5)
    const first = await thandi.prepare({ events: [{ id: newest }], start: true })
    await thandi.settled(first.id)

    const second = await pieter.prepare()
    expect(second).toMatchObject({ already_delivered: 1, counts: { prepared: 5 } })
    expect(second.receivers[0]?.already_delivered).toBe(1)
    await pieter.change(second.id, 'start')
    const run = await pieter.settled(second.id)
    expect(run.counts).toMatchObject({ delivered: 4, skipped: 1 })
    expect(run.causes[0]?.cause).toMatch(
      /^Delivered already by a replay of another account, started on \d+ \w+ 20\d\d at \d\d:\d\d\.$/,
    )
    expect(sorted(sent())).toEqual(sorted([newest, ...rest]))

    receiver.requests.length = 0
    const third = await thandi.prepare()
    expect(third.already_delivered).toBe(5)
    await thandi.change(third.id, 'start', { include_delivered: true })
    await thandi.settled(third.id)
    expect(sent()).toHaveLength(5)
  })

  test('what another run is sending is told apart from what was delivered, and is left out', async () => {
    const ids = list(6)
    const [newest = '', , , , , oldest = ''] = ids
    const done = await thandi.prepare({ events: [{ id: oldest }], start: true })
    await thandi.settled(done.id)
    const again = { events: [{ id: oldest }], start: true, include_delivered: true }
    const held: (() => void)[] = []
    receiver.behave(async (_request, response) => {
      await new Promise<void>(resolve => held.push(resolve))
      response.end()
    })
    const first = await pieter.prepare({ events: [{ id: newest }], start: true })
    // Delivered before, and on its way once more: it counts as what it is now.
    const second = await pieter.prepare({ ...again, seen_run_id: done.id })
    await expect.poll(() => held.length, SOON).toBe(2)

    const { id } = await thandi.prepare()
    const told = { being_sent: 2, already_delivered: 0 }
    expect(await thandi.run(id)).toMatchObject({
      ...told,
      counts: { prepared: 6 },
      receivers: [told],
    })
    receiver.behave(200)
    const run = await thandi.change(id, 'start')
    expect(run.counts.skipped).toBe(2)
    expect(run.causes[0]?.cause).toMatch(/^Being sent already by a replay of another account/)
    for (const answerIt of held) answerIt()
    expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 4, skipped: 2 })
    await Promise.all([pieter.settled(first.id), pieter.settled(second.id)])
  })

  test('a single replay does not wait behind a run to the same receiver', async () => {
    const [single = '', ...ids] = list(300)
    const held: (() => void)[] = []
    let isHolding = true
    receiver.behave(async (_request, response) => {
      if (isHolding) await new Promise<void>(resolve => held.push(resolve))
      response.end()
    })
    const big = await thandi.prepare({ events: ids.map(id => ({ id })) })
    await thandi.change(big.id, 'start')
    await expect.poll(() => held.length, SOON).toBe(AT_A_TIME_TO_ONE_RECEIVER)
    const { id } = await thandi.prepare({ events: [{ id: single }], start: true })
    expect((await thandi.run(id)).counts.queued).toBe(1)
    // One place becomes free, and it is the one to have it.
    held.shift()?.()
    await expect.poll(() => sent()[AT_A_TIME_TO_ONE_RECEIVER], SOON).toBe(single)
    isHolding = false
    for (const answerIt of held) answerIt()
    await Promise.all([thandi.settled(id), thandi.settled(big.id)])
  })

  test('a run that leaves out all is finished at once', async () => {
    list(3)
    const first = await thandi.prepare({ start: true })
    await thandi.settled(first.id)
    const { id } = await thandi.prepare()
    expect(await thandi.change(id, 'start')).toMatchObject({
      state: 'finished',
      counts: { skipped: 3 },
    })
    expect(sent()).toHaveLength(3)
  })

  test('two people who start runs of the same events at the same moment send each once', async () => {
    const ids = list(200)
    const runs = await Promise.all([thandi, pieter, thandi, pieter].map(one => one.prepare()))
    const people = [thandi, pieter, thandi, pieter]
    await Promise.all(runs.map(({ id }, at) => people[at]?.change(id, 'start')))
    const ends = await Promise.all(runs.map(({ id }, at) => people[at]?.settled(id)))
    expect(sorted(sent())).toEqual(sorted(ids))
    expect(ends.reduce((sum, run) => sum + (run?.counts.delivered ?? 0), 0)).toBe(200)
    expect(ends.reduce((sum, run) => sum + (run?.counts.skipped ?? 0), 0)).toBe(600)
  })

  test('one run is started once, whoever presses', async () => {
    list(20)
    const { id } = await thandi.prepare()
    const answers = await Promise.all([1, 2, 3].map(() => thandi.post(`replays/${id}/start`, {})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await thandi.settled(id)
    expect(sent()).toHaveLength(20)
  })

  test('single presses in the midst of a run of the same events send none twice', async () => {
    const ids = list(60)
    const { id } = await thandi.prepare()
    const presses = ids.map(event =>
      pieter.post('replays', {
        ...RANGE,
        events: [{ id: event }],
        start: true,
        seen_run_id: null,
      }),
    )
    const [answers] = await Promise.all([Promise.all(presses), thandi.change(id, 'start')])
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    await thandi.settled(id)
    await expect.poll(() => sorted(sent()), SOON).toEqual(sorted(ids))
    await sleep(300)
    expect(sent()).toHaveLength(60)
  })

  test('a paused run sends nothing new; resumed it sends the rest, none twice', async () => {
    const ids = list(100)
    const held: (() => void)[] = []
    let isHolding = true
    receiver.behave(async (_request, response) => {
      if (isHolding) await new Promise<void>(resolve => held.push(resolve))
      response.end()
    })
    const { id } = await thandi.prepare()
    await thandi.change(id, 'start')
    await expect.poll(() => held.length, SOON).toBeGreaterThan(0)
    expect((await thandi.change(id, 'pause')).state).toBe('paused')
    isHolding = false
    for (const answerIt of held) answerIt()
    await expect.poll(async () => (await thandi.run(id)).counts.sending, SOON).toBe(0)
    await sleep(1_500)
    const paused = await thandi.run(id)
    const before = sent().length
    expect(paused).toMatchObject({ state: 'paused', counts: { queued: 100 - before } })
    expect(paused.counts.delivered).toBe(before)
    // Again and again: a worker may hold jobs from before.
    await thandi.change(id, 'resume')
    for (let times = 0; times < 5; times++) {
      await thandi.post(`replays/${id}/pause`)
      await thandi.post(`replays/${id}/resume`)
    }
    expect(await thandi.settled(id)).toMatchObject({
      state: 'finished',
      counts: { delivered: 100 },
    })
    expect(sorted(sent())).toEqual(sorted(ids))
  })

  test('a cancelled run sends nothing more, and says who cancelled it', async () => {
    list(100)
    const released = Promise.withResolvers<void>()
    receiver.behave(async (_request, response) => {
      await released.promise
      response.end()
    })
    const { id } = await thandi.prepare()
    await thandi.change(id, 'start')
    await expect.poll(() => sent().length, SOON).toBeGreaterThan(0)
    const cancelled = await thandi.change(id, 'cancel')
    expect(cancelled).toMatchObject({ state: 'cancelled', finished_at: null })
    const inFlight = cancelled.counts.sending
    expect(cancelled.counts).toMatchObject({ queued: 0, skipped: 100 - inFlight })
    expect(cancelled.causes).toEqual([
      { state: 'skipped', cause: 'Cancelled before it was sent.', count: 100 - inFlight },
    ])
    released.resolve()
    await expect
      .poll(() => thandi.run(id), SOON)
      .toMatchObject({
        state: 'cancelled',
        finished_at: expect.any(String),
        counts: { delivered: inFlight, sending: 0 },
      })
    await sleep(1_000)
    expect(sent()).toHaveLength(inFlight)
  })

  test('those that failed again make a new run, with the payloads of the first', async () => {
    const ids = list(10)
    receiver.behave(503)
    const first = await thandi.prepare({ start: true })
    await thandi.settled(first.id)
    upstream.items = []
    receiver.behave(200)
    receiver.requests.length = 0
    const asked = upstream.requests.length
    const again = await thandi.change(first.id, 'again')
    expect(again).toMatchObject({
      state: 'ready',
      asked_for: 'failed_again',
      read: { found: 10, of: 10 },
      counts: { prepared: 10 },
    })
    expect(upstream.requests).toHaveLength(asked)
    await thandi.change(again.id, 'start')
    expect((await thandi.settled(again.id)).counts.delivered).toBe(10)
    expect(sorted(sent())).toEqual(sorted(ids))
    expect(receiver.requests[0]?.body).toBe(`{"call_id":${sent()[0]}}`)
    expect(await thandi.post(`replays/${again.id}/again`)).toMatchObject({
      status: 409,
      body: { detail: 'No event of this replay run failed again.' },
    })
  })

  test('what a run is not in the state for is a 409 that says what it is', async () => {
    list(1)
    const { id } = await thandi.prepare()
    for (const step of ['pause', 'resume', 'again']) {
      const { status, body } = await thandi.post(`replays/${id}/${step}`)
      expect([status, body]).toEqual([409, { detail: 'This replay run has not been started yet.' }])
    }
    await thandi.change(id, 'cancel')
    expect((await thandi.post(`replays/${id}/start`, {})).body).toEqual({
      detail: 'This replay run was cancelled.',
    })
    expect((await pieter.post(`replays/${id}/cancel`)).status).toBe(404)
  })

  test('whoever has not seen the last replay of an event does not send it again', async () => {
    const [event = ''] = list(1)
    const press = (seen_run_id: string | null) =>
      thandi.post('replays', { ...RANGE, events: [{ id: event }], start: true, seen_run_id })
    const first = await press(null)
    expect(first.status).toBe(201)
    const { id } = first.body as { id: string }
    await thandi.settled(id)

    const stale = await press(null)
    expect(stale.status).toBe(409)
    expect(stale.body).toEqual({
      detail: expect.stringMatching(/^Delivered already by .* Nothing/),
    })
    const seen = await press(id)
    expect(seen.status).toBe(201)
    await thandi.settled((seen.body as { id: string }).id)
    expect((await press(id)).status).toBe(409)
    expect(sent()).toHaveLength(2)
  })

  test('the latest replay of an event is what was sent, not that it was left out; its history is all', async () => {
    const [event = ''] = list(1)
    const runs = []
    for (let times = 0; times < 2; times++) {
      const run = await thandi.prepare({ start: true })
      runs.push(run.id)
      await thandi.settled(run.id)
    }
    await thandi.prepare()
    expect(await latest(event)).toMatchObject({ run_id: runs[0], state: 'delivered' })
    const { body } = await thandi.get(`replay-history?list=${RANGE.list}&event_id=${event}`)
    expect(ReplayItems.parse(body).results.map(({ run_id, state }) => [run_id, state])).toEqual([
      [runs[0], 'delivered'],
      [runs[1], 'skipped'],
    ])
  })

  test('all runs of the account are listed, the newest first, page by page', async () => {
    list(1)
    const carla = new ReplayClient(gateway.url, 'c'.repeat(40))
    const ids: string[] = []
    for (let times = 0; times < 3; times++) ids.unshift((await carla.prepare()).id)
    const whole = ReplayRunPage.parse((await carla.get('replays')).body)
    expect(whole.results.map(({ id }) => id)).toEqual(ids)
    const second = await carla.get('replays?page=2&page_size=2')
    expect(second.body).toMatchObject({
      count: 3,
      next: null,
      previous: '/gateway/replays?page=1&page_size=2',
      results: [{ id: ids[2], counts: { prepared: 1 } }],
    })
    await stopAll(carla, ids[0] ?? '')
  })
})
