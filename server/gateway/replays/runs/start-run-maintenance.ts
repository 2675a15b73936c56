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
  let deletedAt = Number.NEGATIVE_INFINITY
  const warn = (error: unknown) => logger.warn(error, 'replay runs could not be looked after')
  // Separate, so that a lease doesn't expire while the other steps take long.
  const renewal = inTurn(() => reader.renewLeases(), warn)
  const rest = inTurn(async () => {
    await breakAbandonedRuns(db)
    if (performance.now() - deletedAt >= DELETES_EVERY_MS) {
      deletedAt = performance.now()
      await giveUpSurplusDrafts(db)
    }
    tasks.wake()
  }, warn)
  const look = () => {
    renewal.next()
    rest.next()
  }
  look()
  const timer = setInterval(look, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await Promise.all([renewal.ended(), rest.ended(), tasks.stop()])
  }
}

/** Never runs the step twice at the same time: skips a round while one is under way. */
function inTurn(step: () => Promise<void>, onError: (error: unknown) => void) {
  let underWay: Promise<void> | null = null
  return {
    next() {
      underWay ??= step()
        .catch(onError)
        .finally(() => {
          underWay = null
        })
    },
    ended: () => underWay ?? Promise.resolve(),
  }
}
