// Long: processes are killed, frozen and started again at each step of a ramp.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ageClaims, startServers } from '../gateway/replays/testing/start-servers.ts'
import { eventually } from '../testing/eventually.ts'
import { startPostgresWithTemplate } from '../testing/postgres.ts'
import { endPostgres } from './testing/faults.ts'
import { holdAtStep, type Point } from './testing/hold-at-step.ts'

const EVENTS = 40

/** The steps of a ramp, and how many events the receiver has got at most until the end of each. */
const STEPS = [
  { step: 1, most: 1 },
  { step: 2, most: 3 },
  { step: 5, most: 8 },
  { step: 20, most: 28 },
]

type Servers = Awaited<ReturnType<typeof startServers>>

/** The events that the receiver got and whose outcome is not recorded. After a fault, they may be sent again. */
async function unrecorded({ database, sent }: Servers): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from replay_item where state in ('delivered', 'failed_again')
  `.execute(database.db)
  const recorded = new Set(rows.map(({ event_id }) => event_id))
  return sent().filter(id => !recorded.has(id))
}

function expectTwiceAtMost({ sent }: Servers, ids: string[], allowed: Iterable<string>) {
  const twice = sent().filter((id, at, all) => all.indexOf(id) < at)
  expect([...allowed]).toEqual(expect.arrayContaining(twice))
  expect([...new Set(sent())].toSorted()).toEqual(ids.toSorted())
}

/** A receiver that holds its requests until they are answered. */
async function heldServers(...given: Parameters<typeof startServers>) {
  const servers = await startServers(...given)
  const ids = servers.listInBoth(EVENTS)
  const held: (() => void)[] = []
  servers.receiver.behave((_request, response) => void held.push(() => response.end()))
  const answers = {
    count: () => held.length,
    answer() {
      for (const answerIt of held.splice(0)) answerIt()
    },
    answerAll() {
      servers.receiver.behave(200)
      answers.answer()
    },
  }
  return { ...servers, servers, ids, answers }
}

const POINTS: Record<string, Point> = {
  'claims an event': {
    table: 'job_queue.job',
    when: "new.name = 'replay-attempt' and old.state <> 'active' and new.state = 'active'",
  },
  'marks an event as being sent': {
    table: 'replay_item',
    when: "old.state = 'queued' and new.state = 'sending'",
  },
  'records an outcome': {
    table: 'replay_item',
    when: "old.state = 'sending' and new.state = 'delivered'",
  },
  'judges an outcome': {
    table: 'replay_receiver',
    when: 'new.released_items < old.released_items',
  },
  'releases an event': {
    table: 'replay_item',
    when: "old.state = 'prepared' and new.state = 'queued'",
  },
  'counts the released events': {
    table: 'replay_receiver',
    when: 'new.released_items > old.released_items',
  },
}

for (const [where, point] of Object.entries(POINTS)) {
  it.concurrent(`a process is killed at each step when it ${where}, and the next one continues the ramp`, async ({
    onTestFinished,
  }) => {
    const servers = await startServers(onTestFinished)
    const { database, start, sent } = servers
    const ids = servers.listInBoth(EVENTS)
    const hold = await holdAtStep(database, point)
    onTestFinished(hold.end)
    let redial = await start('one')
    const { id } = await redial.client.prepare({ list: null })
    const allowed = new Set<string>()
    /** The first events are released by the request that starts the run, so the kill takes it back. */
    const startIfReady = async () => {
      if ((await redial.client.run(id)).state !== 'ready') return
      redial.client.post(`replays/${id}/start`, {}).catch(() => {})
    }
    for (const { step, most } of STEPS) {
      await hold.at(step)
      await startIfReady()
      await hold.reached()
      await redial.kill()
      await hold.at(null)
      for (const event of await unrecorded(servers)) allowed.add(event)
      expect(new Set(sent()).size).toBeLessThanOrEqual(most)
      await ageClaims(database)
      // The new process must not pass the next step.
      const next = STEPS.find(other => other.step > step)
      await hold.at(next?.step ?? null)
      redial = await start('one')
    }
    await startIfReady()
    expect((await redial.client.settled(id)).counts.delivered).toBe(EVENTS)
    expectTwiceAtMost(servers, ids, allowed)
  }, 300_000)
}

it.concurrent('a process is killed at each step while the receiver has its events, and only these are sent again', async ({
  onTestFinished,
}) => {
  const { servers, ids, answers, database, start, sent } = await heldServers(onTestFinished)
  let redial = await start('one')
  const { id } = await redial.client.prepare({ list: null, start: true })
  const allowed: string[] = []
  for (const { step, most } of STEPS) {
    await eventually(() => answers.count() >= step)
    allowed.push(...(await unrecorded(servers)))
    await redial.kill()
    answers.answer()
    await ageClaims(database)
    redial = await start('one')
    await eventually(() => answers.count() >= step)
    expect(new Set(sent()).size).toBe(most)
    answers.answer()
  }
  answers.answerAll()
  expect((await redial.client.settled(id)).counts.delivered).toBe(EVENTS)
  expectTwiceAtMost(servers, ids, allowed)
}, 300_000)

it.concurrent('a process is frozen in a step, another one continues it, and the step counts once', async ({
  onTestFinished,
}) => {
  const { servers, ids, answers, database, start, sent } = await heldServers(onTestFinished)
  const frozen = await start('one')
  const { id } = await frozen.client.prepare({ list: null, start: true })
  for (const step of [1, 2]) {
    await eventually(() => answers.count() >= step)
    answers.answer()
  }
  await eventually(() => answers.count() >= 5)
  const allowed = await unrecorded(servers)
  frozen.process.kill('SIGSTOP')
  await ageClaims(database)
  const { client } = await start('two')
  await eventually(() => answers.count() >= 10)
  expect(new Set(sent()).size).toBe(8)
  answers.answer()
  // Those of the step of 20, while the frozen process has not seen its answers.
  await eventually(() => answers.count() >= 20)
  frozen.process.kill('SIGCONT')
  answers.answerAll()
  expect((await client.settled(id)).counts.delivered).toBe(EVENTS)
  expectTwiceAtMost(servers, ids, allowed)
}, 300_000)

it.concurrent('PostgreSQL is restarted in each step, and nothing is sent twice', async ({
  onTestFinished,
}) => {
  const postgres = await startPostgresWithTemplate({ synchronous_commit: 'on' })
  onTestFinished(() => postgres.stop())
  const { servers, ids, answers, database, start, sent } = await heldServers(
    onTestFinished,
    postgres.url,
  )
  const { client } = await start('one')
  const { id } = await client.prepare({ list: null, start: true })
  for (const { step, most } of STEPS) {
    await eventually(() => answers.count() >= step)
    await endPostgres(database, 'SIGINT')
    answers.answer()
    expect(new Set(sent()).size).toBe(most)
  }
  answers.answerAll()
  await eventually(async () => (await client.get(`replays/${id}`)).status === 200)
  expect((await client.settled(id)).counts.delivered).toBe(EVENTS)
  expectTwiceAtMost(servers, ids, [])
}, 300_000)
