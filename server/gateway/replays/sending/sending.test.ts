import { expect, test } from 'vitest'
import { setRows } from '../../../testing/rows.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../../../webhooks/engine/receiver-limit.ts'
import { FIRST_STEPS, replaysOfFile } from '../testing/start-replays.ts'

const {
  upstream,
  receiver,
  database,
  thandi,
  pieter,
  list,
  sent,
  nothingLeftToSend,
  countJobs,
  urgentOneIsClaimed,
  claimed,
  hold,
} = await replaysOfFile()

test('a run sends each event once and reports the results by receiver and cause', async () => {
  const ids = list(120)
  receiver.behave(async ({ headers }, response) => {
    response.writeHead(Number(headers['webhook-id']) % 40 === 0 ? 500 : 200).end()
  })
  const { id } = await thandi.prepare()
  const started = await thandi.change(id, 'start')
  expect(started).toMatchObject({ state: 'running', started_at: expect.any(String) })
  const run = await thandi.settled(id)
  expect(run).toMatchObject({
    state: 'finished',
    finished_at: expect.any(String),
    counts: { prepared: 0, queued: 0, sending: 0, delivered: 117, failed_again: 3, skipped: 0 },
    receivers: [
      { receiver: `${receiver.exception}/hook`, counts: { delivered: 117, failed_again: 3 } },
    ],
    causes: [
      {
        state: 'failed_again',
        cause: 'Answered 500, an error on its side',
        failure: { status: 500, cause: null },
        count: 3,
      },
    ],
  })
  expect(sent().toSorted()).toEqual(ids.toSorted())
  expect(await thandi.items(id, 'state=failed_again&page_size=2')).toHaveLength(3)
  const page = await thandi.get(`replays/${id}/items?page=3&page_size=50`)
  expect(page.body).toMatchObject({ count: 120, next: null, results: { length: 20 } })
  expect((await thandi.get(`replays/${id}/items?page=4&page_size=50`)).status).toBe(404)
})

test('a single replay does not wait behind a run to the same receiver', async () => {
  const [single = '', ...ids] = list(100)
  const held: (() => void)[] = []
  let isHolding = true
  receiver.behave(async (_request, response) => {
    if (isHolding && sent().length > FIRST_STEPS)
      await new Promise<void>(resolve => held.push(resolve))
    response.end()
  })
  const big = await thandi.prepare({ events: ids.map(id => ({ id })) })
  await thandi.change(big.id, 'start')
  await expect.poll(() => held.length).toBe(MAX_CONCURRENT_PER_RECEIVER)
  const { id } = await thandi.prepare({ events: [{ id: single }], start: true })
  expect((await thandi.run(id)).counts.queued).toBe(1)
  await urgentOneIsClaimed()
  // When one place becomes free, the single replay gets it.
  held.shift()?.()
  await expect.poll(() => sent()[FIRST_STEPS + MAX_CONCURRENT_PER_RECEIVER]).toBe(single)
  isHolding = false
  for (const answerIt of held) answerIt()
  await Promise.all([thandi.settled(id), thandi.settled(big.id)])
})

test('a paused run sends nothing new; after it is resumed it sends the rest, none twice', async () => {
  const ids = list(100)
  const release = hold()
  const { id } = await thandi.prepare()
  await thandi.change(id, 'start')
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  expect((await thandi.change(id, 'pause')).state).toBe('paused')
  release()
  await expect.poll(async () => (await thandi.run(id)).counts.sending).toBe(0)
  await nothingLeftToSend()
  const paused = await thandi.run(id)
  const before = sent().length
  expect(paused).toMatchObject({ state: 'paused', counts: { prepared: 100 - before } })
  expect(paused.counts.delivered).toBe(before)
  // Repeatedly, because a worker may still hold earlier jobs.
  await thandi.change(id, 'resume')
  for (let times = 0; times < 5; times++) {
    await thandi.post(`replays/${id}/pause`)
    await thandi.post(`replays/${id}/resume`)
  }
  expect(await thandi.settled(id)).toMatchObject({
    state: 'finished',
    counts: { delivered: 100 },
  })
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('the events of a paused run leave the queue, so that other runs do not wait behind them', async () => {
  list(100)
  const release = hold(FIRST_STEPS)
  const { id } = await thandi.prepare()
  await thandi.change(id, 'start')
  await expect.poll(() => sent().length).toBe(FIRST_STEPS + MAX_CONCURRENT_PER_RECEIVER)
  await thandi.change(id, 'pause')
  // Nothing is dropped by a worker, because the receiver has no room.
  await expect.poll(() => countJobs()).toBe(MAX_CONCURRENT_PER_RECEIVER)
  release()
  await thandi.change(id, 'resume')
  expect(await thandi.settled(id)).toMatchObject({ counts: { delivered: 100 } })
  expect(new Set(sent()).size).toBe(100)
  expect(sent()).toHaveLength(100)
})

test('the former job of an event does not send it as well when both are read together', async () => {
  const ids = list(FIRST_STEPS + MAX_CONCURRENT_PER_RECEIVER + 3)
  const release = hold(FIRST_STEPS)
  const { id } = await thandi.prepare()
  await thandi.change(id, 'start')
  // As many are in flight as may be, and three wait in this process for a place.
  await expect.poll(() => sent().length).toBe(FIRST_STEPS + MAX_CONCURRENT_PER_RECEIVER)
  await claimed(MAX_CONCURRENT_PER_RECEIVER + 3)
  await thandi.change(id, 'pace', { pace: null })
  // Now their new jobs wait next to the former ones, which were removed.
  await claimed(MAX_CONCURRENT_PER_RECEIVER + 3)
  release()
  expect(await thandi.settled(id)).toMatchObject({ counts: { delivered: ids.length } })
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('a cancelled run sends nothing more and says how many events it skipped', async () => {
  list(100)
  const release = hold()
  const { id } = await thandi.prepare()
  await thandi.change(id, 'start')
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  const cancelled = await thandi.change(id, 'cancel')
  expect(cancelled).toMatchObject({ state: 'cancelled', finished_at: null })
  const inFlight = cancelled.counts.sending
  expect(cancelled.counts).toMatchObject({ prepared: 0, queued: 0, skipped: 100 - inFlight })
  expect(cancelled.causes).toEqual([
    { state: 'skipped', cause: 'Cancelled before it was sent.', count: 100 - inFlight },
  ])
  release()
  await expect
    .poll(() => thandi.run(id))
    .toMatchObject({
      state: 'cancelled',
      finished_at: expect.any(String),
      counts: { delivered: inFlight, sending: 0 },
    })
  await nothingLeftToSend()
  expect(sent()).toHaveLength(inFlight)
})

test('the events that failed again form a new run, with the payloads and times of the first', async () => {
  // Three failures in a row pause a receiver.
  const ids = list(3)
  receiver.behave(503)
  const first = await thandi.replay()
  const failedAt = new Date('2026-11-21T08:30:00Z')
  await setRows(database.db, 'replay_item', { run_id: first.id }, { failed_at: failedAt })
  upstream.items = []
  receiver.behave(200)
  receiver.requests.length = 0
  const asked = upstream.requests.length
  const { id } = await thandi.change(first.id, 'again')
  const again = await thandi.leaves(id, ['reading'])
  expect(again).toMatchObject({
    state: 'ready',
    asked_for: 'failed_again',
    read: { found: 3, of: 3 },
    counts: { prepared: 3 },
  })
  expect(upstream.requests).toHaveLength(asked)
  const copies = database.db.selectFrom('replay_item').select('failed_at')
  expect(await copies.where('run_id', '=', again.id).execute()).toEqual(
    ids.map(() => ({ failed_at: failedAt })),
  )
  expect((await thandi.replayDraft(again.id)).counts.delivered).toBe(3)
  expect(sent().toSorted()).toEqual(ids.toSorted())
  expect(receiver.requests[0]?.body).toBe(`{"call_id":${sent()[0]}}`)
  expect(await thandi.post(`replays/${again.id}/again`)).toMatchObject({
    status: 409,
    body: { detail: 'No event of this replay failed again.' },
  })
})

test("a change that the run's state does not allow is a 409 that names the state", async () => {
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
