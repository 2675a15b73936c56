// Long: processes are killed while they send.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { startJobQueue } from '../../database/job-queue.ts'
import { ageClaims } from '../../testing/age-claims.ts'
import { addTrackingNumber, deliver, startEngine } from '../../testing/delivery-engine.ts'
import { eventually } from '../../testing/eventually.ts'
import { startTcpProxy } from '../../testing/peers/tcp-proxy.ts'
import { slowly, startReceiver, type TestReceiver } from '../../testing/peers/test-receiver.ts'
import { type RunningRedial, runRedial } from '../../testing/run-redial.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { openDeliveryQueues } from './add-deliveries.ts'

/** For work whose duration depends on the load of the machine. */
const AGAIN = { timeout: 60_000, interval: 50 }

/** A dead process is noticed soon, and a slow one does not count as dead. */
const TIMINGS = {
  attemptDeadlineMs: 60_000,
  claimLifetimeS: 5,
  claimReleaseS: 1,
  claimCheckS: 1,
}

/** A folder for one test, with the file of the receivers' authority in it. */
function settingsFor(receivers: TestReceiver[]) {
  const folder = mkdtempSync(join(tmpdir(), 'redial-processes-'))
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, receivers[0]?.ca ?? '')
  return {
    folder,
    settings: {
      PORT: '0',
      DATA_DIR: folder,
      SESSION_SECRET: 'a secret for tests, of enough characters',
      RECEIVER_CA_FILE: authorities,
      RECEIVER_EXCEPTIONS: receivers.map(({ exception }) => exception).join(','),
    },
  }
}

/** Adds deliveries without being one of the processes that make their attempts. */
async function addDeliveriesTo(
  database: Database,
  urls: string[],
  given: Partial<typeof TEST_TIMINGS>,
): Promise<number[]> {
  // Each job keeps the claim lifetime that its queue had when it was added.
  const timings = { ...TEST_TIMINGS, ...given }
  const boss = await startJobQueue(database, pino({ level: 'silent' }), timings)
  const { first: queue } = await openDeliveryQueues(boss, timings)
  // Shorter than the queue's settings allow, so that a test doesn't wait for ten seconds.
  await sql`update job_queue.queue set heartbeat_seconds = ${timings.claimLifetimeS}`.execute(
    database.db,
  )
  const number = await addTrackingNumber(database)
  const ids = await deliver(database, queue, number.id, urls)
  await boss.stop({ graceful: false })
  return ids
}

const postsOf = ({ requests }: TestReceiver) =>
  requests.map(({ headers }) => String(headers['webhook-id']))

async function deliveryOf({ db }: Database, id: number | undefined) {
  const delivery = await db
    .selectFrom('delivery')
    .select(['state', 'attempts'])
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()
  return delivery
}

it.concurrent('another process repeats the attempt of a killed one', async ({ expect }) => {
  const receiver = await startReceiver(() => {})
  const { folder, settings } = settingsFor([receiver])
  const database = await openTestDatabase()
  // No process counts as dead because it is slow: ageClaims expires the claim.
  const timings = { ...TIMINGS, claimLifetimeS: 120 }
  const [id] = await addDeliveriesTo(database, [receiver.url], timings)

  const killed = await runRedial({ ...settings, DATABASE_URL: database.url }, timings)
  await expect.poll(() => postsOf(receiver), AGAIN).toEqual([String(id)])
  const another = await startEngine(database, { receivers: [receiver], timings })
  await killed.kill()
  receiver.behave(200)
  await ageClaims(database.db)
  await expect.poll(() => postsOf(receiver), AGAIN).toEqual([String(id), String(id)])
  await expect
    .poll(() => deliveryOf(database, id), AGAIN)
    .toEqual({ state: 'delivered', attempts: 1 })
  await another.close()
  await database.close()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
}, 150_000)

it.concurrent('two processes lose nothing if the database is cut off, and one of them is killed', async ({
  expect,
}) => {
  const takesAWhile = slowly(20)
  const posted: string[] = []
  /** Called as soon as this many were posted. */
  const due: { count: number; act: () => void }[] = []
  const receivers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      startReceiver((request, response) => {
        posted.push(String(request.headers['webhook-id']))
        if (posted.length === due[0]?.count) due.shift()?.act()
        return takesAWhile(request, response)
      }),
    ),
  )
  const whenPosted = (count: number, act: () => void) =>
    new Promise<void>(resolve => {
      due.push({
        count,
        act() {
          act()
          resolve()
        },
      })
    })
  const { folder, settings } = settingsFor(receivers)
  const database = await openTestDatabase()
  const url = new URL(database.url)
  const proxy = await startTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  const given = { ...settings, DATABASE_URL: url.href }
  const urls = Array.from({ length: 250 }, () => receivers.map(receiver => receiver.url)).flat()
  const start = (name: string): Promise<RunningRedial> =>
    runRedial({ ...given, DATA_DIR: join(folder, name) }, TIMINGS)
  // A process that hasn't started when the database is cut off doesn't start.
  const [one, two] = await Promise.all([start('one'), start('two')])
  const isCut = whenPosted(100, () => proxy.cut())
  const ids = await addDeliveriesTo(database, urls, TIMINGS)
  await isCut
  for (const { url } of [one, two]) {
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 503)
  }
  expect(posted.length).toBeLessThan(ids.length)
  const isKilled = whenPosted(posted.length + 100, () => one.process.kill('SIGKILL'))
  proxy.restore()
  await isKilled
  await one.gone
  // Posts that aren't recorded by now may belong to the killed process, and are repeated.
  const waiting = () =>
    database.db.selectFrom('delivery').select('id').where('state', '=', 'waiting').execute()
  const open = new Set((await waiting()).map(({ id }) => String(id)))
  expect(open.size).toBeGreaterThan(0)
  const postedAtKill = new Set(posted)

  await expect.poll(async () => (await waiting()).length, AGAIN).toBe(0)
  const times = Map.groupBy(posted, id => id)
  expect([...times.keys()].toSorted()).toEqual(ids.map(String).toSorted())
  const twice = [...times].filter(([, posts]) => posts.length > 1).map(([id]) => id)
  expect(twice.filter(id => !(open.has(id) && postedAtKill.has(id)))).toEqual([])
  const states = await database.db.selectFrom('delivery').select('state').execute()
  expect(states).toHaveLength(ids.length)
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['delivered']))

  await two.kill()
  await proxy.close()
  await database.close()
  for (const receiver of receivers) await receiver.close()
  rmSync(folder, { recursive: true, force: true })
}, 200_000)
