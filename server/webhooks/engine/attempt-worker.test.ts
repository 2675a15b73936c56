import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startJobQueue } from '../../database/job-queue.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { AttemptQueue } from './attempt-queue.ts'
import { AttemptWorker } from './attempt-worker.ts'
import { ALONE } from './live-processes.ts'

const open = closedAfterEach()
const logger = pino({ level: 'silent' })

const MAX_IN_FLIGHT = 40
/** With this many receivers, an account's attempts would be more than the process may have in flight. */
const MANY = 2 * MAX_IN_FLIGHT

const DELIVERED = {
  at: new Date(),
  delivered: true,
  status: 200,
  error: null,
  duration_ms: 1,
  answer: null,
}

/** A process with room for `MAX_IN_FLIGHT` attempts, each of which hangs until its receiver is released. */
async function startHangingAttempts() {
  const database = await open(openTestDatabase())
  const { db } = database
  const boss = await startJobQueue(database, logger, TEST_TIMINGS)
  await open({ close: () => boss.stop({ graceful: false }) })
  const queue = await AttemptQueue.open(boss, {
    ...TEST_TIMINGS,
    name: 'attempt-of-a-test',
    idField: 'attempt',
    hasUrgent: true,
  })
  const attempts: { id: number; url: string; account: string; latenessMs: number }[] = []
  const inFlight: string[] = []
  const released = Promise.withResolvers<void>()
  const worker = new AttemptWorker({
    db,
    queues: [queue],
    processes: ALONE,
    logger,
    timings: TEST_TIMINGS,
    limits: { inFlight: MAX_IN_FLIGHT },
    read: async due =>
      new Map(due.flatMap(({ id, jobId }) => (attempts[id] ? [[jobId, attempts[id]]] : []))),
    async attempt(attempt) {
      inFlight.push(attempt.account)
      await released.promise
      return { id: attempt.id, outcome: DELIVERED }
    },
    record: async () => [],
  })
  await open({
    close() {
      released.resolve()
      return worker.stop()
    },
  })
  return {
    /** Adds due attempts of an account, each at its own receiver. */
    async add(account: string, count: number, isUrgent = false): Promise<void> {
      const added = Array.from({ length: count }, (_, at) => {
        const id = attempts.length + at
        const url = `https://receiver-${id}.example/`
        return { id, number: 1, account, url, delayMs: 0, isUrgent, latenessMs: 0 }
      })
      attempts.push(...added)
      await db.transaction().execute(trx => queue.add(trx, added))
      worker.wake()
    },
    count: (account: string) => inFlight.filter(one => one === account).length,
  }
}

it.each([
  ['replays that nobody waits for', false],
  ['replays that a person waits for', true],
])(
  "one account's hanging receivers leave room for the attempts of others: %s",
  async (_name, isUrgent) => {
    const { add, count } = await startHangingAttempts()
    await add('first', MANY, isUrgent)
    await eventually(() => count('first') >= MAX_IN_FLIGHT / 2)
    // No attempt of the first account ends, so every new one finds room.
    await add('second', MANY, isUrgent)
    await eventually(() => count('second') > 0)
    await add('third', 1)
    await eventually(() => count('third') === 1)
    expect(count('first')).toBeLessThan(MAX_IN_FLIGHT)
  },
)
