import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receiverName } from '../../../../contract/receiver.ts'
import { type StandingOrder, StandingOrders } from '../../../../contract/standing-order.ts'
import { eventually } from '../../../testing/eventually.ts'
import type { ReplayClient } from '../testing/replay-client.ts'
import { FIRST_STEPS, replaysOfFile } from '../testing/start-replays.ts'

const { receiver, database, thandi, client, list, sent, hold } = await replaysOfFile()
const { db } = database

async function orders(of: ReplayClient = thandi): Promise<StandingOrder[]> {
  const { status, body } = await of.get('orders')
  expect(status).toBe(200)
  return StandingOrders.parse(body).results
}

/** The order of a run, or undefined if its events wait no more. */
async function orderOf(runId: string) {
  return (await orders()).find(({ run_id }) => run_id === runId)
}

/** A draft that was started as a standing order. */
async function order(body: object = {}, request: object = {}) {
  const { id } = await thandi.prepare(request)
  await thandi.change(id, 'orders', body)
  return id
}

/** Lets the time pass until the next trial of a run, and waits for its outcome. */
async function trial(runId: string) {
  const before = (await orderOf(runId))?.last_trial?.at
  const count = sent().length
  await sql`update replay_receiver set wait_until = now() where run_id = ${runId}`.execute(db)
  await eventually(() => sent().length > count)
  await eventually(async () => {
    const now = await orderOf(runId)
    return now === undefined || (now.last_trial?.at !== before && now.state !== 'sending')
  })
  return orderOf(runId)
}

/** In how many minutes the next trial of a run comes, from its pause on. */
async function minutesUntilTrial(runId: string): Promise<number> {
  const { rows } = await sql<{ s: number }>`
    select extract(epoch from wait_until - clock_timestamp())::float8 as s from replay_receiver
    where run_id = ${runId}
  `.execute(db)
  return Math.ceil((rows[0]?.s ?? 0) / 60)
}

/** Ends what waits, so that the next test starts without orders. */
async function end(runId: string) {
  receiver.behave(200)
  await thandi.change(runId, 'cancel')
}

test('a standing order sends nothing before its first trial, in five minutes', async () => {
  list(3)
  const id = await order()
  expect(await minutesUntilTrial(id)).toBe(5)
  expect(await thandi.run(id)).toMatchObject({ state: 'running', paused_receivers: 1 })
  expect(await orderOf(id)).toMatchObject({ state: 'waiting', events: 3, last_trial: null })
  expect(sent()).toEqual([])
  await end(id)
})

test('each trial sends the oldest event, after 5, 10, 20 and 40 minutes and then each hour', async () => {
  const ids = list(5)
  receiver.behave(503)
  const id = await order()
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    expect(await minutesUntilTrial(id)).toBe(minutes)
    await trial(id)
  }
  expect(new Set(sent())).toEqual(new Set([ids.at(-1)]))
  expect((await thandi.run(id)).counts).toMatchObject({ prepared: 5, failed_again: 0 })
  await end(id)
})

test('a trial is an attempt in the details of its event', async () => {
  list(2)
  receiver.behave(500)
  const id = await order()
  await trial(id)
  await trial(id)
  const attempts = (await thandi.items(id)).map(({ attempts }) => attempts.length)
  expect(attempts.toSorted()).toEqual([0, 2])
  await end(id)
})

test('an event that waits says so in its row, and is not being sent', async () => {
  const [event = ''] = list(1)
  const id = await order()
  const { body } = await thandi.post('event-states', {
    list: 'call_events_fail',
    event_ids: [event],
  })
  expect(body).toMatchObject({ results: [], replays: [{ state: 'prepared', waits: true }] })
  await end(id)
})

test('trials do not count as replays in which an event failed', async () => {
  list(1)
  receiver.behave(503)
  const id = await order()
  for (let trials = 0; trials < 5; trials++) await trial(id)
  expect(await thandi.prepare()).toMatchObject({ failed_often: 0, replayed_often: 0 })
  await end(id)
})

test('once a trial is delivered, the run sends the rest carefully, and each event once', async () => {
  const ids = list(FIRST_STEPS + 5)
  receiver.behave(503)
  const id = await order()
  await trial(id)
  receiver.behave(200)
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  expect(await thandi.settled(id)).toMatchObject({
    state: 'finished',
    counts: { delivered: ids.length, failed_again: 0 },
  })
  expect(sent().slice(1).toSorted()).toEqual(ids.toSorted())
  expect(await orderOf(id)).toBeUndefined()
})

test('an order for the paused part of a run keeps what was sent, and sends the rest on recovery', async () => {
  list(8)
  receiver.behave(500)
  const { id } = await thandi.prepare({ start: true })
  await eventually(async () => (await thandi.run(id)).paused_receivers === 1)
  const { receivers } = await thandi.change(id, 'orders', { receiver: receiverName(receiver.url) })
  expect(receivers[0]?.pause).toMatchObject({
    why: 'failed_in_a_row',
    until: expect.any(String),
    order_until: expect.any(String),
  })
  receiver.behave(200)
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 5, failed_again: 3 })
})

test('an order for a receiver whose failure does not end by waiting is refused with the reason', async () => {
  list(8)
  receiver.behave(401)
  const { id } = await thandi.prepare({ start: true })
  await eventually(async () => (await thandi.run(id)).paused_receivers === 1)
  expect(await thandi.post(`replays/${id}/orders`, {})).toEqual({
    status: 409,
    body: {
      detail:
        'No standing order was made. Answered 401, access refused: waiting doesn’t change that.',
    },
  })
  await end(id)
})

test('a receiver that takes the trial and fails the rest loses no event and is tried less often each time', async () => {
  const ids = list(12)
  const arrived = new Set<string>()
  receiver.behave((request, response) => {
    const answers = sent().length
    const isTrial = answers === trials[trials.length - 1]
    if (isTrial) arrived.add(String(request.headers['webhook-id']))
    response.writeHead(isTrial ? 200 : 502).end()
  })
  const trials = [1]
  const id = await order()
  const minutes: number[] = []
  for (let round = 0; round < 3; round++) {
    minutes.push(await minutesUntilTrial(id))
    trials.push(sent().length + 1)
    await trial(id)
    await eventually(async () => {
      const { paused_receivers, counts } = await thandi.run(id)
      return paused_receivers === 1 && counts.sending === 0
    })
  }
  expect(minutes).toEqual([5, 10, 20])
  expect((await thandi.run(id)).counts).toMatchObject({
    delivered: 3,
    failed_again: 0,
    prepared: 9,
  })
  receiver.behave(200)
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: ids.length })
})

test('an event whose trial ended without an answer three times is not tried again, and the next one is', async () => {
  const ids = list(3)
  receiver.behave((_request, response) => void response.destroy())
  const id = await order()
  for (let trials = 0; trials < 4; trials++) await trial(id)
  expect(sent()).toEqual([ids[2], ids[2], ids[2], ids[1]])
  expect((await thandi.run(id)).counts).toMatchObject({ failed_again: 1, prepared: 2 })
  await end(id)
})

test('after four trials without an answer, the next ones come every four hours: at most ten a day', async () => {
  list(9)
  receiver.behave((_request, response) => void response.destroy())
  const id = await order()
  for (let trials = 0; trials < 4; trials++) await trial(id)
  expect(await minutesUntilTrial(id)).toBe(240)
  await end(id)
})

test('an event that the receiver rejects fails alone, and the next one is tried at once', async () => {
  const ids = list(3)
  receiver.behave((_request, response) => {
    response.writeHead(sent().length === 1 ? 422 : 503).end()
  })
  const id = await order()
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  await eventually(() => sent().length === 2)
  await eventually(async () => (await orderOf(id))?.last_trial?.failure?.status === 503)
  expect(sent()).toEqual([ids[2], ids[1]])
  expect((await thandi.run(id)).counts).toMatchObject({ failed_again: 1, prepared: 2 })
  await end(id)
})

test.each([
  ['403', 403, 'Answered 403, access refused: waiting doesn’t change that.'],
  ['410', 410, 'Answered 410, address closed permanently: waiting doesn’t change that.'],
  ['a redirection', 302, 'Answered 302, redirected us: waiting doesn’t change that.'],
])(
  'an order ends with the reason after %s, and its events wait for a person',
  async (_, status, problem) => {
    list(3)
    receiver.behave(status)
    const id = await order()
    expect(await trial(id)).toMatchObject({ state: 'ended', problem, next_trial_at: null })
    receiver.behave(200)
    await thandi.change(id, 'continue', {})
    expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 2, failed_again: 1 })
  },
)

test('a 404 may heal on the first day only', async () => {
  list(3)
  receiver.behave(404)
  const id = await order()
  expect(await trial(id)).toMatchObject({ state: 'waiting' })
  await sql`update standing_order set made_at = now() - interval '25 hours'`.execute(db)
  expect(await trial(id)).toMatchObject({ state: 'ended' })
  expect((await thandi.run(id)).counts).toMatchObject({ failed_again: 1, prepared: 2 })
  await end(id)
})

test('a receiver that asks to wait longer than the next trial is tried when it says', async () => {
  list(2)
  receiver.behave((_request, response) => {
    response.writeHead(503, { 'retry-after': '1800' }).end()
  })
  const id = await order()
  await trial(id)
  expect(await minutesUntilTrial(id)).toBe(30)
  await end(id)
})

test('at its end, an order skips what waits, with the reason, and the run finishes', async () => {
  list(4)
  receiver.behave(503)
  const id = await order({ days: 1 })
  await trial(id)
  await sql`update standing_order set ends_at = now() where run_id = ${id}`.execute(db)
  const run = await thandi.settled(id)
  expect(run).toMatchObject({ state: 'finished', counts: { skipped: 4 } })
  expect(run.causes[0]?.cause).toBe('The receiver did not recover before the standing order ended.')
})

test('an order that comes to its end while its receiver is sent to leaves nothing waiting', async () => {
  list(FIRST_STEPS + 2)
  const held: (() => void)[] = []
  receiver.behave((_request, response) => {
    const at = sent().length
    // One event of the step of 20 fails, and the last one is held.
    if (at === FIRST_STEPS) held.push(() => response.end())
    else response.writeHead(at === 12 ? 503 : 200).end()
  })
  const id = await order({ days: 1 })
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  await eventually(() => held.length === 1)
  await sql`update standing_order set ends_at = now() where run_id = ${id}`.execute(db)
  await eventually(async () => (await orderOf(id)) === undefined)
  held[0]?.()
  const { state, counts } = await thandi.settled(id)
  expect(state).toBe('finished')
  expect(counts.delivered + counts.skipped).toBe(FIRST_STEPS + 2)
})

test('what a person stopped stays stopped when the run is paused and resumed', async () => {
  list(30)
  receiver.behave(500)
  const { id } = await thandi.prepare({ start: true })
  await eventually(async () => (await thandi.run(id)).paused_receivers === 1)
  // As after the first batch of a large run.
  await sql`
    update replay_receiver set stop_reason = 'Stopped by Thandi.' where run_id = ${id}
  `.execute(db)
  const count = sent().length
  const paused = await thandi.post(`replays/${id}/pause`)
  if (paused.status === 200) await thandi.change(id, 'resume')
  expect((await thandi.settled(id)).counts).toMatchObject({ skipped: 30 - count })
  expect(sent()).toHaveLength(count)
})

test('an order is stopped while its events are being sent', async () => {
  list(3)
  const release = hold()
  const id = await order()
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  await eventually(() => sent().length === 1)
  await thandi.change(id, 'stop', {})
  release()
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 1, skipped: 2 })
  expect(await orderOf(id)).toBeUndefined()
})

test('of two drafts with the same events that are ordered at once, one waits', async () => {
  list(5)
  const [one, two] = [await thandi.prepare(), await thandi.prepare()]
  await Promise.all([one, two].map(({ id }) => thandi.change(id, 'orders', {})))
  const counts = await Promise.all([one, two].map(async ({ id }) => (await thandi.run(id)).counts))
  expect(counts.map(({ prepared }) => prepared).toSorted()).toEqual([0, 5])
  expect(await orders()).toHaveLength(1)
  await Promise.all([one, two].map(({ id }) => thandi.post(`replays/${id}/cancel`)))
})

test('a draft waits for all of its receivers', async () => {
  list(1)
  const { id } = await thandi.prepare()
  expect(await thandi.post(`replays/${id}/orders`, { receiver: 'acme.example' })).toMatchObject({
    status: 400,
  })
})

test('a person tries now, extends and stops an order', async () => {
  const ids = list(4)
  receiver.behave(503)
  const id = await order({ days: 1 })
  const { ends_at: firstEnd = '' } = (await orderOf(id)) ?? {}
  await thandi.change(id, 'orders', { days: 30 })
  const { ends_at: newEnd = '' } = (await orderOf(id)) ?? {}
  expect(Math.round((Date.parse(newEnd) - Date.parse(firstEnd)) / 86_400_000)).toBe(29)
  await thandi.change(id, 'continue', {})
  await eventually(async () => (await orderOf(id))?.last_trial !== null)
  expect(sent()).toEqual([ids.at(-1)])
  await eventually(async () => (await orderOf(id))?.state === 'waiting')
  await thandi.change(id, 'stop', {})
  expect((await thandi.settled(id)).counts).toMatchObject({ skipped: 4 })
  expect(await orderOf(id)).toBeUndefined()
  expect((await thandi.post(`replays/${id}/orders`, {})).status).toBe(409)
})

test('two people may stop and extend an order at once, and its events are not sent', async () => {
  list(3)
  receiver.behave(503)
  const id = await order()
  const answers = await Promise.all([
    thandi.post(`replays/${id}/stop`, {}),
    thandi.post(`replays/${id}/orders`, { days: 30 }),
  ])
  // If the extension comes first, both succeed.
  expect(answers[0].status).toBe(200)
  expect([200, 409]).toContain(answers[1].status)
  expect((await thandi.settled(id)).counts).toMatchObject({ skipped: 3 })
  expect(await orderOf(id)).toBeUndefined()
  expect(sent()).toEqual([])
})

test('an order that a person paused with its run tries nothing until somebody resumes it', async () => {
  list(2)
  const id = await order()
  await thandi.change(id, 'pause')
  expect(await orderOf(id)).toMatchObject({ state: 'paused', events: 2, next_trial_at: null })
  await thandi.change(id, 'resume')
  expect((await thandi.settled(id)).counts.delivered).toBe(2)
})

test('an event that is being sent when its replay is cancelled does not wait again', async () => {
  list(2)
  const held: ((status: number) => void)[] = []
  receiver.behave(
    (_request, response) => void held.push(status => response.writeHead(status).end()),
  )
  const id = await order()
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  await eventually(() => held.length === 1)
  await thandi.change(id, 'cancel')
  held[0]?.(503)
  await eventually(async () => (await thandi.run(id)).counts.sending === 0)
  expect((await thandi.run(id)).counts).toMatchObject({ failed_again: 1, skipped: 1, prepared: 0 })
})

test('events that are being sent when a person stops their receiver do not wait again', async () => {
  list(8)
  const held: ((status: number) => void)[] = []
  receiver.behave((_request, response) => {
    if (sent().length <= 3) response.end()
    else held.push(status => response.writeHead(status).end())
  })
  const id = await order()
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  await eventually(() => held.length === 5)
  for (const answerIt of held.splice(0, 3)) answerIt(503)
  await eventually(async () => (await thandi.run(id)).paused_receivers === 1)
  await thandi.change(id, 'stop', {})
  for (const answerIt of held) answerIt(503)
  expect(await thandi.settled(id)).toMatchObject({
    state: 'finished',
    counts: { delivered: 3, failed_again: 2, skipped: 3 },
  })
})

test('an event waits in one order only: the second one skips it and says why', async () => {
  list(3)
  const id = await order()
  const second = await order()
  expect(await thandi.settled(second)).toMatchObject({ state: 'finished', counts: { skipped: 3 } })
  expect((await thandi.run(second)).causes[0]?.cause).toBe(
    'It is already waiting in another replay for its receiver to recover.',
  )
  await end(id)
})

test('a person may replay an event that waits in an order, which then leaves it out', async () => {
  const ids = list(2)
  const id = await order()
  const [newest = ''] = ids
  const single = await thandi.prepare({ events: [{ id: newest }], start: true })
  expect((await thandi.settled(single.id)).counts.delivered).toBe(1)
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 1, skipped: 1 })
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('other accounts see nothing of an order', async () => {
  list(1)
  const id = await order()
  const other = client('c'.repeat(40))
  expect(await orders(other)).toEqual([])
  for (const path of ['orders', 'stop', 'later-failures']) {
    expect((await other.post(`replays/${id}/${path}`, {})).status).toBe(404)
  }
  expect(await orderOf(id)).toMatchObject({ state: 'waiting' })
  await end(id)
})

test('the days of an order are checked', async () => {
  list(1)
  const { id } = await thandi.prepare()
  const answer = await thandi.post(`replays/${id}/orders`, { days: 31 })
  expect(answer).toEqual({
    status: 400,
    body: { days: ['Give a whole number of days from 1 to 30.'] },
  })
})
