import type { Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import { copyFailedItems, deleteItems, skipItems, withdrawItems } from '../store/item-changes.ts'
import { itemsAfter } from '../store/items-after.ts'
import { lockList, type StoredRun } from '../store/locks.ts'
import { queueItems } from '../store/queue-items.ts'
import { closeItems } from '../store/replay-repository.ts'
import { deleteRun, finishLoading } from '../store/run-store.ts'
import { setTaskPlace } from '../store/task-store.ts'

/** What the parts of a task need. */
export type TaskTools = {
  queue: ReplayQueue
  timeZone: string
  /** How many items one transaction changes. */
  maxItems: number
}

/**
 * Does the next part of a run's task, or all of it if the run has no more items than one part.
 *
 * @param run has a task; its task lock is held
 * @param isUrgent whether somebody waits for the queued events
 * @returns whether the task is done
 */
export async function runBatch(
  trx: Transaction<Schema>,
  { queue, timeZone, maxItems }: TaskTools,
  run: StoredRun,
  isUrgent = false,
): Promise<boolean> {
  const { task } = run
  const source = task === 'copy' ? (run.copy_of ?? run.id) : run.id
  const place = { pass: run.task_pass, item: run.task_item }
  const { ids, next } = await itemsAfter(trx, source, place, maxItems)
  // All transactions that settle items of the run wait for its row. A part that withdraws jobs locks
  // it first, in the same order as they do.
  if (task !== 'queue') await setTaskPlace(trx, run, next)
  let skipped = 0
  switch (task) {
    case 'queue': {
      await lockList(trx, run)
      const items = await queueItems(trx, run, ids, { isUrgent, timeZone })
      await queue.add(trx, items.queued)
      await setTaskPlace(trx, run, next)
      skipped = items.skipped
      break
    }
    case 'withdraw':
      await queue.remove(trx, await withdrawItems(trx, ids))
      break
    case 'skip': {
      const items = await skipItems(trx, ids, run.task_reason)
      await queue.remove(trx, items.jobIds)
      skipped = items.skipped
      break
    }
    case 'copy':
      await copyFailedItems(trx, run.id, ids)
      break
    case 'delete':
      await deleteItems(trx, ids)
  }
  // A run that was never started has no open items.
  const closed = run.started_at === null ? 0 : skipped
  const closes = task === 'queue' || task === 'skip'
  if (closes && (closed > 0 || next === null)) await closeItems(trx, run.id, closed)
  if (next === null && task === 'copy') await finishLoading(trx, run.id)
  if (next === null && task === 'delete') await deleteRun(trx, run.id)
  return next === null
}
