import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receiverName } from '../../../../contract/receiver.ts'
import { eventually } from '../../../testing/eventually.ts'
import { onlyRow, setRows } from '../../../testing/rows.ts'
import { dueItems } from '../store/run-receivers.ts'
import { RANGE } from '../testing/replay-client.ts'
import { FIRST_STEPS, replaysOfFile } from '../testing/start-replays.ts'
import { addStoredItem, addStoredRun } from '../testing/stored-replay.ts'

const { upstream, receiver, database, thandi, pieter, list, sent, hold, holdEach, startProcess } =
  await replaysOfFile()
const { db } = database

/** How many items of a run have a job or are being sent. */
async function released(runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from replay_item where run_id = ${runId} and state in ('queued', 'sending')
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The run once a receiver is paused and nothing is in flight. */
async function paused(id: string, client = thandi) {
  await eventually(async () => (await client.run(id)).paused_receivers > 0)
  await eventually(async () => (await client.run(id)).counts.sending === 0)
  return client.run(id)
}

/** Lists events to two receivers of the host: `/good` and `/bad`. */
function listTwo(count: number) {
  const good = list(count, `${receiver.url}/good`)
  const { items } = upstream
  const bad = list(count, `${receiver.url}/bad`)
  upstream.items = [...upstream.items, ...items]
  return { good, bad }
}
const isBad = ({ path }: { path: string }) => path.endsWith('/bad')

/** From now on the receiver answers 200, also the requests that it holds. */
function answerAll(held: ReturnType<typeof holdEach>) {
  receiver.behave(200)
  for (const answerIt of held) answerIt()
}

test('a run sends one event, the oldest, then 2, 5 and 20, each step after the outcomes of the one before', async () => {
  const ids = list(FIRST_STEPS + 10)
  const held = holdEach()
  const { id } = await thandi.prepare({ start: true })
  for (const step of [1, 2, 5, 20]) {
    await eventually(async () => (await released(id)) === step)
    await eventually(() => held.length === step)
    // With one outcome missing, the next step does not begin.
    const [last, ...others] = held.splice(0)
    for (const answerIt of others) answerIt()
    await eventually(async () => (await released(id)) === 1)
    last?.()
  }
  expect(sent()[0]).toBe(ids.at(-1))
  answerAll(held)
  expect(await thandi.settled(id)).toMatchObject({ counts: { delivered: ids.length } })
})

test('events that wait at a paused receiver do not block another replay, which sends them', async () => {
  const ids = list(6)
  receiver.behave(500)
  const { id } = await thandi.prepare({ start: true })
  await paused(id)
  receiver.behave(200)
  const [newest = ''] = ids
  const other = await pieter.prepare({ events: [{ id: newest }], start: true })
  expect((await pieter.settled(other.id)).counts.delivered).toBe(1)
  await thandi.change(id, 'continue', {})
  expect((await thandi.settled(id)).counts).toMatchObject({
    delivered: 2,
    failed_again: 3,
    skipped: 1,
  })
})

test('a receiver that recovered continues with one event when a person says so, and none is sent twice', async () => {
  const ids = list(40)
  receiver.behave(() => (sent().length > 1 ? 500 : 200))
  const { id } = await thandi.prepare({ start: true })
  expect((await paused(id)).receivers[0]?.pause).toMatchObject({ why: 'half_failed', of: 2 })
  const before = sent().length
  const release = hold()
  const name = receiverName(receiver.url)
  expect(await thandi.change(id, 'continue', { receiver: name })).toMatchObject({
    paused_receivers: 0,
  })
  await eventually(() => sent().length === before + 1)
  expect(await released(id)).toBe(1)
  expect(await thandi.post(`replays/${id}/continue`, { receiver: name })).toMatchObject({
    status: 409,
    body: { detail: 'This receiver is not paused in this replay run.' },
  })
  release()
  const { counts } = await thandi.settled(id)
  expect(counts.delivered + counts.failed_again).toBe(40)
  expect(sent().toSorted()).toEqual(ids.toSorted())
})

test('a person stops a paused receiver: its events are skipped with the reason, and the run ends', async () => {
  const { good } = listTwo(20)
  receiver.behave(request => (isBad(request) ? 500 : 200))
  const { id } = await thandi.prepare({ start: true })
  await paused(id)
  await thandi.change(id, 'stop', {})
  const run = await thandi.settled(id)
  expect(run).toMatchObject({
    state: 'finished',
    paused_receivers: 0,
    counts: { delivered: good.length, failed_again: 3, skipped: 17 },
  })
  expect(run.causes).toContainEqual({
    state: 'skipped',
    cause: 'Stopped before it was sent.',
    count: 17,
  })
})

test('a receiver that is busy gets nothing until the time that it asked for, and then continues automatically', async () => {
  list(10)
  receiver.behave((_request, response) => {
    response.writeHead(503, { 'retry-after': '86400' }).end()
  })
  const { id } = await thandi.prepare({ start: true })
  const { pause } = (await paused(id)).receivers[0] ?? {}
  expect(pause).toMatchObject({ why: 'asked_to_wait', until: expect.any(String) })
  // At most an hour.
  const { rows } = await sql<{ s: number }>`
    select extract(epoch from wait_until - changed_at)::float8 as s from replay_receiver where run_id = ${id}
  `.execute(db)
  expect(Math.round((rows[0]?.s ?? 0) / 60)).toBe(60)
  expect(sent()).toHaveLength(1)
  receiver.behave(200)
  await sql`update replay_receiver set wait_until = now() where run_id = ${id}`.execute(db)
  expect((await thandi.settled(id)).counts).toMatchObject({ delivered: 9, failed_again: 1 })
})

test('two processes share one ramp', async () => {
  const ids = list(20)
  const other = await startProcess()
  const held = holdEach()
  const { id } = await thandi.prepare({ start: true })
  const there = other.client('a'.repeat(40))
  for (const step of [1, 2, 5]) {
    await eventually(() => held.length === step)
    // Both look for due events, and find none.
    await Promise.all([thandi, there].map(one => one.change(id, 'pace', { pace: null })))
    expect(await released(id)).toBe(step)
    for (const answerIt of held.splice(0)) answerIt()
  }
  answerAll(held)
  await thandi.settled(id)
  expect(sent().toSorted()).toEqual(ids.toSorted())
  await other.close()
})

test('a run with a pace waits for its next second, and continues when a person removes the pace', async () => {
  list(10)
  const release = hold()
  const { id } = await thandi.prepare({ start: true, pace: 1 })
  await eventually(() => sent().length === 1)
  await setRows(db, 'replay_run', { id }, { paced_until: sql`now() + interval '1 day'` })
  release()
  await eventually(async () => (await thandi.run(id)).counts.delivered === 1)
  await eventually(async () => (await released(id)) === 0)
  const due = await db.transaction().execute(trx => dueItems(trx, id, 100))
  expect(due).toEqual([])
  expect(await thandi.change(id, 'pace', { pace: null })).toMatchObject({ pace: null })
  expect((await thandi.settled(id)).counts.delivered).toBe(10)
})

test('a run with a pace that is cancelled skips its events at once', async () => {
  list(10)
  const release = hold()
  const { id } = await thandi.prepare({ start: true, pace: 1 })
  await eventually(() => sent().length === 1)
  expect((await thandi.change(id, 'cancel')).counts).toMatchObject({ sending: 1, skipped: 9 })
  release()
  await eventually(async () => (await thandi.run(id)).finished_at !== null)
})

test('a run with a pace releases at most the events of one second at a time', async () => {
  upstream.items = Array.from({ length: 9 }, (_, at) => {
    list(1, `${receiver.url}/${at}`)
    return upstream.items[0] ?? ''
  })
  const { id } = await thandi.prepare({ pace: 4 })
  const due = await db.transaction().execute(async trx => {
    await sql`
      insert into replay_receiver (run_id, receiver_name, open_items, released_items, ramp)
      select run_id, receiver_name, 1, 0, '{"step":1,"settled":0}' from replay_item where run_id = ${id}
    `.execute(trx)
    const setState = (state: string) =>
      sql`update replay_run set state = ${state} where id = ${id}`.execute(trx)
    await setState('running')
    const items = await dueItems(trx, id, 100)
    await setState('ready')
    await sql`delete from replay_receiver where run_id = ${id}`.execute(trx)
    return items
  })
  expect(due).toHaveLength(4)
})

test('a run keeps its name and reason, also when what failed again is replayed', async () => {
  list(2)
  receiver.behave(500)
  const note = { name: 'Acme is back', reason: 'Their certificate was renewed.' }
  const { id } = await thandi.prepare()
  expect(await thandi.replayDraft(id, note)).toMatchObject(note)
  expect(await thandi.change(id, 'again')).toMatchObject(note)
  const { body } = await thandi.get('activity?page_size=1')
  expect(body).toMatchObject({ results: [{ kind: 'run_started', details: note }] })
  expect((await thandi.post('replays', { ...RANGE, events: 'all', name: ' ' })).status).toBe(400)
})

/** As if so many replays of thandi had sent an event to the receiver. */
async function sentBefore(event_id: string, times: number, state: 'delivered' | 'failed_again') {
  const { account, service } = await onlyRow(db, 'replay_run', { id: await thandi.begin() })
  const at = new Date()
  for (let made = 0; made < times; made++) {
    const finished = { state: 'finished', started_at: at, finished_at: at } as const
    const run = await addStoredRun(db, { account, service, ...finished })
    const to = { receiver_url: receiver.url, receiver_name: receiverName(receiver.url) }
    await addStoredItem(db, run, { event_id, state, settled_at: at, ...to })
  }
}

test('a draft says how many of its events were replayed three times already', async () => {
  const [id = ''] = list(1)
  await sentBefore(id, 2, 'failed_again')
  expect(await thandi.prepare()).toMatchObject({ replayed_often: 0 })
  await sentBefore(id, 1, 'failed_again')
  expect(await thandi.prepare()).toMatchObject({ replayed_often: 1 })
})

test('an event that failed in five replays is left out unless a person includes it', async () => {
  const [id = ''] = list(1)
  await sentBefore(id, 4, 'failed_again')
  expect(await thandi.prepare()).toMatchObject({ failed_often: 0 })
  await sentBefore(id, 1, 'failed_again')
  const left = await thandi.prepare()
  expect(left).toMatchObject({ failed_often: 1 })
  const { counts, causes } = await thandi.replayDraft(left.id)
  expect(counts.skipped).toBe(1)
  expect(causes[0]?.cause).toBe('Failed in 5 replays already.')
  const again = await thandi.prepare()
  expect((await thandi.replayDraft(again.id, { include: ['failed_often'] })).counts.delivered).toBe(
    1,
  )

  const delivered = await thandi.prepare()
  expect(delivered).toMatchObject({ already_delivered: 1, failed_often: 0 })
  expect(
    (await thandi.replayDraft(delivered.id, { include: ['already_delivered'] })).counts.delivered,
  ).toBe(1)
})

test('an event that was delivered often has not failed often', async () => {
  const [id = ''] = list(1)
  await sentBefore(id, 5, 'delivered')
  const draft = await thandi.prepare()
  expect(draft).toMatchObject({ already_delivered: 1, failed_often: 0 })
  const { counts } = await thandi.replayDraft(draft.id, { include: ['already_delivered'] })
  expect(counts.delivered).toBe(1)
})

test('a person who replays a single event that failed often sends it', async () => {
  const [id = ''] = list(1)
  await sentBefore(id, 5, 'failed_again')
  const seen_run_id = (await thandi.states([id])).replays?.[0]?.run_id ?? null
  const { counts } = await thandi.replay({ events: [{ id }], seen_run_id })
  expect(counts.delivered).toBe(1)
})
