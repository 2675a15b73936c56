import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receiverName } from '../../../../contract/receiver.ts'
import { eventually } from '../../../testing/eventually.ts'
import { setRows } from '../../../testing/rows.ts'
import { ordersOfFile } from '../testing/standing-orders.ts'

const {
  receiver,
  database,
  thandi,
  client,
  list,
  sent,
  holdEach,
  pausedRun,
  orders,
  orderOf,
  order,
  makeDue,
} = await ordersOfFile()
const { db } = database

test('what a person stopped stays stopped when the run is paused and resumed', async () => {
  list(30)
  receiver.behave(500)
  const id = await pausedRun()
  // As after the first batch of a large run.
  await setRows(db, 'replay_receiver', { run_id: id }, { stop_reason: 'Stopped by Thandi.' })
  const count = sent().length
  // The run may be settled before each of them.
  await thandi.post(`replays/${id}/pause`)
  await thandi.post(`replays/${id}/resume`)
  expect((await thandi.settled(id)).counts).toMatchObject({ skipped: 30 - count })
  expect(sent()).toHaveLength(count)
})

test('of two drafts with the same events that are ordered at once, one waits', async () => {
  list(5)
  const [one, two] = [await thandi.prepare(), await thandi.prepare()]
  await Promise.all([one, two].map(({ id }) => thandi.change(id, 'orders', { try_now: false })))
  const counts = await Promise.all([one, two].map(async ({ id }) => (await thandi.run(id)).counts))
  expect(counts.map(({ prepared }) => prepared).toSorted()).toEqual([0, 5])
  expect(await orders()).toHaveLength(1)
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
  const held = holdEach()
  const id = await order()
  await makeDue(id)
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
  await makeDue(id)
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
  await order()
  const second = await order()
  expect(await thandi.settled(second)).toMatchObject({ state: 'finished', counts: { skipped: 3 } })
  expect((await thandi.run(second)).causes[0]?.cause).toBe(
    'It is already waiting in another replay for its receiver to recover.',
  )
})

test('a draft names the replay whose order its events already wait in', async () => {
  const [, , oldest = ''] = list(3)
  const { id } = await thandi.prepare({ events: [{ id: oldest }], name: 'Acme Cars' })
  await thandi.change(id, 'orders', { try_now: false })
  expect(await thandi.prepare()).toMatchObject({
    counts: { prepared: 3 },
    elsewhere: [{ run_id: id, name: 'Acme Cars', state: 'ordered', count: 1 }],
  })
})

test('a draft names the replay whose paused receiver its events already wait for', async () => {
  list(5)
  receiver.behave(500)
  const id = await pausedRun()
  const { elsewhere } = await thandi.prepare()
  await thandi.change(id, 'cancel')
  expect(elsewhere).toEqual([{ run_id: id, name: null, state: 'paused', count: 2 }])
})

test('a draft names the draft of a colleague with the same events, but not one of its own author', async () => {
  const [newest = ''] = list(3)
  const name = (id: string, who: string) =>
    db.updateTable('replay_run').set({ who }).where('id', '=', id).execute()
  const theirs = await thandi.prepare({ events: [{ id: newest }] })
  await name(theirs.id, 'Sipho')
  const { id } = await thandi.prepare()
  await name(id, 'Thandi')
  await name((await thandi.prepare()).id, 'Thandi')
  const { run_id, state, count, who, created_at } = (await thandi.run(id)).elsewhere[0] ?? {}
  expect({ run_id, state, count, who }).toEqual({
    run_id: theirs.id,
    state: 'draft',
    count: 1,
    who: 'Sipho',
  })
  expect(created_at).toBe(theirs.created_at)
  // Nobody has looked at it for long, so nobody is going to send it.
  await setRows(db, 'replay_run', { id: theirs.id }, { looked_at: sql`now() - interval '2 hours'` })
  expect((await thandi.run(id)).elsewhere).toEqual([])
})

test('orders that wait are listed before those that need a person', async () => {
  list(1)
  receiver.behave(401)
  const ended = await order()
  await makeDue(ended)
  await eventually(async () => (await orderOf(ended))?.state === 'ended')
  list(1)
  const waiting = await order()
  expect((await orders()).map(({ run_id }) => run_id)).toEqual([waiting, ended])
})

test('a receiver that a replay has paused is listed until it waits for a trial or is stopped', async () => {
  list(5)
  receiver.behave(500)
  const id = await pausedRun()
  const paused = async (of = thandi) => Object((await of.get('orders')).body).paused
  expect(await paused()).toEqual([{ run_id: id, receiver: receiverName(receiver.url), events: 2 }])
  expect(await paused(client('c'.repeat(40)))).toEqual([])
  await thandi.change(id, 'orders', {})
  expect(await paused()).toEqual([])
  await thandi.change(id, 'cancel')
  expect(await paused()).toEqual([])
})

test('a draft names no replay of another account', async () => {
  list(1)
  await order()
  expect((await client('c'.repeat(40)).prepare()).elsewhere).toEqual([])
})

test('a person may replay an event that waits in an order, which then skips it', async () => {
  const ids = list(2)
  const id = await order()
  const [newest = ''] = ids
  const single = await thandi.prepare({ events: [{ id: newest }], start: true })
  expect((await thandi.settled(single.id)).counts.delivered).toBe(1)
  await makeDue(id)
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
