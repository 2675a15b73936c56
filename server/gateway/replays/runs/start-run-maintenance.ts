import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { giveUpSurplusDrafts } from '../store/run-store.ts'
import { breakAbandonedRuns, type RunReader } from './run-reader.ts'
import type { TaskRunner } from './task-runner.ts'

const DELETES_EVERY_MS = 10 * 60_000

type RunMaintenanceDependencies = {
  db: Kysely<Schema>
  reader: RunReader
  tasks: TaskRunner
  logger: Pick<FastifyBaseLogger, 'warn'>
  everyMs: number
}

/**
 * Every `everyMs`, renews the leases of runs that this process loads, breaks runs whose process died
 * and continues tasks. Every ten minutes, deletes surplus drafts.
 *
 * @returns a function that stops the maintenance and waits for the current round
 */
export function startRunMaintenance({
  db,
  reader,
  tasks,
  logger,
  everyMs,
}: RunMaintenanceDependencies): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const repeat = async (step: () => Promise<void>) => {
    while (!signal.aborted) {
      await step().catch(error => logger.warn(error, 'the maintenance of replay runs failed'))
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  let deletedAt = Number.NEGATIVE_INFINITY
  const loops = [
    // Separate, so that a lease doesn't expire while the other steps take long.
    repeat(() => reader.renewLeases()),
    repeat(async () => {
      await breakAbandonedRuns(db)
      if (performance.now() - deletedAt >= DELETES_EVERY_MS) {
        deletedAt = performance.now()
        await giveUpSurplusDrafts(db)
      }
      tasks.wake()
    }),
  ]
  return async () => {
    stop.abort()
    await Promise.all([...loops, tasks.stop()])
  }
}
