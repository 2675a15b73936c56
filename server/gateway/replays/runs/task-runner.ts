import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { type StoredRun, tryLockBatch } from '../store/locks.ts'
import { findStoredRun } from '../store/run-store.ts'
import { runsWithTask } from '../store/run-tasks.ts'
import { runBatch, type TaskTools } from './task-batch.ts'

type RunTasksDependencies = {
  db: Kysely<Schema>
  tools: TaskTools
  logger: Pick<FastifyBaseLogger, 'warn'>
}

/** The worker's search for events to send passes over all that wait for receivers without room. */
const MIN_WAKE_INTERVAL_MS = 100

/**
 * Continues the tasks of runs, whichever process started them: one batch of each in turn. It needs no
 * lease, because a process that dies leaves no batch half done.
 */
export class TaskRunner {
  readonly #dependencies: RunTasksDependencies
  #underWay = Promise.resolve()
  #isWaiting = false
  #isStopped = false
  #wokenAt = Number.NEGATIVE_INFINITY

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
    let isDone = false
    try {
      const hasProgress = await db.transaction().execute(async trx => {
        if (!(await tryLockBatch(trx, run))) return false
        const current = await findStoredRun(trx, run.id)
        if (current !== undefined && current.task === run.task) {
          isDone = await runBatch(trx, tools, current)
        }
        return true
      })
      if (hasProgress && run.task === 'queue') this.#wakeQueue(isDone)
      return hasProgress
    } catch (error) {
      logger.warn(error, `a batch of the task of replay run ${run.id} failed`)
      return false
    }
  }

  #wakeQueue(isDone: boolean): void {
    const now = performance.now()
    if (!isDone && now - this.#wokenAt < MIN_WAKE_INTERVAL_MS) return
    this.#wokenAt = now
    this.#dependencies.tools.queue.wake()
  }
}
