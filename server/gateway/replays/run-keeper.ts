import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { deleteSurplusDrafts } from './drafts.ts'
import { breakAbandonedRuns, type RunReader } from './run-reader.ts'

const DELETES_EVERY_MS = 10 * 60_000

/**
 * Every `everyMs` renews the leases of the runs that this process reads, breaks runs whose process
 * died, and now and then deletes runs that nobody started.
 *
 * @returns a function that ends this, once the round under way is over
 */
export function keepRuns(
  db: Kysely<Schema>,
  reader: RunReader,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  everyMs: number,
): () => Promise<void> {
  let deletedAt = Number.NEGATIVE_INFINITY
  let underWay = Promise.resolve()
  const look = async () => {
    try {
      // First of all: what this process reads isn't abandoned.
      await reader.renewLeases()
      await breakAbandonedRuns(db)
      if (performance.now() - deletedAt < DELETES_EVERY_MS) return
      deletedAt = performance.now()
      await deleteSurplusDrafts(db)
    } catch (error) {
      logger.warn(error, 'replay runs could not be looked after')
    }
  }
  const lookInTurn = () => {
    underWay = underWay.then(look)
  }
  lookInTurn()
  const timer = setInterval(lookInTurn, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return underWay
  }
}
