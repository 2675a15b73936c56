import type { Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import {
  copyFailedItems,
  type ItemChanges,
  skipItems,
  unqueueItems,
} from '../store/item-changes.ts'
import { lockList, type StoredRun } from '../store/locks.ts'
import { queueItems } from '../store/queue-items.ts'
import { closeItems } from '../store/replay-repository.ts'
import { finishLoading } from '../store/run-store.ts'
import { nextItems, setProgress } from '../store/run-tasks.ts'

export type TaskTools = {
  queue: ReplayQueue
  timeZone: string
  /** How many items one transaction changes. */
  maxItems: number
}

const NO_CHANGES: ItemChanges = { skipped: 0, jobIds: [] }

/**
 * Does the next batch of a run's task, or all of it if the run has no more items than a batch.
 *
 * @param run has a task; its task lock is held
 * @param isUrgent whether somebody waits for the queued events
 * @returns whether the task is done
 */
export async function runBatch(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  isUrgent = false,
): Promise<boolean> {
  const { task } = run
  const { ids, last } = await nextItems(trx, run, tools.maxItems)
  const { skipped, jobIds } = await changeItems(trx, tools, run, ids, isUrgent)
  // All transactions that settle items of the run wait for its row from here on.
  await setProgress(trx, run, last)
  await tools.queue.remove(trx, jobIds)
  // A run that was never started has no open items.
  const closed = run.started_at === null ? 0 : skipped
  const closes = task === 'queue' || task === 'skip'
  if (closes && (closed > 0 || last === null)) await closeItems(trx, run.id, closed)
  if (last === null && task === 'copy') await finishLoading(trx, run.id)
  if (last === null && task === 'delete') {
    await trx.deleteFrom('replay_run').where('id', '=', run.id).execute()
  }
  return last === null
}

async function changeItems(
  trx: Transaction<Schema>,
  { queue, timeZone }: TaskTools,
  run: StoredRun,
  ids: number[],
  isUrgent: boolean,
): Promise<ItemChanges> {
  if (ids.length === 0) return NO_CHANGES
  switch (run.task) {
    case 'queue': {
      await lockList(trx, run)
      const { queued, ...changes } = await queueItems(trx, run, ids, { isUrgent, timeZone })
      await queue.add(trx, queued)
      return changes
    }
    case 'unqueue':
      return unqueueItems(trx, ids)
    case 'skip':
      return skipItems(trx, ids, run.task_reason)
    case 'copy':
      await copyFailedItems(trx, run.id, ids)
      return NO_CHANGES
    case 'delete':
      await trx.deleteFrom('replay_item').where('id', 'in', ids).execute()
      return NO_CHANGES
    case null:
      return NO_CHANGES
  }
}
