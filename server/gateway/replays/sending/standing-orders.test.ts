import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receiverName } from '../../../../contract/receiver.ts'
import { eventually } from '../../../testing/eventually.ts'
import { rowsOf, setRows } from '../../../testing/rows.ts'
import { ordersOfFile } from '../testing/standing-orders.ts'
import { FIRST_STEPS } from '../testing/start-replays.ts'

const {
  receiver,
  database,
  thandi,
  list,
  hold,
  sent,
  orderOf,
  pausedRun,
  order,
  trial,
  minutesUntilTrial,
  makeDue,
} = await ordersOfFile()
const { db } = database

test('a standing order lasts seven days and sends nothing before its first trial', async () => {
  list(3)
  const id = await order()
  expect(await minutesUntilTrial(id)).toBe(5)
  expect(await thandi.run(id)).toMatchObject({ state: 'running', paused_receivers: 1 })
  const waiting = await orderOf(id)
  expect(waiting).toMatchObject({ state: 'waiting', events: 3, last_trial: null })
  const { made_at = '', ends_at = '' } = waiting ?? {}
  expect((Date.parse(ends_at) - Date.parse(made_at)) / 86_400_000).toBeCloseTo(7, 3)
  expect(sent()).toEqual([])
})

test('an order tries one event at once, and after a failure in five minutes', async () => {
  const ids = list(3)
  receiver.behave(503)
  const { id } = await thandi.prepare()
  await thandi.change(id, 'orders', {})
  await eventually(async () => (await orderOf(id))?.last_trial?.failure?.status === 503)
  expect(sent()).toEqual([ids.at(-1)])
  expect(await minutesUntilTrial(id)).toBe(5)
  expect(await orderOf(id)).toMatchObject({ state: 'waiting', events: 3 })
  const { next_trial_at } = (await orderOf(id)) ?? {}
  expect(await thandi.run(id)).toMatchObject({ waiting_receivers: 1, next_trial_at })
})

/** A person tries now. Waits until the order waits again. */
async function tryNow(id: string) {
  const before = (await orderOf(id))?.last_trial?.at
  await thandi.change(id, 'continue', {})
  await eventually(async () => {
    const now = await orderOf(id)
    return now?.state === 'waiting' && now.last_trial?.at !== before
  })
}

test('a person who tries in between does not put off the next trial or make later ones rarer', async () => {
  list(3)
  receiver.behave(503)
  const id = await order()
  await trial(id)
  const planned = (await orderOf(id))?.next_trial_at
  await tryNow(id)
  await tryNow(id)
  expect((await orderOf(id))?.next_trial_at).toBe(planned)
  expect(sent()).toHaveLength(3)
  await trial(id)
  expect(await minutesUntilTrial(id)).toBe(20)
})

test('a receiver that asks to wait when a person tries puts off the next trial', async () => {
  list(3)
  receiver.behave((_request, response) => {
    response.writeHead(503, { 'retry-after': '1800' }).end()
  })
  const id = await order()
  await tryNow(id)
  expect(await minutesUntilTrial(id)).toBe(30)
})

test('a receiver that recovers when a person tries gets the rest at once', async () => {
  list(3)
  const id = await order()
  await thandi.change(id, 'continue', {})
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 3 })
})

test('a trial is an attempt in the details of its event', async () => {
  list(2)
  receiver.behave(500)
  const id = await order()
  await trial(id)
  await trial(id)
  const attempts = (await thandi.items(id)).map(({ attempts }) => attempts.length)
  expect(attempts.toSorted()).toEqual([0, 2])
})

test('an event says what it waits for, and is not being sent', async () => {
  const [event = ''] = list(1)
  const states = () => thandi.states([event])
  const waits = (waits_for: string) => ({
    results: [],
    replays: [{ state: 'prepared', waits_for }],
  })
  const ordered = await order()
  expect(await states()).toMatchObject(waits('recovery'))
  await thandi.change(ordered, 'pause')
  expect(await states()).toMatchObject(waits('person'))
  await thandi.change(ordered, 'cancel')
})

test('an event of a receiver that a replay has paused waits for a person', async () => {
  const [newest = ''] = list(6)
  receiver.behave(401)
  const id = await pausedRun()
  const [item] = (await thandi.items(id)).filter(({ event_id }) => event_id === newest)
  expect(item).toMatchObject({ state: 'prepared', waits_for: 'person' })
})

test('an order skips at once what a replay has delivered, and includes it only if a person wants that', async () => {
  const ids = list(3)
  await thandi.replay({ events: [{ id: ids[0] }] })
  const id = await order()
  expect((await thandi.run(id)).counts).toMatchObject({ prepared: 2, skipped: 1 })
  expect(await orderOf(id)).toMatchObject({ state: 'waiting', events: 2 })
  await thandi.change(id, 'cancel')
  const again = await order({ include: ['already_delivered'] })
  expect((await thandi.run(again)).counts).toMatchObject({ prepared: 3, skipped: 0 })
})

test('an order whose events have all been delivered is finished', async () => {
  list(2)
  await thandi.replay()
  expect(await thandi.run(await order())).toMatchObject({
    state: 'finished',
    counts: { skipped: 2 },
  })
  expect(sent()).toHaveLength(2)
})

test('an order keeps an event that another replay is sending, in case that it fails', async () => {
  const ids = list(2)
  const release = hold()
  const other = await thandi.prepare({ events: [{ id: ids[0] }], start: true })
  await eventually(() => sent().length === 1)
  const id = await order()
  expect((await thandi.run(id)).counts).toMatchObject({ prepared: 2, skipped: 0 })
  release()
  await thandi.settled(other.id)
})

test('trials do not count as replays in which an event failed', async () => {
  list(1)
  receiver.behave(503)
  const id = await order()
  for (let trials = 0; trials < 5; trials++) await trial(id)
  expect(await thandi.prepare()).toMatchObject({ failed_often: 0, replayed_often: 0 })
})

test('once a trial is delivered, the run sends the rest carefully, and each event once', async () => {
  const ids = list(FIRST_STEPS + 5)
  receiver.behave(503)
  const id = await order()
  await trial(id)
  receiver.behave(200)
  await makeDue(id)
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
  const id = await pausedRun()
  const { receivers } = await thandi.change(id, 'orders', { receiver: receiverName(receiver.url) })
  expect(receivers[0]?.pause).toMatchObject({
    why: 'failed_in_a_row',
    cause: 'Answered 500, an error on its side',
    until: expect.any(String),
    order_until: expect.any(String),
  })
  receiver.behave(200)
  await makeDue(id)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 5, failed_again: 3 })
})

test('an order for a receiver whose failure does not end by waiting is refused with the reason', async () => {
  list(8)
  receiver.behave(401)
  const id = await pausedRun()
  expect(await thandi.run(id)).toMatchObject({
    waiting_receivers: 0,
    receivers: [{ pause: { may_heal: false, until: null } }],
  })
  // Another person has changed nothing, so it is no conflict.
  expect(await thandi.post(`replays/${id}/orders`, {})).toEqual({
    status: 422,
    body: {
      detail:
        'The replay can’t wait for it. Answered 401, access refused: waiting doesn’t change that.',
    },
  })
})

test('an event that fails alone among the last ones waits for the next trial', async () => {
  const ids = list(FIRST_STEPS)
  receiver.behave(() => (sent().length === FIRST_STEPS ? 503 : 200))
  const id = await order()
  await makeDue(id)
  await eventually(async () => {
    const waiting = await orderOf(id)
    return waiting?.state === 'waiting' && waiting.events === 1
  })
  expect((await thandi.run(id)).counts).toMatchObject({ prepared: 1, skipped: 0 })
  expect(await minutesUntilTrial(id)).toBe(10)
  await makeDue(id)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: ids.length })
})

test('an event that the receiver rejects fails alone, and the next one is tried at once', async () => {
  const ids = list(3)
  receiver.behave(() => (sent().length === 1 ? 422 : 503))
  const id = await order()
  await makeDue(id)
  await eventually(() => sent().length === 2)
  await eventually(async () => (await orderOf(id))?.last_trial?.failure?.status === 503)
  expect(sent()).toEqual([ids[2], ids[1]])
  expect((await thandi.run(id)).counts).toMatchObject({ failed_again: 1, prepared: 2 })
})

/** A person continues a receiver that refused events. Waits until it has answered again. */
async function continueRefused(id: string) {
  const count = sent().length
  await thandi.change(id, 'continue', {})
  await eventually(() => sent().length > count)
  await eventually(async () => (await orderOf(id))?.state === 'ended')
}

test('a person who continues before the receiver is repaired loses no event, and the order waits again', async () => {
  const ids = list(3)
  receiver.behave(401)
  const id = await order()
  expect(await trial(id)).toMatchObject({ state: 'ended', events: 3, next_trial_at: null })
  await continueRefused(id)
  expect(await orderOf(id)).toMatchObject({ state: 'ended', events: 3 })
  receiver.behave(503)
  await thandi.change(id, 'continue', {})
  await eventually(async () => (await orderOf(id))?.state === 'waiting')
  expect(await minutesUntilTrial(id)).toBe(5)
  receiver.behave(200)
  await makeDue(id)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 3, failed_again: 0 })
  expect(sent().slice(3).toSorted()).toEqual(ids.toSorted())
})

test('an attempt that fails after a person tries again does not count as the new trial', async () => {
  list(3)
  const id = await order()
  const late = Promise.withResolvers<void>()
  const answers = [200, 503, 503]
  receiver.behave(async (_request, response) => {
    const status = answers.shift() ?? 200
    if (answers.length === 0 && status === 503) await late.promise
    response.writeHead(status).end()
  })
  await thandi.change(id, 'continue', {})
  await eventually(() => sent().length === 3)
  await eventually(async () => (await orderOf(id))?.state === 'waiting')
  await thandi.change(id, 'continue', {})
  late.resolve()
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 3, failed_again: 0 })
})

test('the newest failure of an event that waits again is that of its trial', async () => {
  const oldest = list(3).at(-1) ?? ''
  receiver.behave(401)
  await trial(await order())
  const states = await rowsOf(db, 'event_state', { event_id: oldest }, 'event_id', 'status')
  expect(states).toEqual([{ event_id: oldest, status: 401 }])
})

test('after three trials that are refused, the next event is tried', async () => {
  const ids = list(2)
  receiver.behave(request => (request.headers['webhook-id'] === ids[1] ? 403 : 200))
  const id = await order()
  await trial(id)
  await continueRefused(id)
  await continueRefused(id)
  expect((await thandi.run(id)).counts).toMatchObject({ prepared: 1, failed_again: 1 })
  await thandi.change(id, 'continue', {})
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 1, failed_again: 1 })
  expect(sent()).toEqual([ids[1], ids[1], ids[1], ids[0]])
})

test('an event that a receiver refuses after it accepted others fails alone', async () => {
  list(FIRST_STEPS + 1)
  receiver.behave(() => (sent().length === 12 ? 403 : 200))
  const id = await order()
  await makeDue(id)
  expect((await thandi.settled(id)).counts).toMatchObject({
    delivered: FIRST_STEPS,
    failed_again: 1,
  })
})

test('a 404 may heal on the first day only', async () => {
  list(3)
  receiver.behave(404)
  const id = await order()
  expect(await trial(id)).toMatchObject({ state: 'waiting' })
  expect((await thandi.run(id)).receivers[0]?.pause?.may_heal).toBe(true)
  await sql`update standing_order set made_at = now() - interval '25 hours'`.execute(db)
  expect(await trial(id)).toMatchObject({ state: 'ended' })
  expect((await thandi.run(id)).receivers[0]?.pause?.may_heal).toBe(false)
  expect((await thandi.run(id)).counts).toMatchObject({ failed_again: 0, prepared: 3 })
})

test('at its end, an order skips what waits, with the reason, and the run finishes', async () => {
  list(4)
  receiver.behave(503)
  const id = await order({ days: 1 })
  await trial(id)
  await setRows(db, 'standing_order', { run_id: id }, { ends_at: sql`now()` })
  const run = await thandi.settled(id)
  expect(run).toMatchObject({ state: 'finished', counts: { skipped: 4 } })
  expect(run.causes[0]?.cause).toBe(
    'The receiver did not recover before the replay stopped waiting.',
  )
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
  await makeDue(id)
  await eventually(() => held.length === 1)
  await setRows(db, 'standing_order', { run_id: id }, { ends_at: sql`now()` })
  await eventually(async () => (await orderOf(id)) === undefined)
  held[0]?.()
  const { state, counts } = await thandi.settled(id)
  expect(state).toBe('finished')
  // The failure may be recorded before or after the end of the order.
  expect(counts.delivered + counts.skipped + counts.failed_again).toBe(FIRST_STEPS + 2)
})
