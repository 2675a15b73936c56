import fc from 'fast-check'
import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { pino } from 'pino'
import { startJobQueue } from '../../../database/job-queue.ts'
import { addTrackingNumber, deliver, MINUTE_MS } from '../../../testing/delivery-engine.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { TEST_TIMINGS } from '../../../testing/test-timings.ts'
import { openDeliveryQueues } from '../add-deliveries.ts'
import { DeliveryModel } from './delivery-model.ts'
import { InterleavedProcess, type Step } from './interleaved-process.ts'

const TIMINGS = { ...TEST_TIMINGS, claimLifetimeS: 10, claimReleaseS: 1, claimCheckS: 1 }
const RELEASE_MS = TIMINGS.claimReleaseS * 1_000
const LIFETIME_MS = TIMINGS.claimLifetimeS * 1_000
/** Longer than the longest pause of the schedule. */
const LATER_MS = 31 * MINUTE_MS
/** An event has four attempts, some of them repeated, and some jobs are left over. */
const ROUNDS_AT_MOST = 20

const Plan = fc.record({
  /** How many attempts of each event have failed before: its next one is due. */
  events: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
  /** How often each process claims. */
  claims: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
  /** How time passes, and which processes send a heartbeat then. */
  times: fc.array(
    fc.record({
      ms: fc.constantFrom(1_000, LIFETIME_MS + 1_000, LIFETIME_MS + 2_000, LATER_MS),
      isAlive: fc.tuple(fc.boolean(), fc.boolean()),
    }),
    { maxLength: 6 },
  ),
  /** Whether one of the processes dies at some point. */
  dies: fc.boolean(),
  /** The receiver's answers to the posts. */
  answers: fc.infiniteStream(fc.constantFrom(true, false, false)),
})

type Planned = typeof Plan extends fc.Arbitrary<infer Value> ? Value : never

/**
 * A database on a clock that the test moves, with the real queues, for any number of interleavings.
 */
export async function openInterleavings() {
  const clock = new TestClock('2026-03-02T08:00:00Z')
  const database = await openTestDatabase({ testClock: true })
  const boss = await startJobQueue(database, pino({ level: 'silent' }), { ...TIMINGS, clock })
  const queues = await openDeliveryQueues(boss, TIMINGS)
  const number = await addTrackingNumber(database)
  const { db } = database

  const pass = async (model: DeliveryModel, ms: number, alive: InterleavedProcess[]) => {
    await clock.setTime(clock.now() + ms)
    for (const process of alive) await process.extend()
    for (const name of ['delivery', 'delivery-retry']) await boss.supervise(name)
    model.supervised()
    // Jobs that were taken from dead processes are due again.
    await clock.setTime(clock.now() + RELEASE_MS)
  }

  /** @throws if the database differs from the model */
  const compare = async (model: DeliveryModel) => {
    const rows = await db
      .selectFrom('delivery')
      .leftJoin('failed_event', 'failed_event.id', 'delivery.id')
      .select(['delivery.id', 'delivery.state', 'delivery.attempts', 'failed_event.id as listed'])
      .where('delivery.id', 'in', [...model.events.keys()])
      .execute()
    for (const { id, state, attempts, listed } of rows) {
      const expected = model.event(id)
      same(`${id}`, `${state} after ${attempts}`, `${expected.state} after ${expected.attempts}`)
      same(`${id} in the list`, listed !== null, expected.state === 'failed')
    }
  }

  /** Events with this many failed attempts, so that the next one of each is due. */
  const accept = async (attempts: number[]): Promise<number[]> => {
    const url = 'https://receiver.example/hook'
    const now = new Date(clock.now())
    const urls = attempts.map(() => url)
    const ids = await deliver(database, queues.first, number.id, urls, { now })
    const account = String(number.partnerId)
    await db.transaction().execute(async trx => {
      for (const [index, id] of ids.entries()) {
        const made = attempts[index] ?? 0
        if (made === 0) continue
        await sql`
          delete from job_queue.job where (data ->> 'deliveryId')::bigint = ${id}
        `.execute(trx)
        await trx.updateTable('delivery').set({ attempts: made }).where('id', '=', id).execute()
        await queues.retries.add(trx, [{ id, number: made + 1, url, account, delayMs: 0 }])
      }
    })
    return ids
  }

  /** Interleaves the steps of the plan, then finishes all of them. */
  const run = async (scheduler: fc.Scheduler, plan: Planned) => {
    const model = new DeliveryModel(clock.now.bind(clock), LIFETIME_MS)
    // Left over from an interleaving that failed.
    await sql`delete from job_queue.job`.execute(db)
    const ids = await accept(plan.events)
    for (const [index, id] of ids.entries()) model.accepted(id, plan.events[index] ?? 0)

    let underWay: Promise<unknown> = Promise.resolve()
    const step: Step = async (label, work) => {
      await scheduler.schedule(Promise.resolve(), label)
      const done = work()
      underWay = done.then(() => compare(model))
      await underWay
      return done
    }
    /** The next turn comes when the work of this one has ended. */
    const act = async (turn: () => Promise<void>) => {
      await turn()
      await new Promise(resolve => setImmediate(resolve))
      await underWay
    }
    const answers = () => plan.answers.next().value ?? true
    const common = { database, queues, clock, model, step, answers }
    const processes = ['A', 'B'].map(name => new InterleavedProcess({ ...common, name }))
    // A process claims again while it makes the attempts that it has claimed before.
    const scripts = processes.flatMap((process, index) =>
      Array.from({ length: 2 * (plan.claims[index] ?? 0) }, (_, claim) =>
        process.makeWhatIsDue(claim % 2 === 1),
      ),
    )
    scripts.push(
      (async () => {
        for (const { ms, isAlive } of plan.times) {
          const alive = processes.filter((_, index) => isAlive[index])
          const who = isAlive.map((is, index) => (is ? 'AB'[index] : '')).join('')
          await step(`${ms} ms pass; alive: ${who}`, () => pass(model, ms, alive))
        }
      })(),
    )
    if (plan.dies) {
      scripts.push(
        step('A dies', async () => {
          for (const process of processes.slice(0, 1)) process.isDead = true
        }),
      )
    }
    await scheduler.waitFor(Promise.all(scripts), act)

    // Another process makes the remaining attempts, step by step.
    const atOnce: Step = (_label, work) => work()
    const last = new InterleavedProcess({ ...common, name: 'C', step: atOnce })
    for (let round = 0; (await jobsLeft(ids)) > 0; round++) {
      if (round === ROUNDS_AT_MOST) throw new Error('Jobs are left over for good')
      await pass(model, LATER_MS, [])
      for (const isRetry of [false, true]) await last.makeWhatIsDue(isRetry)
      await compare(model)
    }
    ended(model)
  }

  const jobsLeft = async (ids: number[]): Promise<number> => {
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from job_queue.job
      where (data ->> 'deliveryId')::bigint = any(${ids}::bigint[])
    `.execute(db)
    return rows[0]?.left ?? 0
  }

  return {
    property: () => fc.asyncProperty(fc.scheduler(), Plan, run),
    async close() {
      await boss.stop({ graceful: false })
      await database.close()
    },
  }
}

/**
 * Nothing waits, no attempt was left out, and everything that a receiver answered 200 is delivered.
 */
function ended(model: DeliveryModel): void {
  for (const [id, { state, attempts, before, posts }] of model.events) {
    const numbers = [...new Set(posts.map(post => post.number))].toSorted((a, b) => a - b)
    const expected = numbers.map((_, index) => before + index + 1)
    same(`attempts of ${id}`, numbers.join(), expected.join())
    const last = before + numbers.length
    // An attempt that is in flight when a late 200 for the one before it arrives is not counted.
    const isOvertaken =
      attempts === last - 1 && posts.some(post => post.delivered && post.number === attempts)
    same(`attempts counted of ${id}`, attempts, isOvertaken ? attempts : last)
    same(`${id} waits`, state === 'waiting', false)
    if (state === 'delivered')
      same(
        `${id} got a 200`,
        posts.some(post => post.delivered),
        true,
      )
  }
}

function same<Value>(what: string, actual: Value, expected: Value): void {
  if (actual !== expected) throw new Error(`${what}: ${actual}, where it should be ${expected}`)
}
