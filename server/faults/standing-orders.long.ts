// Long: processes are killed and frozen at each step of a trial.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { StandingOrders } from '../../contract/standing-order.ts'
import type { ReplayClient } from '../gateway/replays/testing/replay-client.ts'
import { ageClaims, startServers } from '../gateway/replays/testing/start-servers.ts'
import { eventually } from '../testing/eventually.ts'
import { setRows } from '../testing/rows.ts'
import { clockOffByAnHour } from './testing/faults.ts'
import { holdAtStep, type Point } from './testing/hold-at-step.ts'

const EVENTS = 5

type Servers = Awaited<ReturnType<typeof startServers>>

/** The receiver answers 503 until it recovers. Notes what has arrived. */
function failingReceiver({ receiver }: Servers) {
  const arrived: string[] = []
  let isDown = true
  receiver.behave((request, response) => {
    if (!isDown) arrived.push(String(request.headers['webhook-id']))
    response.writeHead(isDown ? 503 : 200).end()
  })
  return {
    arrived,
    recover() {
      isDown = false
    },
  }
}

async function ordersOf(client: ReplayClient) {
  return StandingOrders.parse((await client.get('orders')).body).results
}

/** The only order, once it waits for a trial that comes after `trials` others. */
async function waiting(client: ReplayClient, { database }: Servers, trials: number) {
  await eventually(async () => {
    const { rows } = await sql`
      select from standing_order join replay_receiver receiver using (run_id, receiver_name)
      where trials > ${trials} and pause is not null and wait_until > now()
    `.execute(database.db)
    return rows.length === 1
  })
  return ordersOf(client)
}

/** Lets the time pass until the next trial. */
async function makeDue({ database }: Servers) {
  await sql`update replay_receiver set wait_until = now()`.execute(database.db)
}

/** Each event has arrived, and only those twice whose first 200 could not be recorded. */
async function expectAllArrived(
  client: ReplayClient,
  servers: Servers,
  { id, ids, arrived }: { id: string; ids: string[]; arrived: string[] },
) {
  await eventually(async () => {
    await makeDue(servers)
    return (await client.run(id)).state === 'finished'
  })
  expect((await client.run(id)).counts).toMatchObject({ delivered: EVENTS })
  expect(arrived.toSorted()).toEqual(ids.toSorted())
  expect(await ordersOf(client)).toEqual([])
}

const POINTS: Record<string, Point> = {
  'releases the event of a trial': {
    table: 'replay_item',
    when: "old.state = 'prepared' and new.state = 'queued'",
  },
  'marks it as being sent': {
    table: 'replay_item',
    when: "old.state = 'queued' and new.state = 'sending'",
  },
  'lets it wait again': {
    table: 'replay_item',
    when: "old.state = 'failed_again' and new.state = 'prepared'",
  },
  'counts the trial': { table: 'standing_order', when: 'new.trials > old.trials' },
  'pauses the receiver again': {
    table: 'replay_receiver',
    when: 'old.pause is null and new.pause is not null',
  },
}

for (const [where, point] of Object.entries(POINTS)) {
  it.concurrent(`a process is killed when it ${where}, and the next one keeps the order`, async ({
    onTestFinished,
  }) => {
    const servers = await startServers(onTestFinished)
    const { database, start } = servers
    const ids = servers.listInBoth(EVENTS)
    const { arrived, recover } = failingReceiver(servers)
    let redial = await start('one')
    const { id } = await redial.client.prepare({ list: null })
    await redial.client.change(id, 'orders', { try_now: false })
    const hold = await holdAtStep(database, point)
    onTestFinished(hold.end)
    await hold.at(1)
    await makeDue(servers)
    await hold.reached()
    await redial.kill()
    await hold.at(null)
    await ageClaims(database)
    redial = await start('one')
    const [order, ...others] = await waiting(redial.client, servers, 1)
    expect(others).toEqual([])
    expect(order).toMatchObject({ events: EVENTS, last_trial: { failure: { status: 503 } } })
    recover()
    await expectAllArrived(redial.client, servers, { id, ids, arrived })
  }, 300_000)
}

it.concurrent('a process is killed while it makes an order, and leaves the draft', async ({
  onTestFinished,
}) => {
  const servers = await startServers(onTestFinished)
  const { database, start, sent } = servers
  const ids = servers.listInBoth(EVENTS)
  const { arrived, recover } = failingReceiver(servers)
  let redial = await start('one')
  const { id } = await redial.client.prepare({ list: null })
  const when = "old.state = 'ready' and new.state = 'running'"
  const hold = await holdAtStep(database, { table: 'replay_run', when })
  onTestFinished(hold.end)
  await hold.at(0)
  redial.client.post(`replays/${id}/orders`, { try_now: false }).catch(() => {})
  await hold.reached()
  await redial.kill()
  await hold.at(null)
  redial = await start('one')
  expect((await redial.client.run(id)).state).toBe('ready')
  expect(await ordersOf(redial.client)).toEqual([])
  await redial.client.change(id, 'orders', { try_now: false })
  expect(sent()).toEqual([])
  recover()
  await expectAllArrived(redial.client, servers, { id, ids, arrived })
}, 300_000)

/** The points at which the later failures of an order become a replay of their own. */
const POINTS_OF_LATER: Record<string, string> = {
  'claims an order for its later failures':
    'old.next_read_at is null and new.next_read_at is not null',
  'notes their draft': 'old.next_run is null and new.next_run is not null',
  'gives the order to their draft': 'old.ended is null and new.ended is not null',
}

for (const [where, when] of Object.entries(POINTS_OF_LATER)) {
  it.concurrent(`a process is killed when it ${where}, and each event arrives once`, async ({
    onTestFinished,
  }) => {
    const servers = await startServers(onTestFinished)
    const { upstream, database, start, sent } = servers
    const ids = servers.list(2 * EVENTS)
    const [later, earlier] = [upstream.items.slice(0, EVENTS), upstream.items.slice(EVENTS)]
    upstream.items = earlier
    upstream.aiItems = []
    let redial = await start('one')
    const { id } = await redial.client.prepare()
    await redial.client.change(id, 'orders', { with_later_failures: true, try_now: false })
    const failedAt = new Date(Date.now() + 1_000).toISOString()
    const failed = later.map(item => item.replace('{', `{"failed_at":"${failedAt}",`))
    upstream.items = [...failed, ...earlier]
    const hold = await holdAtStep(database, { table: 'standing_order', when })
    onTestFinished(hold.end)
    await hold.at(0)
    await makeDue(servers)
    await hold.reached()
    await redial.kill()
    await hold.at(null)
    await ageClaims(database)
    // Another process takes the order after ten minutes.
    await sql`update standing_order set next_read_at = now() where next_read_at is not null`.execute(
      database.db,
    )
    await setRows(
      database.db,
      'event_reading',
      {},
      { asked_at: sql`asked_at - interval '10 minutes'` },
    )
    redial = await start('one')
    await eventually(async () => {
      await makeDue(servers)
      return new Set(sent()).size === ids.length
    })
    await eventually(async () => (await ordersOf(redial.client)).length === 0)
    expect(sent().toSorted()).toEqual(ids.toSorted())
  }, 300_000)
}

it.concurrent('two processes share an order while the clock of one jumps by two hours after each trial', async ({
  onTestFinished,
}) => {
  const servers = await startServers(onTestFinished)
  const { database, start, sent } = servers
  const ids = servers.listInBoth(EVENTS)
  const { arrived, recover } = failingReceiver(servers)
  const [one, two] = await Promise.all([start('one', clockOffByAnHour()), start('two')])
  const { client } = two
  const { id } = await client.prepare({ list: null })
  await one.client.change(id, 'orders', { days: 1, try_now: false })
  for (const [trials, minutes] of [5, 10, 20].entries()) {
    const { rows } = await sql<{ in: number }>`
      select extract(epoch from wait_until - clock_timestamp())::float8 / 60 as in from replay_receiver
    `.execute(database.db)
    expect(Math.ceil(rows[0]?.in ?? 0)).toBe(minutes)
    await makeDue(servers)
    expect(await waiting(client, servers, trials + 1)).toMatchObject([{ events: EVENTS }])
    one.process.kill('SIGUSR2')
  }
  // Each trial is one event, the oldest.
  expect(sent()).toEqual(Array(3).fill(ids.at(-1)))
  recover()
  await expectAllArrived(client, servers, { id, ids, arrived })
}, 300_000)

it.concurrent('a 200 that a frozen process reads late counts, although its event waits again', async ({
  onTestFinished,
}) => {
  const servers = await startServers(onTestFinished)
  const { database, receiver, start, sent } = servers
  const ids = servers.listInBoth(EVENTS)
  const held: ((status: number) => void)[] = []
  receiver.behave((_request, response) => {
    held.push(status => response.writeHead(status).end())
  })
  const frozen = await start('one')
  const { id } = await frozen.client.prepare({ list: null })
  await frozen.client.change(id, 'orders', { try_now: false })
  await makeDue(servers)
  await eventually(() => held.length === 1)
  frozen.process.kill('SIGSTOP')
  await ageClaims(database)
  const { client } = await start('two')
  await eventually(() => held.length === 2)
  held[0]?.(200)
  held[1]?.(503)
  await waiting(client, servers, 1)
  frozen.process.kill('SIGCONT')
  await eventually(async () => (await client.run(id)).counts.delivered === 1)
  expect(await ordersOf(client)).toMatchObject([{ events: EVENTS - 1 }])
  receiver.behave(200)
  await eventually(async () => {
    await makeDue(servers)
    return (await client.run(id)).state === 'finished'
  })
  expect((await client.run(id)).counts).toMatchObject({ delivered: EVENTS })
  expect(sent().filter(event => event === ids.at(-1))).toHaveLength(2)
}, 300_000)
