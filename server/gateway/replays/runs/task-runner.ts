import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import { lockList, type StoredRun, tryLockBatch } from '../store/locks.ts'
import { queueItems } from '../store/queue-items.ts'
import { closeItems } from '../store/replay-repository.ts'
import { findStoredRun, finishLoading } from '../store/run-store.ts'
import {
  copyFailedItems,
  type ItemChanges,
  nextItems,
  runsWithTask,
  setProgress,
  skipItems,
  unqueueItems,
} from '../store/run-tasks.ts'

type RunTasksDependencies = {
  db: Kysely<Schema>
  tools: TaskTools
  logger: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Continues the tasks of runs, whichever process started them: one batch of each in turn. It needs no
 * lease, because a process that dies leaves no batch half done.
 */
export class TaskRunner {
  readonly #dependencies: RunTasksDependencies
  #underWay = Promise.resolve()
  #isWaiting = false
  #isStopped = false

  constructor(dependencies: RunTasksDependencies) {
    this.#dependencies = dependencies
  }

  /** Looks for tasks. To be called after a transaction that sets one, and at intervals. */
  wake(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#underWay = this.#underWay.then(async () => {
      this.#isWaiting = false
      await this.#work()
    })
  }

  /** Resolves once the current batch is done. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.#underWay
  }

  async #work(): Promise<void> {
    const { db, logger } = this.#dependencies
    try {
      for (let hasProgress = true; hasProgress; ) {
        hasProgress = false
        for (const run of await runsWithTask(db)) {
          if (this.#isStopped) return
          hasProgress = (await this.#continue(run)) || hasProgress
        }
      }
    } catch (error) {
      logger.warn(error, 'tasks of replay runs could not be loaded')
    }
  }

  /** @returns false if another process works on the task, or after an error: it is tried again later */
  async #continue(run: Pick<StoredRun, 'id' | 'service' | 'list' | 'task'>): Promise<boolean> {
    const { db, tools, logger } = this.#dependencies
    try {
      const hasProgress = await db.transaction().execute(async trx => {
        if (!(await tryLockBatch(trx, run))) return false
        const current = await findStoredRun(trx, run.id)
        if (current !== undefined && current.task === run.task) {
          await runBatch(trx, tools, current)
        }
        return true
      })
      if (hasProgress && run.task === 'queue') tools.queue.wake()
      return hasProgress
    } catch (error) {
      logger.warn(error, `a batch of the task of replay run ${run.id} failed`)
      return false
    }
  }
}

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
 */
export async function runBatch(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  isUrgent = false,
): Promise<void> {
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
