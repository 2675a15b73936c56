// Long: each test runs and resumes replays of several accounts.
import { expect, test } from 'vitest'
import { ReplayItemPage } from '../../../../contract/replay.ts'
import { RANGE, type ReplayClient } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const { upstream, receiver, thandi, pieter, list, sent, hold } = await replaysOfFile()

const WAITING = 10

/** From now on the service names this path of the receiver for each event. */
function redirectTo(path: string): void {
  upstream.items = upstream.items.map(item =>
    item.replaceAll(/"https:[^"]*"/g, `"${receiver.url}${path}"`),
  )
}

/** A run that was paused when its first event was sent. */
async function pausedRun(client: ReplayClient, request: object = {}): Promise<string> {
  const answer = hold()
  const before = receiver.requests.length
  const { id } = await client.prepare(request)
  await client.change(id, 'start', request)
  await expect.poll(() => receiver.requests.length - before).toBe(1)
  await client.change(id, 'pause')
  answer()
  receiver.behave(200)
  await expect.poll(async () => (await client.run(id)).counts.sending).toBe(0)
  return id
}

const MANY = 1 + WAITING

test('another account that sends an event to its own receiver blocks nobody', async () => {
  const [event = ''] = list(1)
  const own = upstream.items
  redirectTo('/of-another-account')
  await pieter.replay()
  const answer = hold()
  const held = await pieter.prepare({ start: true, include: ['already_delivered'] })
  await expect.poll(() => receiver.requests.length).toBe(2)

  upstream.items = own
  const prepared = await thandi.prepare()
  expect(prepared).toMatchObject({ being_sent: 0, already_delivered: 0 })
  expect((await thandi.press(event)).status).toBe(201)
  answer()
  await expect
    .poll(() => thandi.post('event-states', { list: RANGE.list, event_ids: [event] }))
    .toMatchObject({
      body: { replays: [{ state: 'delivered', receiver_url: receiver.url }] },
    })
  await pieter.settled(held.id)
})

test('an event that was delivered to one receiver is sent to the next one', async () => {
  list(3)
  await thandi.replay()
  redirectTo('/new')
  const { id } = await thandi.prepare()
  expect(await thandi.run(id)).toMatchObject({
    already_delivered: 0,
    receivers: [{ already_delivered: 0 }],
  })
  const items = await thandi.get(`replays/${id}/items?state=prepared`)
  expect(ReplayItemPage.parse(items.body).results.map(({ left_out }) => left_out)).toEqual([
    null,
    null,
    null,
  ])
  expect((await thandi.replayDraft(id)).counts).toMatchObject({ delivered: 3, skipped: 0 })
})

test('another account that sends other content with the same id to the same receiver blocks nobody', async () => {
  list(1)
  const own = upstream.items
  upstream.items = own.map(item => item.replace('"call_id"', '"made_up"'))
  await pieter.replay()
  upstream.items = own
  expect((await thandi.replay()).counts).toMatchObject({ delivered: 1, skipped: 0 })
  expect(receiver.requests.map(({ body }) => body)).toEqual([
    expect.stringContaining('made_up'),
    expect.stringContaining('call_id'),
  ])
})

test('a paused run blocks no events for others, and skips what they sent when it is resumed', async () => {
  const ids = list(MANY)
  const paused = await pausedRun(thandi)
  expect((await thandi.run(paused)).counts).toMatchObject({ prepared: WAITING })

  const { id } = await pieter.prepare()
  expect(await pieter.run(id)).toMatchObject({
    being_sent: 0,
    already_delivered: 1,
  })
  expect((await pieter.replayDraft(id)).counts).toMatchObject({ delivered: WAITING })

  const resumed = await thandi.change(paused, 'resume')
  expect(resumed).toMatchObject({
    state: 'finished',
    counts: { delivered: 1, prepared: 0, skipped: WAITING },
    causes: [{ state: 'skipped', count: WAITING }],
  })
  expect(resumed.causes[0]?.cause).toMatch(
    /^Delivered already by a replay of another account, started on /,
  )
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('events that another run is sending when a paused run is resumed are skipped', async () => {
  const ids = list(MANY)
  const paused = await pausedRun(thandi)
  const answer = hold()
  const { id } = await pieter.prepare({ start: true })
  await expect.poll(() => sent().length).toBe(2)
  const resumed = await thandi.change(paused, 'resume')
  expect(resumed).toMatchObject({ state: 'running', counts: { skipped: 1 } })
  expect(resumed.causes[0]?.cause).toMatch(/^Was already being sent by a replay of another account/)
  answer()
  await Promise.all([thandi.settled(paused), pieter.settled(id)])
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('two paused runs of the same events that are resumed at the same moment send each once', async () => {
  const ids = list(2 + WAITING)
  const first = await pausedRun(thandi)
  const second = await pausedRun(pieter)
  await Promise.all([thandi.change(first, 'resume'), pieter.change(second, 'resume')])
  await Promise.all([thandi.settled(first), pieter.settled(second)])
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('a run that includes delivered events still includes them after a pause', async () => {
  list(MANY)
  await thandi.replay()
  receiver.requests.length = 0
  const paused = await pausedRun(thandi, { include: ['already_delivered'] })
  await thandi.change(paused, 'resume')
  expect((await thandi.settled(paused)).counts).toMatchObject({ delivered: MANY, skipped: 0 })
  expect(sent()).toHaveLength(MANY)
})
