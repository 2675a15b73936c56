import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { lockSending, lockTask } from '../store/locks.ts'
import { lockRow, runningRunsOf } from '../store/run-store.ts'
import { pauseRun } from './change-run.ts'
import type { TaskTools } from './task-batch.ts'

/** Pauses the running runs that were made with one token, because the service refuses the token. */
export async function pauseRuns(
  db: Kysely<Schema>,
  tools: TaskTools,
  owner: { service: string; tokenKey: string },
): Promise<void> {
  for (const id of await runningRunsOf(db, owner)) {
    await db.transaction().execute(async trx => {
      await lockTask(trx, id)
      const run = await lockRow(trx, id)
      await lockSending(trx, id)
      // It may have finished in the meantime.
      if (run?.state === 'running') await pauseRun(trx, tools, run)
    })
  }
}
