import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { ReplayRun } from '../../../../contract/replay.ts'
import { LaterFailures } from '../../../../contract/standing-order.ts'
import type { Schema } from '../../../database/schema.ts'
import { eventually } from '../../../testing/eventually.ts'
import { quickWait } from '../../../testing/held-clock.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { onlyRow, rowsOf, setRows } from '../../../testing/rows.ts'
import { lockForChange } from '../store/locks.ts'
import type { ReplayClient } from '../testing/replay-client.ts'
import { ordersOfFile } from '../testing/standing-orders.ts'
import { type Replays, startReplays } from '../testing/start-replays.ts'

const ordered = await ordersOfFile()
const { upstream, receiver, database, thandi, client, list, sent, orders, order, makeDue } = ordered
const { db } = database
const WITH_LATER = { with_later_failures: true }

/** Lists events that fail now, after those that are listed already. */
function failLater(count: number, { upstream, list }: Replays = ordered): string[] {
  const { items } = upstream
  const ids = list(count)
  const now = new Date().toISOString()
  upstream.items = [
    ...upstream.items.map(item => item.replace('{', `{"failed_at":"${now}",`)),
    ...items,
  ]
  return ids
}

async function tokensKept(): Promise<number> {
  return (await rowsOf(db, 'standing_order')).filter(({ sealed }) => sealed !== null).length
}

/** How many later failures a run counts. */
const countOf = async (client: ReplayClient, id: string) =>
  LaterFailures.parse((await client.get(`replays/${id}/later-failures`)).body).count

test('a run counts what failed since for its receivers, and a draft of it is one request away', async () => {
  list(2)
  // They are still missing, and the service doesn't say when they failed.
  receiver.behave(500)
  const { id } = await thandi.replay()
  const later = failLater(3)
  const path = `replays/${id}/later-failures`
  await eventually(async () => (await countOf(thandi, id)) === 3)
  const { status, body } = await thandi.post(path)
  expect(status).toBe(201)
  const draft = await thandi.leaves(ReplayRun.parse(body).id, ['reading'])
  expect(draft).toMatchObject({ state: 'ready', counts: { prepared: 3 } })
  expect((await thandi.eventIds(draft.id)).toSorted()).toEqual(later.toSorted())
  expect((await thandi.post(path.replace(id, crypto.randomUUID()))).status).toBe(404)
})

test('events that failed before a run was frozen are no later failures', async () => {
  const earlier = list(1)
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const before = upstream.items.map(item => item.replace('{', `{"failed_at":"${at}",`))
  const [oldest = ''] = list(1)
  upstream.items = [...upstream.items, ...before]
  const dirk = client('d'.repeat(40))
  const { id } = await dirk.replay({ events: [{ id: oldest }] })
  failLater(2)
  await eventually(async () => (await countOf(dirk, id)) === 2)
  expect(sent()).not.toContain(earlier[0])
})

test('later failures count for every receiver of a run, however many it has', async () => {
  const toReceiver = (item: string, at: number) =>
    item.replace(receiver.url, `${receiver.url}/${at}`)
  list(30)
  upstream.items = upstream.items.map(toReceiver)
  // Their account has not read these days within the last minute.
  const naledi = client('c'.repeat(40))
  const { id } = await naledi.replay()
  const { items } = upstream
  upstream.items = []
  failLater(30)
  upstream.items = [...upstream.items.map(toReceiver), ...items]
  await eventually(async () => (await countOf(naledi, id)) === 30)
})

test('an order that takes later failures sends them after the others, in a replay with the same order', async () => {
  const ids = list(2)
  receiver.behave(503)
  const id = await order({ ...WITH_LATER, name: 'Until Acme is back' })
  expect(await orders()).toMatchObject([{ keeps_token: true, is_own_token: true, events: 2 }])
  const later = failLater(2)
  receiver.behave(200)
  await makeDue(id)
  await thandi.settled(id)
  await eventually(() => sent().length === 4)
  expect(sent().toSorted()).toEqual([...ids, ...later].toSorted())
  await eventually(async () => (await orders()).length === 0)
  expect(await tokensKept()).toBe(0)
  const { body } = await thandi.get('replays?page_size=2')
  expect(body).toMatchObject({ results: [{ name: 'Until Acme is back' }, { id }] })
})

const stored = (run_id: string) => rowsOf(db, 'standing_order', { run_id })

test('an order looks for later failures only when everything that it had is sent', async () => {
  list(1, `${receiver.url}/bad`)
  const { items } = upstream
  list(1, `${receiver.url}/good`)
  upstream.items = [...items, ...upstream.items]
  receiver.behave(({ path }) => (path.endsWith('/bad') ? 503 : 200))
  const id = await order(WITH_LATER)
  await makeDue(id)
  await eventually(async () => (await stored(id)).some(({ ended }) => ended !== null))
  expect((await stored(id)).find(({ ended }) => ended === null)).toMatchObject({
    receiver_name: expect.stringContaining('/bad'),
    next_read_at: null,
  })
})

/**
 * An order that has sent its events, and a draft of later failures. `change` happens when a process has claimed the
 * order and is about to start the draft.
 */
async function beforeNextStart(
  change: (order: string, draft: string, trx: Transaction<Schema>) => Promise<unknown>,
) {
  list(1)
  const id = await order(WITH_LATER)
  const setNext = (at: string, next_run: string | null) =>
    setRows(
      db,
      'standing_order',
      { run_id: id },
      { next_read_at: sql`${at}::timestamptz`, next_run },
    )
  await setNext('infinity', null)
  await makeDue(id)
  await thandi.settled(id)
  list(1)
  const { id: draft } = await thandi.prepare()
  const { account, service } = await onlyRow(db, 'replay_run', { id: draft })
  await db.transaction().execute(async trx => {
    await lockForChange(trx, draft, { account, service })
    await setNext('-infinity', draft)
    // Nobody else takes it meanwhile.
    await eventually(async () => {
      const [{ next_read_at } = {}] = await stored(id)
      return Number(next_read_at) > Date.now() + 9 * 60_000
    })
    await change(id, draft, trx)
  })
  await eventually(async () => (await tokensKept()) === 0)
  expect(await stored(draft)).toEqual([])
  expect(sent()).toHaveLength(1)
  return thandi.run(draft)
}

const STOP = { ended: 'Stopped.', sealed: null }

test.each<[string, Parameters<typeof beforeNextStart>[0], string]>([
  ['ends the order', run_id => setRows(db, 'standing_order', { run_id }, STOP), 'ready'],
  ['takes back the token', () => thandi.send('DELETE', 'orders/tokens'), 'ready'],
  [
    'discards the draft',
    (_order, id, trx) => setRows(trx, 'replay_run', { id }, { state: 'cancelled' }),
    'cancelled',
  ],
])('a draft of later failures is not started if a person %s before', async (_, change, state) => {
  expect((await beforeNextStart(change)).state).toBe(state)
})

test('a draft of later failures that could not be loaded is made again after ten minutes', async () => {
  const before = Date.now()
  let orderOf = ''
  await beforeNextStart(async (run_id, id, trx) => {
    orderOf = run_id
    await setRows(trx, 'replay_run', { id }, { state: 'broken' })
    void eventually(async () => (await stored(run_id))[0]?.next_run === null).then(() =>
      setRows(db, 'standing_order', { run_id }, STOP),
    )
  })
  const [order] = await stored(orderOf)
  expect(order).toMatchObject({ next_run: null })
  expect(Number(order?.next_read_at)).toBeGreaterThan(before + 9 * 60_000)
})

test('an order ends if a person discards the draft of its later failures', async () => {
  await beforeNextStart((_order, id, trx) =>
    setRows(trx, 'replay_run', { id }, { state: 'cancelled' }),
  )
  expect(await orders()).toMatchObject([
    { state: 'ended', problem: expect.stringContaining('Somebody discarded the replay') },
  ])
})

test('an order tries again if the service fails while its draft is loaded', async () => {
  const other = await startReplays({ clock: { now: Date.now, wait: quickWait } })
  const ids = other.list(2)
  const { id } = await other.thandi.prepare()
  await other.thandi.change(id, 'orders', { with_later_failures: true })
  const later = failLater(2, other)
  let failures = 0
  other.upstream.behave(async (request, response) => {
    const { rows } = await sql`select from replay_run where state = 'reading'`.execute(
      other.database.db,
    )
    if (rows.length === 0 || failures === 3) return other.upstream.serve(request, response)
    failures++
    answer(response, 500, {})
  })
  await sql`update replay_receiver set wait_until = now()`.execute(other.database.db)
  await eventually(() => other.sent().length === 4)
  expect(other.sent().toSorted()).toEqual([...ids, ...later].toSorted())
  const runs = await other.database.db.selectFrom('replay_run').select('id').execute()
  expect([failures, runs.length]).toEqual([3, 2])
  await other.close()
})

test('the token of an order is encrypted, and gone when its maker asks for that', async () => {
  list(1)
  receiver.behave(503)
  const id = await order(WITH_LATER)
  const { sealed } = await onlyRow(db, 'standing_order', { run_id: id })
  expect(sealed?.toString('latin1')).not.toContain('a'.repeat(40))
  expect((await thandi.send('DELETE', 'orders/tokens')).status).toBe(204)
  expect(await orders()).toMatchObject([{ keeps_token: false, is_own_token: false }])
  expect(await tokensKept()).toBe(0)
})

test('a cancelled replay keeps no token', async () => {
  list(1)
  receiver.behave(503)
  const id = await order(WITH_LATER)
  await thandi.change(id, 'cancel')
  await eventually(async () => (await tokensKept()) === 0)
  expect(await orders()).toEqual([])
})

test('an order takes at most as many later failures as it may', async () => {
  list(1)
  receiver.behave(503)
  const id = await order({ ...WITH_LATER, max_later_failures: 1 })
  failLater(3)
  receiver.behave(200)
  await makeDue(id)
  await eventually(() => sent().length === 2)
  await eventually(async () => (await tokensKept()) === 0)
  expect(sent()).toHaveLength(2)
  expect(await orders()).toMatchObject([
    { state: 'ended', events: 0, problem: expect.stringContaining('as many later failures') },
  ])
})

test('if the service refuses the kept token, the order adds nothing and forgets it', async () => {
  list(1)
  const id = await order(WITH_LATER)
  upstream.behave((_request, response) => answer(response, 401, { detail: 'Invalid token.' }))
  await makeDue(id)
  await eventually(async () => (await tokensKept()) === 0)
  upstream.behave(upstream.serve)
  expect(await orders()).toMatchObject([
    {
      state: 'ended',
      keeps_token: false,
      problem:
        'The service refuses the token that Redial kept for this order. Later failures are not added.',
    },
  ])
  expect(sent()).toHaveLength(1)
  // A person has seen it.
  await thandi.change(id, 'stop', {})
  expect(await orders()).toEqual([])
})
