import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

const EVERY_MS = 60 * 60_000
const AT_A_TIME = 1_000

/**
 * Deletes entries that are older than `days`, at the start and every hour.
 *
 * @returns a function that stops this and waits for the current round
 */
export function keepActivity(
  db: Kysely<Schema>,
  days: number,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): () => Promise<void> {
  let isStopped = false
  const look = async () => {
    try {
      while (!isStopped && (await deleteOldActivity(db, days)) > 0);
    } catch (error) {
      logger.warn(error, 'old entries of the activity log could not be deleted')
    }
  }
  let underWay = look()
  const timer = setInterval(() => {
    underWay = underWay.then(look)
  }, EVERY_MS)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
    return underWay
  }
}

/**
 * Deletes the oldest entries that are older than `days`, in one batch so that nobody waits.
 *
 * @returns how many it deleted; other processes may delete others
 */
export async function deleteOldActivity(
  db: Kysely<Schema>,
  days: number,
  atATime = AT_A_TIME,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from activity where id in (
      select id from activity where at < now() - make_interval(days => ${days})
      order by at
      limit ${atATime}
      for update skip locked
    )
  `.execute(db)
  return Number(numAffectedRows)
}
