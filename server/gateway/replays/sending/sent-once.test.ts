import { expect, test } from 'vitest'
import { type ReplayItemFilter, ReplayItemPage, ReplayItems } from '../../../../contract/replay.ts'
import { RANGE, type ReplayClient } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const replays = await replaysOfFile()
const { receiver, thandi, pieter, list, listIn, sent, sentPayloads, nothingLeftToSend, hold } =
  replays

const calls = 'call_events_fail'
const aiEvents = 'transcription_events_fail'

/** The ids of a run's items that match a filter, and why each is skipped. */
async function filtered(client: ReplayClient, runId: string, filter: ReplayItemFilter) {
  const answered = await client.get(`replays/${runId}/items?state=${filter}`)
  const { count, results } = ReplayItemPage.parse(answered.body)
  expect(results).toHaveLength(count ?? -1)
  return results.map(({ event_id, left_out }) => [event_id, left_out])
}

test('delivered events are skipped unless a person includes them, and are counted before and after', async () => {
  const [newest = '', ...rest] = list(5)
  await thandi.replay({ events: [{ id: newest }] })

  const second = await pieter.prepare()
  expect(second).toMatchObject({ already_delivered: 1, counts: { prepared: 5 } })
  expect(second.receivers[0]?.already_delivered).toBe(1)
  expect(await filtered(pieter, second.id, 'prepared')).toEqual(rest.map(id => [id, null]))
  expect(await filtered(pieter, second.id, 'already_delivered')).toEqual([
    [newest, { why: 'already_delivered', at: expect.stringMatching(/^20/), who: null }],
  ])
  expect(await filtered(pieter, second.id, 'being_sent')).toEqual([])
  const run = await pieter.replayDraft(second.id)
  expect(run.counts).toMatchObject({ delivered: 4, skipped: 1 })
  expect(run.causes[0]?.cause).toMatch(
    /^Delivered already by a replay of another account, started on \d+ \w+ 20\d\d at \d\d:\d\d\.$/,
  )
  expect(sent().toSorted()).toEqual([newest, ...rest].toSorted())

  receiver.requests.length = 0
  const third = await thandi.prepare()
  expect(third.already_delivered).toBe(5)
  await thandi.replayDraft(third.id, { include: ['already_delivered'] })
  expect(sent()).toHaveLength(5)
})

test('what waits in a started run is one list, whether or not it has its job by now', async () => {
  const ids = list(6)
  const release = hold(1)
  const { id } = await thandi.prepare({ start: true })
  await expect.poll(() => sent().length).toBe(3)
  const { counts } = await thandi.run(id)
  expect(counts).toMatchObject({ delivered: 1, sending: 2, prepared: 3 })
  expect(await filtered(thandi, id, 'queued')).toEqual(ids.slice(0, 3).map(each => [each, null]))
  release()
  await thandi.settled(id)
})

test('events that another run is sending are skipped, and not counted as delivered', async () => {
  const [newest = '', , , , , oldest = ''] = list(6)
  const done = await thandi.replay({ events: [{ id: oldest }] })
  const again = { events: [{ id: oldest }], start: true, include: ['already_delivered'] }
  const release = hold()
  const first = await pieter.prepare({ events: [{ id: newest }], start: true })
  // Delivered before and being sent once more: it counts as being sent.
  const second = await pieter.prepare({ ...again, seen_run_id: done.id })
  await expect.poll(() => sent().length).toBe(3)

  const { id } = await thandi.prepare()
  const counts = { being_sent: 2, already_delivered: 0 }
  expect(await thandi.run(id)).toMatchObject({
    ...counts,
    counts: { prepared: 6 },
    receivers: [counts],
  })
  const beingSent = { why: 'being_sent', at: null, who: null }
  expect(await filtered(thandi, id, 'being_sent')).toEqual([
    [newest, beingSent],
    [oldest, beingSent],
  ])
  expect(await filtered(thandi, id, 'already_delivered')).toEqual([])
  expect(await filtered(thandi, id, 'prepared')).toHaveLength(4)
  receiver.behave(200)
  const run = await thandi.replayDraft(id)
  expect(run.counts).toMatchObject({ delivered: 4, skipped: 2 })
  expect(run.causes[0]?.cause).toMatch(/^Was already being sent by a replay of another account/)
  release()
  await Promise.all([pieter.settled(first.id), pieter.settled(second.id)])
})

test('two people who start runs of the same events of one or both lists at the same moment send each once', async () => {
  const payloads = listIn(Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? calls : aiEvents)))
  const runs = await Promise.all([
    thandi.prepare({ list: null }),
    pieter.prepare({ list: null }),
    thandi.prepare({ list: calls }),
    pieter.prepare({ list: aiEvents }),
  ])
  const people = [thandi, pieter, thandi, pieter]
  await Promise.all(runs.map(({ id }, at) => people[at]?.change(id, 'start')))
  const ends = await Promise.all(runs.map(({ id }, at) => people[at]?.settled(id)))
  expect(sentPayloads().toSorted()).toEqual(payloads.toSorted())
  expect(ends.reduce((sum, run) => sum + (run?.counts.delivered ?? 0), 0)).toBe(60)
  expect(ends.reduce((sum, run) => sum + (run?.counts.skipped ?? 0), 0)).toBe(120)
})

test('one run is started once, whoever clicks', async () => {
  list(20)
  const { id } = await thandi.prepare()
  const answers = await Promise.all([1, 2, 3].map(() => thandi.post(`replays/${id}/start`, {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await thandi.settled(id)
  expect(sent()).toHaveLength(20)
})

test('single replays during a run of the same events send none twice', async () => {
  const ids = list(20)
  const { id } = await thandi.prepare()
  const presses = ids.map(event => pieter.press(event))
  const [answers] = await Promise.all([Promise.all(presses), thandi.change(id, 'start')])
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  await thandi.settled(id)
  await expect.poll(() => sent().toSorted()).toEqual(ids.toSorted())
  await nothingLeftToSend()
  expect(sent()).toHaveLength(20)
})

test('a person who has not seen the last replay of an event does not send it again', async () => {
  const [event = ''] = list(1)
  const events = [{ id: event }]
  const { id } = await thandi.replay({ events, seen_run_id: null })
  expect(await thandi.press(event)).toEqual({
    status: 409,
    body: { detail: expect.stringMatching(/^Delivered already by .* Nothing/) },
  })
  await thandi.replay({ events, seen_run_id: id })
  expect((await thandi.press(event, id)).status).toBe(409)
  expect(sent()).toHaveLength(2)
})

test('the latest replay of an event is the one that was sent, not one that was skipped; its history has all', async () => {
  const [event = ''] = list(1)
  const runs = []
  for (let times = 0; times < 2; times++) {
    const run = await thandi.prepare({ start: true })
    runs.push(run.id)
    await thandi.settled(run.id)
  }
  await thandi.prepare()
  const of = `list=${RANGE.list}&event_id=${event}`
  expect((await thandi.states([event])).replays).toMatchObject([
    { run_id: runs[0], state: 'delivered' },
  ])
  const history = ReplayItems.parse((await thandi.get(`replay-history?${of}`)).body).results
  expect(history.map(({ run_id, state }) => [run_id, state])).toEqual([
    [runs[0], 'delivered'],
    [runs[1], 'skipped'],
  ])
})

test('a replay that was skipped because another one sent the event does not hide how that one ended', async () => {
  const [event = ''] = list(1)
  const held = Promise.withResolvers<void>()
  receiver.behave(async (_request, response) => {
    await held.promise
    response.writeHead(500).end()
  })
  const [first, second] = [await thandi.prepare(), await thandi.prepare()]
  await thandi.change(first.id, 'start')
  expect(await thandi.change(second.id, 'start')).toMatchObject({ counts: { skipped: 1 } })
  held.resolve()
  await thandi.settled(first.id)
  expect((await thandi.states([event])).replays).toMatchObject([
    { run_id: first.id, state: 'failed_again' },
  ])
})

test('an event that another account has delivered is delivered once a run has skipped it, and not before', async () => {
  const [event = ''] = list(1)
  receiver.behave(500)
  await pieter.replay()
  receiver.behave(200)
  await thandi.replay()

  const { id } = await pieter.prepare()
  expect((await pieter.states([event])).results).toMatchObject([{ state: 'failed_again' }])
  await pieter.replayDraft(id)
  const { results, replays } = await pieter.states([event])
  expect(results).toMatchObject([{ state: 'delivered', at: expect.any(String), who: null }])
  // The account's own replay shows nothing of the other one.
  expect(replays).toMatchObject([{ state: 'failed_again' }])
})

test('a single event that another account has delivered is skipped, and delivered then', async () => {
  const [event = ''] = list(1)
  await thandi.replay()
  const { counts } = await pieter.replay({ events: [{ id: event }], seen_run_id: null })
  expect(counts).toMatchObject({ skipped: 1, delivered: 0 })
  expect((await pieter.states([event])).results).toMatchObject([{ state: 'delivered' }])
  expect(sent()).toEqual([event])
})

test('the run, its items and the state of an event have the cause of a failure without an answer', async () => {
  const [event = ''] = list(1)
  receiver.behave((_request, response) => void response.socket?.destroy())
  const { id } = await thandi.prepare({ start: true })
  const failure = { status: null, cause: { code: 'broke-off' } }
  expect(await thandi.settled(id)).toMatchObject({ causes: [{ state: 'failed_again', failure }] })
  expect(await thandi.items(id)).toMatchObject([{ attempts: [failure] }])
  expect((await thandi.states([event])).results).toMatchObject([{ failure }])
})
