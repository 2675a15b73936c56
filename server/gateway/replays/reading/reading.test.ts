import { beforeEach, expect, test } from 'vitest'
import { aMomentLater, eventually } from '../../../testing/eventually.ts'
import { heldClock } from '../../../testing/held-clock.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { failedCall, idsDownFrom } from '../testing/list-upstream.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const RECEIVER = 'https://receiver.example/hook'

const item = (id: string | number) => failedCall(id, RECEIVER)

/** Newest first: from `last` down to 1. */
const itemsDownFrom = (last: number) => idsDownFrom(last).map(item)

const clock = heldClock()
const { upstream, thandi: client } = await replaysOfFile({ clock })

beforeEach(() => {
  upstream.maxPageSize = 100
  upstream.afterPage = () => {}
})

const idsOf = (runId: string) => client.eventIds(runId)
const pagesRequested = () => upstream.requests.map(({ query }) => query.get('page'))

/** From now on the service answers its second page with this status. */
function failOnPageTwo(status: number) {
  upstream.behave((request, response) => {
    if (request.query.get('page') !== '2') return upstream.serve(request, response)
    answer(response, status, { detail: 'No.' })
  })
}

test('a range is read page by page, whatever size the service allows, and nothing is sent', async () => {
  upstream.items = itemsDownFrom(250)
  upstream.maxPageSize = 40
  const run = await client.prepare()
  expect(run).toMatchObject({
    state: 'ready',
    asked_for: 'all',
    read: { found: 250, of: 250 },
    counts: { prepared: 250, queued: 0, skipped: 0 },
    receivers: [{ receiver: 'receiver.example/hook', counts: { prepared: 250 } }],
    started_at: null,
  })
  expect(await idsOf(run.id)).toEqual(idsDownFrom(250))
  expect(upstream.requests).toHaveLength(7)
})

test('a list that grows between its pages returns each event once, including the new ones', async () => {
  upstream.items = itemsDownFrom(300)
  let added = 300
  upstream.afterPage = () => {
    if (added === 330) return
    for (let more = 0; more < 10; more++) upstream.items.unshift(item(++added))
  }
  const run = await client.prepare()
  expect(run.read).toEqual({ found: 330, of: 330 })
  expect(await idsOf(run.id)).toEqual(idsDownFrom(330))
})

test('a list that grows with every page is still read to an end', async () => {
  upstream.items = itemsDownFrom(250)
  let added = 250
  upstream.afterPage = () => void upstream.items.unshift(item(++added))
  const run = await client.prepare()
  expect(run.state).toBe('ready')
  const ids = await idsOf(run.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(idsDownFrom(250)))
})

test('a list that shrinks once and then grows is read a second time, and not ten times', async () => {
  upstream.items = itemsDownFrom(300)
  let added = 300
  upstream.afterPage = () => {
    if (upstream.requests.length === 1) upstream.items.splice(0, 1)
    else if (upstream.requests.at(-1)?.query.get('page') === '1') {
      upstream.items.unshift(item(++added))
    }
  }
  const run = await client.prepare()
  expect(await idsOf(run.id)).toEqual(expect.arrayContaining(idsDownFrom(299)))
  expect(upstream.requests.length).toBeLessThan(12)
})

test('a list is searched for one event on large pages, after the page where it was listed', async () => {
  upstream.items = itemsDownFrom(1_000)
  await client.prepare({ events: [{ id: 'gone', page: 1, page_size: 20 }] })
  const sizes = upstream.requests.map(({ query }) => query.get('page_size'))
  expect(sizes).toEqual(['20', ...Array.from({ length: 10 }, () => '100')])
})

test('named events are found where they are now, without reading further; missing ones are reported', async () => {
  upstream.items = itemsDownFrom(1_000)
  const named = ['1000', '905', '3', 'gone'].map(id => ({ id, page: 1, page_size: 20 }))
  const run = await client.prepare({ events: named })
  expect(run).toMatchObject({
    asked_for: 'named',
    read: { found: 3, of: 4 },
    counts: { prepared: 3, skipped: 1 },
    causes: [{ cause: expect.stringContaining('does not list this event'), count: 1 }],
  })
  expect(await client.eventIds(run.id, 'state=skipped')).toEqual(['gone'])
  upstream.requests.length = 0
  await client.prepare({ events: ['250', '249'].map(id => ({ id, page: 38, page_size: 20 })) })
  expect(pagesRequested()).toEqual(['8'])
})

test('the only event that a search finds is read from the days where it was listed', async () => {
  const found = failedCall(5001, 'https://earlier.example/hook')
  const earlier = { from_date: '2026-11-20', to_date: '2026-11-21' }
  const both = { from_date: '2026-11-20', to_date: '2026-11-22' }
  upstream.behave((request, response) => {
    upstream.items = request.query.get('to_date') === earlier.to_date ? [found] : [item(5002)]
    upstream.serve(request, response)
  })
  const matching = { receiver: 'earlier.example/hook' }
  const search = (days: object) =>
    client.post('replays', { list: 'call_events_fail', ...days, events: { matching } })
  for (const days of [earlier, both]) {
    await eventually(async () => (await search(days)).status === 201)
  }
  upstream.requests.length = 0
  expect((await search(both)).status).toBe(201)
  expect(upstream.requests.map(({ query }) => query.get('to_date'))).toEqual([earlier.to_date])
})

test('named events that a shrinking list pulls to earlier pages are found', async () => {
  upstream.items = itemsDownFrom(500)
  let pages = 0
  upstream.afterPage = () => {
    if (++pages === 2) upstream.items.splice(0, 100)
  }
  const named = ['300', '299', '1'].map(id => ({ id, page: 1, page_size: 100 }))
  const run = await client.prepare({ events: named })
  expect(run.counts).toMatchObject({ prepared: 3, skipped: 0 })
})

test('an event without a receiver is skipped with that reason', async () => {
  upstream.items = [item(1), '{"call_id":7}', '{"id":2,"request_json":{}}', item(3)]
  const run = await client.prepare()
  expect(run.counts).toMatchObject({ prepared: 2, skipped: 2 })
  expect(run.causes).toMatchObject([{ cause: expect.stringContaining('receiver'), count: 2 }])
  expect(run.receivers.map(({ receiver }) => receiver)).toEqual(['receiver.example/hook', null])
})

test('an empty range has nothing to send and is no error', async () => {
  upstream.items = []
  const run = await client.prepare()
  expect(run).toMatchObject({ state: 'ready', read: { found: 0, of: 0 } })
  expect((await client.change(run.id, 'start')).state).toBe('finished')
})

test('reading waits for pauses that the service asks for, and retries transient failures', async () => {
  upstream.items = itemsDownFrom(300)
  const troubles = [429, 500, 429]
  upstream.behave((request, response) => {
    const status = Number(request.query.get('page')) === 2 ? troubles.shift() : undefined
    if (status === undefined) return upstream.serve(request, response)
    response.setHeader('retry-after', '0')
    answer(response, status, { detail: 'Not now.' })
  })
  const prepared = client.prepare()
  // Even "0" waits a second, like the first pause after a failure.
  for (let pause = 1; pause <= 3; pause++) expect(await clock.endWait()).toBe(1_000)
  expect(await prepared).toMatchObject({ state: 'ready', read: { found: 300, of: 300 } })
  expect(troubles).toEqual([])
})

test('a draft reports a failing service after three seconds, and continues where it stopped when tried again', async () => {
  upstream.items = itemsDownFrom(300)
  failOnPageTwo(500)
  const prepared = client.prepare()
  expect([await clock.endWait(), await clock.endWait()]).toEqual([1_000, 2_000])
  const draft = await prepared
  expect(draft).toMatchObject({
    state: 'interrupted',
    problem: 'The call-tracking service answered 500 instead of the list. Nothing was sent.',
    read: { found: 100, of: 300 },
  })
  expect(await idsOf(draft.id)).toEqual(idsDownFrom(300).slice(0, 100))
  expect((await client.post(`replays/${draft.id}/start`, {})).status).toBe(409)
  // Another draft need not wait until a person tries again.
  upstream.behave(upstream.serve)
  expect((await client.prepare()).state).toBe('ready')
  failOnPageTwo(500)
  expect((await client.change(draft.id, 'load')).problem).toBeNull()
  // What it waited for, and the retries after it.
  for (const ms of [1_000, 1_000, 2_000]) expect(await clock.endWait()).toBe(ms)
  await client.leaves(draft.id, ['reading'])
  upstream.behave(upstream.serve)
  upstream.requests.length = 0
  await client.change(draft.id, 'load')
  await clock.endWait()
  const run = await client.leaves(draft.id, ['reading'])
  expect(run).toMatchObject({ state: 'ready', problem: null, read: { found: 300, of: 300 } })
  expect(await idsOf(run.id)).toEqual(idsDownFrom(300))
  expect(pagesRequested()).toEqual(['2', '3'])
})

test('a run that starts when it is loaded retries for half a minute', async () => {
  upstream.behave((_request, response) => answer(response, 503, {}))
  const loaded = client.prepare({ start: true })
  const waits: number[] = []
  while (waits.length < 5) waits.push(await clock.endWait())
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  expect(await loaded).toMatchObject({ state: 'broken', problem: expect.stringContaining('503') })
})

test('an interrupted draft can be cancelled', async () => {
  upstream.behave((_request, response) => answer(response, 502, {}))
  const prepared = client.prepare()
  await clock.endWait()
  await clock.endWait()
  const { id, state } = await prepared
  expect(state).toBe('interrupted')
  expect((await client.change(id, 'cancel')).state).toBe('cancelled')
  await eventually(async () => clock.waiting() === 0)
  expect((await client.post(`replays/${id}/load`)).status).toBe(409)
})

test('one page is requested at a time, however many runs a person creates', async () => {
  upstream.items = itemsDownFrom(300)
  let open = 0
  let most = 0
  upstream.behave((request, response) => {
    most = Math.max(most, ++open)
    aMomentLater(() => {
      open -= 1
      upstream.serve(request, response)
    })
  })
  const runs = await Promise.all([1, 2, 3].map(() => client.prepare()))
  expect(runs.map(({ read }) => read.found)).toEqual([300, 300, 300])
  expect(most).toBe(1)
})

test.each([
  [401, 'token is no longer accepted'],
  [403, 'does not allow your API token to read'],
  [501, 'answered 501'],
  [404, 'answered 404'],
])('an answer of %i breaks the run, which says why', async (status, expected) => {
  upstream.items = itemsDownFrom(150)
  if (status === 404) upstream.behave((_request, response) => answer(response, status, {}))
  else failOnPageTwo(status)
  const run = await client.prepare()
  expect(run).toMatchObject({ state: 'broken', problem: expect.stringContaining(expected) })
  // What was loaded until then is skipped soon after.
  await expect
    .poll(() => client.run(run.id))
    .toMatchObject({ counts: { prepared: 0, skipped: run.read.found } })
  expect((await client.post(`replays/${run.id}/start`, {})).status).toBe(409)
})

test('cancelling a run stops its loading', async () => {
  upstream.items = itemsDownFrom(500)
  const third = Promise.withResolvers<void>()
  upstream.behave((request, response) => {
    if (request.query.get('page') === '3') third.resolve()
    else upstream.serve(request, response)
  })
  const id = await client.begin()
  await third.promise
  // It is requested while the second page is being frozen.
  await eventually(async () => (await client.run(id)).read.found === 200)
  expect(await client.run(id)).toMatchObject({ state: 'reading', read: { of: 500 } })
  const run = await client.change(id, 'cancel')
  expect(run).toMatchObject({ state: 'cancelled', counts: { prepared: 0, skipped: 200 } })
  expect(await client.run(id)).toMatchObject({ state: 'cancelled', read: { found: 200 } })
  expect(pagesRequested()).toEqual(['1', '2', '3'])
})

/** So many events that do not exist, and so many that do. */
const named = (invented: number, listed: number) =>
  [...idsDownFrom(invented).map(id => `invented-${id}`), ...idsDownFrom(listed)].map(id => ({ id }))

test.each([
  ['20,000 that do not exist', named(20_000, 0)],
  ['1,001 that do not exist', named(1_001, 0)],
  ['1,500 of which 20 exist', named(1_480, 20)],
])('a run of %s sends nothing and keeps none of their names', async (_what, events) => {
  upstream.items = itemsDownFrom(20)
  const run = await client.prepare({ events, start: true })
  expect(run).toMatchObject({
    state: 'broken',
    problem: expect.stringMatching(/did not find most of these events.*Nothing was sent\.$/),
  })
  expect((await idsOf(run.id)).filter(id => id.startsWith('invented'))).toEqual([])
})

test.each([
  ['1,000 that do not exist', 1_000, 0],
  ['2,400 of which half exist', 1_200, 1_200],
])('a run of %s shows what it skips', async (_what, skipped, prepared) => {
  upstream.items = itemsDownFrom(Math.max(20, prepared))
  const run = await client.prepare({ events: named(skipped, prepared) })
  expect(run).toMatchObject({ state: 'ready', counts: { prepared, skipped } })
})
