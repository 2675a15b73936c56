import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import { lockForChange, lockLists, type StoredRun, tryLockRelease } from '../store/locks.ts'
import { queueItems, skipItems } from '../store/queue-items.ts'
import { recordDeliveredByOthers } from '../store/record-event-states.ts'
import { closeItems } from '../store/replay-repository.ts'
import {
  type DueRun,
  dueItems,
  nextDueMs,
  renewReceivers,
  runsWithDueItems,
  setReleased,
} from '../store/run-receivers.ts'
import { findStoredRun } from '../store/run-store.ts'

type ItemReleaserDependencies = {
  db: Kysely<Schema>
  tools: ReleaseTools
  logger: Pick<FastifyBaseLogger, 'warn'>
  /** How often it looks for what other processes have left. */
  everyMs: number
}

/**
 * Releases the items that are due, whichever process started their runs: one batch of each run in turn. It needs no
 * lease, because a process that dies leaves no batch half done.
 */
export class ItemReleaser {
  readonly #dependencies: ItemReleaserDependencies
  #underWay = Promise.resolve()
  #isWaiting = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(dependencies: ItemReleaserDependencies) {
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
        for (const run of await runsWithDueItems(db)) {
          if (this.#isStopped) return everyMs
          hasProgress = (await this.#release(run)) || hasProgress
        }
      }
      return (await nextDueMs(db)) ?? everyMs
    } catch (error) {
      logger.warn(error, 'the due events of replay runs could not be loaded')
      return everyMs
    }
  }

  /** @returns false if another process releases items of the list, or after an error: it is tried again later */
  async #release(run: DueRun): Promise<boolean> {
    const { db, tools, logger } = this.#dependencies
    try {
      const hasProgress = await db.transaction().execute(async trx => {
        if (!(await tryLockRelease(trx, run))) return false
        const current = run.isToRenew
          ? await lockForChange(trx, run.id, run)
          : await findStoredRun(trx, run.id)
        if (current === undefined) return false
        if (run.isToRenew) await renewReceivers(trx, current.id)
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

export type ReleaseTools = {
  queue: ReplayQueue
  timeZone: string
  /** How many items one transaction changes. */
  maxItems: number
}

/**
 * Queues the items of a run that are due, or skips items that another run has or a person has stopped.
 *
 * @param run its change lock is held
 * @param isUrgent whether somebody waits for the queued events
 * @returns whether there were any
 */
export async function releaseItems(
  trx: Transaction<Schema>,
  { queue, timeZone, maxItems }: ReleaseTools,
  run: StoredRun,
  isUrgent = false,
): Promise<boolean> {
  let released = 0
  const excludable: number[] = []
  // Where one is skipped, many may be. Otherwise few are looked at, because a step is short.
  for (const isAhead of run.pace === null ? [false, true] : [false]) {
    const items = await dueItems(trx, run.id, maxItems, isAhead)
    const { stopped = [], others = [] } = Object.groupBy(items, ({ stop_reason }) =>
      stop_reason === null ? 'others' : 'stopped',
    )
    const ids = stopped.map(({ id }) => id)
    const stops = await skipItems(trx, ids, stopped[0]?.stop_reason ?? null)
    if (others.length > 0) await lockLists(trx, run)
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
    if (excluded.skipped > 0) excludable.push(...changed)
    if (skipped === 0) break
  }
  // All at once, so that no two transactions wait for each other's rows.
  await recordDeliveredByOthers(trx, run, excludable)
  return released > 0
}
