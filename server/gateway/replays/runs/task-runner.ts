import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import { lockForChange, lockList, type StoredRun, tryLockBatch } from '../store/locks.ts'
import { queueItems } from '../store/queue-items.ts'
import { closeItems } from '../store/replay-repository.ts'
import {
  type DueRun,
  dueItems,
  nextDueMs,
  renewReceivers,
  runsWithDueItems,
  setReleased,
} from '../store/run-receivers.ts'
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
  /** How often it looks for what other processes have left. */
  everyMs: number
}

/**
 * Continues the tasks of runs, and releases the items that are due, whichever process started them: one batch of
 * each in turn. It needs no lease, because a process that dies leaves no batch half done.
 */
export class TaskRunner {
  readonly #dependencies: RunTasksDependencies
  #underWay = Promise.resolve()
  #isWaiting = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(dependencies: RunTasksDependencies) {
    this.#dependencies = dependencies
    this.wake()
  }

  /** Looks for work. To be called after a transaction that makes some; otherwise it looks at intervals. */
  wake(): void {
    if (this.#isWaiting || this.#isStopped) return
    this.#isWaiting = true
    this.#underWay = this.#underWay.then(async () => {
      this.#isWaiting = false
      clearTimeout(this.#timer)
      const { everyMs } = this.#dependencies
      const nextMs = Math.min(everyMs, Math.max(MIN_PAUSE_MS, await this.#work()))
      if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), nextMs).unref()
    })
  }

  /** Resolves once the current batch is done. */
  stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    return this.#underWay
  }

  /** @returns in how many ms something is due */
  async #work(): Promise<number> {
    const { db, logger, everyMs } = this.#dependencies
    try {
      for (let hasProgress = true; hasProgress; ) {
        hasProgress = false
        for (const run of await runsWithTask(db)) {
          if (this.#isStopped) return everyMs
          hasProgress = (await this.#continue(run)) || hasProgress
        }
        for (const run of await runsWithDueItems(db)) {
          if (this.#isStopped) return everyMs
          hasProgress = (await this.#release(run)) || hasProgress
        }
      }
      return (await nextDueMs(db)) ?? everyMs
    } catch (error) {
      logger.warn(error, 'tasks of replay runs could not be loaded')
      return everyMs
    }
  }

  /** @returns false if another process works on the task, or after an error: it is tried again later */
  async #continue(run: Pick<StoredRun, 'id' | 'service' | 'list' | 'task'>): Promise<boolean> {
    const { db, tools, logger } = this.#dependencies
    try {
      return await db.transaction().execute(async trx => {
        if (!(await tryLockBatch(trx, run))) return false
        const current = await findStoredRun(trx, run.id)
        if (current !== undefined && current.task === run.task) {
          await runBatch(trx, tools, current)
        }
        return true
      })
    } catch (error) {
      logger.warn(error, `a batch of the task of replay run ${run.id} failed`)
      return false
    }
  }

  /** @returns as in `#continue` */
  async #release(run: DueRun): Promise<boolean> {
    const { db, tools, logger } = this.#dependencies
    try {
      const hasProgress = await db.transaction().execute(async trx => {
        if (!(await tryLockBatch(trx, { ...run, task: 'queue' }))) return false
        const current = run.isToRenew
          ? await lockForChange(trx, run.id, run)
          : await findStoredRun(trx, run.id)
        if (current?.state !== 'running') return false
        if (run.isToRenew) await renewReceivers(trx, current)
        return releaseItems(trx, tools, current)
      })
      if (hasProgress) tools.queue.wake()
      return hasProgress
    } catch (error) {
      logger.warn(error, `events of replay run ${run.id} could not be released`)
      return false
    }
  }
}

/** For a pace of many events a second. */
const MIN_PAUSE_MS = 50

export type TaskTools = {
  queue: ReplayQueue
  timeZone: string
  /** How many items one transaction changes. */
  maxItems: number
}

const NO_CHANGES: ItemChanges = { skipped: 0, jobIds: [] }

/**
 * Queues the items of a running run that are due, or skips those that another run has or that a person has stopped.
 *
 * @param run its task lock is held
 * @param isUrgent whether somebody waits for the queued events
 * @returns whether there were any
 */
export async function releaseItems(
  trx: Transaction<Schema>,
  { queue, timeZone, maxItems }: TaskTools,
  run: StoredRun,
  isUrgent = false,
): Promise<boolean> {
  await lockList(trx, run)
  let released = 0
  // Where one is skipped, many may be. Otherwise few are looked at, because a step is short.
  for (const isAhead of run.pace === null ? [false, true] : [false]) {
    const items = await dueItems(trx, run.id, maxItems, isAhead)
    const { stopped = [], others = [] } = Object.groupBy(items, ({ stop_reason }) =>
      stop_reason === null ? 'others' : 'stopped',
    )
    const ids = stopped.map(({ id }) => id)
    const stops = await skipItems(trx, ids, stopped[0]?.stop_reason ?? null)
    const { queued, changed, ...excluded } = await queueItems(trx, run, others, {
      isUrgent,
      timeZone,
    })
    await queue.add(trx, queued)
    const skipped = stops.skipped + excluded.skipped
    // All transactions that settle items of the run wait for its row from here on.
    await closeItems(trx, run.id, skipped, queued.length)
    await setReleased(trx, run.id, [...ids, ...changed])
    await queue.remove(trx, [...stops.jobIds, ...excluded.jobIds])
    released += ids.length + changed.length
    if (skipped === 0) break
  }
  return released > 0
}

/**
 * Does the next batch of a run's task, or all of it if the run has no more items than a batch.
 *
 * @param run has a task; its task lock is held
 */
export async function runBatch(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<void> {
  const { task } = run
  const { ids, last } = await nextItems(trx, run, tools.maxItems)
  const { skipped, jobIds } = await changeItems(trx, run, ids)
  // All transactions that settle items of the run wait for its row from here on.
  await setProgress(trx, run, last)
  await tools.queue.remove(trx, jobIds)
  // A run that was never started has no open items.
  const closed = run.started_at === null ? 0 : skipped
  if (task === 'skip' && (closed > 0 || last === null)) await closeItems(trx, run.id, closed)
  if (last === null && task === 'copy') await finishLoading(trx, run.id)
  if (last === null && task === 'delete') {
    await trx.deleteFrom('replay_run').where('id', '=', run.id).execute()
  }
}

async function changeItems(
  trx: Transaction<Schema>,
  run: StoredRun,
  ids: number[],
): Promise<ItemChanges> {
  if (ids.length === 0) return NO_CHANGES
  switch (run.task) {
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
    case 'queue':
    case null:
      return NO_CHANGES
  }
}
