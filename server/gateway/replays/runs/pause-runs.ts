import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { runLock } from '../sending/replay-repository.ts'
import { pauseRun } from './change-run.ts'
import { type TaskTools, taskLock } from './run-task.ts'

/** Pauses the runs under way that were made with one token: the service no longer takes it. */
export async function pauseRunsOf(
  db: Kysely<Schema>,
  tools: TaskTools,
  { service, madeBy }: { service: string; madeBy: string },
): Promise<void> {
  const running = await db
    .selectFrom('replay_run')
    .select('id')
    .where('service', '=', service)
    .where('made_by', '=', madeBy)
    .where('state', '=', 'running')
    .execute()
  for (const { id } of running) {
    await db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(${taskLock(id)})`.execute(trx)
      const run = await trx
        .selectFrom('replay_run')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      await sql`select pg_advisory_xact_lock(${runLock(sql`${id}::uuid`)})`.execute(trx)
      // It may have finished in the meantime.
      if (run.state === 'running') await pauseRun(trx, tools, run)
    })
  }
}
