// Long: each fault lasts as long as it may in production.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { copyTemplate, startPostgresWithTemplate } from '../testing/postgres.ts'
import { clockOffByAnHour, endPostgres, holdLock, terminateBackends } from './testing/faults.ts'
import { type FullAccount, NOTHING_WRONG, startLoad } from './testing/start-load.ts'

const open = closedAfterEach()

/** How long an outcome may exist only in PostgreSQL's memory, or be on its way there. */
const NOT_ON_DISK_MS = 2_000

async function load(processes: Record<string, string>[] = [{}, {}], server?: string) {
  const { url, drop } = await copyTemplate(server ?? inject('postgresUrl'))
  await open({ close: drop })
  const started = await open(startLoad({ database: { url }, processes }))
  await started.morePosts(100)
  return started
}

async function loadOnOwnPostgres() {
  const postgres = await startPostgresWithTemplate({ synchronous_commit: 'on' })
  await open({ close: () => postgres.stop() })
  return load([{}, {}], postgres.url)
}

/** A summary in which only these events may have had an attempt twice. */
function expectTwiceAtMost(account: FullAccount, allowed: Iterable<number>): void {
  const { attemptsTooMany: _, retriesTooEarly: __, ...rest } = NOTHING_WRONG
  expect(account).toMatchObject(rest)
  const may = new Set(allowed)
  expect(account.twice.filter(id => !may.has(id))).toEqual([])
}

test('PostgreSQL is restarted, three times', async () => {
  const { database, moreReports, morePosts, account } = await loadOnOwnPostgres()
  for (let time = 0; time < 3; time++) {
    await endPostgres(database, 'SIGINT')
    await moreReports(40)
    await morePosts(40)
  }
  expect(await account()).toMatchObject(NOTHING_WRONG)
}, 120_000)

test('PostgreSQL crashes, three times: what it had not written yet is sent again', async () => {
  const { database, moreReports, morePosts, account, unrecorded, posts } = await loadOnOwnPostgres()
  const allowed = new Set<number>()
  for (let time = 0; time < 3; time++) {
    for (const id of await unrecorded()) allowed.add(id)
    await endPostgres(database, 'SIGQUIT')
    const since = Date.now() - NOT_ON_DISK_MS
    await moreReports(40)
    for (const { id, at } of posts) if (at > since) allowed.add(id)
    await morePosts(40)
  }
  expectTwiceAtMost(await account(), allowed)
}, 120_000)

test('all sessions are terminated, twenty times', async () => {
  const { database, morePosts, account } = await load()
  for (let time = 0; time < 20; time++) {
    await terminateBackends(database)
    await morePosts(10)
  }
  expect(await account()).toMatchObject(NOTHING_WRONG)
}, 120_000)

test('the network to PostgreSQL drops all data for 20 s, and no connection breaks', async () => {
  const { proxy, moreReports, morePosts, account } = await load()
  proxy.swallow()
  await sleep(20_000)
  proxy.restore()
  await moreReports(100)
  await morePosts(100)
  expect(await account()).toMatchObject(NOTHING_WRONG)
}, 180_000)

test('requests that wait for a lock take all connections: events accepted before still end', async () => {
  const { database, reporter, waiting, account, moreReports, askSwitch } = await load()
  // Requests about calls wait for this lock; rows that refer to a call don't.
  const lock = await holdLock(database, 'tracked_call')
  const accepted = [...reporter.accepted.values()].flatMap(({ deliveries }) => deliveries)
  const before = new Set(accepted.map(({ id }) => id))
  const left = async () => (await waiting()).filter(id => before.has(id)).length
  expect(await left()).toBeGreaterThan(0)
  const requests = Promise.allSettled(
    Array.from({ length: 40 }, (_, turn) => askSwitch(turn, 'calls/1/')),
  )
  await Promise.all([
    // The connections for requests of both processes.
    lock.waitedFor(20),
    expect.poll(left, { timeout: 40_000, interval: 200 }).toBe(0),
  ])
  await lock.release()
  await requests
  await moreReports(100)
  expect(await account()).toMatchObject(NOTHING_WRONG)
}, 120_000)

test('a lock on the deliveries is held for 30 s', async () => {
  const { database, moreReports, account } = await load()
  const lock = await holdLock(database, 'delivery')
  await sleep(30_000)
  await lock.release()
  await moreReports(100)
  expect(await account()).toMatchObject(NOTHING_WRONG)
  const { rows } = await sql`
    select from job_queue.job where name like 'delivery%' and state < 'completed'
  `.execute(database.db)
  expect(rows).toEqual([])
}, 180_000)

test("one process's clock is an hour ahead, and the other process is killed", async () => {
  const { restart, unrecorded, moreReports, account } = await load([{}, clockOffByAnHour()])
  const allowed: number[] = []
  await restart(0, async () => {
    await sleep(200)
    allowed.push(...(await unrecorded()))
    await moreReports(100)
  })
  await moreReports(100)
  expectTwiceAtMost(await account(), allowed)
}, 180_000)

test('a process is frozen for 40 s and then continues', async () => {
  const { servers, unrecorded, moreReports, account } = await load()
  servers[0]?.process.kill('SIGSTOP')
  await sleep(200)
  const allowed = await unrecorded()
  await sleep(40_000)
  servers[0]?.process.kill('SIGCONT')
  await moreReports(100)
  expectTwiceAtMost(await account(), allowed)
}, 180_000)

test.each([
  { processes: 2, kills: 100 },
  { processes: 1, kills: 20 },
])(
  'kill -9 of one of $processes processes, $kills times',
  async ({ processes, kills }) => {
    const { restart, unrecorded, account } = await load(
      Array.from({ length: processes }, () => ({})),
    )
    const allowed = new Set<number>()
    for (let killed = 0; killed < kills; killed++) {
      await sleep(1_000 * Math.random())
      await restart(killed % processes, async () => {
        await sleep(100)
        for (const id of await unrecorded()) allowed.add(id)
      })
    }
    expectTwiceAtMost(await account(), allowed)
  },
  1_800_000,
)
