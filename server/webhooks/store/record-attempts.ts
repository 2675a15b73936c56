import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Detail, NextAttempt } from '../engine/outcome-writer.ts'
import type { DeliveryQueues } from './delivery-queues.ts'
import { finalFailures } from './delivery-repository.ts'
import { recordFailedEvents } from './record-failed-events.ts'
import { type MadeAttempt, settleAttempts } from './settle-attempts.ts'

type RecordSettings = {
  queues: Pick<DeliveryQueues, 'retries'>
  timeZone: string
  /** Which part to record, if the database refuses the whole. */
  detail: Detail
}

/**
 * Records attempts, updates their deliveries, and lists those whose last attempt failed
 * (docs/interface.md, "States and transitions").
 *
 * @returns the retries to make
 */
export async function recordAttempts(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
  { queues, timeZone, detail }: RecordSettings,
): Promise<NextAttempt[]> {
  const settled = await settleAttempts(trx, attempts, detail)
  const now = attempts.filter(({ id }) => settled.has(id))
  const failed = now.filter(({ next }) => next.state === 'failed')
  if (failed.length > 0 && detail !== 'result alone') {
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
  return now.flatMap(({ id, number, url, account, next }) =>
    next.state === 'waiting'
      ? [
          {
            queue: queues.retries,
            attempt: { id, number: number + 1, url, account, delayMs: next.delayMs },
          },
        ]
      : [],
  )
}
