import type { Transaction } from 'kysely'
import type { NewAttempt } from '../../attempts/attempt-queue.ts'
import type { Schema } from '../../database/schema.ts'
import { recordFailedEvents } from '../failed-events/record-failed-events.ts'
import { finalFailures, type MadeAttempt, settleAttempts } from './delivery-repository.ts'

/**
 * Keeps attempts, moves their deliveries on, and lists those whose last attempt failed
 * (interface.md, "States and transitions").
 *
 * @returns the retries that are to be made
 */
export async function recordAttempts(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
  timeZone: string,
): Promise<NewAttempt[]> {
  const settled = await settleAttempts(trx, attempts)
  const now = attempts.filter(({ id }) => settled.has(id))
  const failed = now.filter(({ next }) => next.state === 'failed')
  if (failed.length > 0) {
    const ids = failed.map(({ id }) => id)
    const failures = await finalFailures(trx, ids, timeZone)
    // In one order, so that no two transactions wait for each other's day.
    const lists = Map.groupBy(failures, ({ partnerId, list }) => `${partnerId} ${list}`)
    for (const key of [...lists.keys()].toSorted()) {
      const ofList = lists.get(key) ?? []
      const [first] = ofList
      if (first === undefined) continue
      const { partnerId, list } = first
      await recordFailedEvents(trx, { partnerId, list, timeZone }, ofList)
    }
  }
  return now.flatMap(({ id, url, account, next }) =>
    next.state === 'waiting' ? [{ id, url, account, delayMs: next.delayMs }] : [],
  )
}
