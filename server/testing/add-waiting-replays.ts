import { pino } from 'pino'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { openReplayQueue } from '../gateway/replays/sending/replay-queue.ts'
import { TEST_TIMINGS } from './test-timings.ts'

/** Attempts of replays that wait, one for each partner, to a receiver of its own. */
export async function addWaitingReplays(database: Database, partners: number[]): Promise<void> {
  const boss = await startJobQueue(database, pino({ level: 'warn' }), TEST_TIMINGS)
  try {
    const queue = await openReplayQueue(boss, TEST_TIMINGS)
    const attempts = partners.map(id => ({
      ...{ id, number: 1, delayMs: 60_000, account: `partner ${id}` },
      url: `https://partner-${id}.example/`,
    }))
    await database.db.transaction().execute(trx => queue.add(trx, attempts))
  } finally {
    await boss.stop({ graceful: false })
  }
}
