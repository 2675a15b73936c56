import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Schema } from '../../../database/schema.ts'
import type { AttemptQueue } from '../../../webhooks/engine/attempt-queue.ts'
import { repeat } from '../../repeat.ts'
import {
  openReplayQueue,
  type ReplayQueueDependencies,
  startReplayWorker,
} from '../sending/replay-queue.ts'
import { lockForChange, lockLists, type StoredRun, tryLockRelease } from '../store/locks.ts'
import { queueItems } from '../store/queue-items.ts'
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

/** In one transaction, for which others wait about a fifth of a second. */
const MAX_ITEMS_PER_BATCH = 1_000

type SendingDependencies = Omit<ReplayQueueDependencies, 'db' | 'timings'> &
  Pick<Database, 'workerDb' | 'longDb'> & {
    /** The releaser looks at intervals for what other processes have left. */
    timings: ReplayQueueDependencies['timings'] & { leaseRenewalMs: number }
    timeZone: string
    maxItemsPerBatch?: number | undefined
  }

/** Starts to send the items of runs, and to release those that are due, until the app closes. */
export async function startSending(
  app: FastifyInstance,
  dependencies: SendingDependencies,
): Promise<ReleaseTools> {
  const { workerDb, longDb: db, logger, timeZone, timings, makesAttempts = true } = dependencies
  const queue = await openReplayQueue(dependencies.queue, timings)
  const worker = makesAttempts
    ? startReplayWorker({ ...dependencies, db: workerDb }, queue, () => releaser.wake())
    : null
  const maxItems = dependencies.maxItemsPerBatch ?? MAX_ITEMS_PER_BATCH
  const wake = () => {
    worker?.wake()
    releaser.wake()
  }
  const tools = { queue, timeZone, maxItems, wake }
  /** @returns false if another process releases items of the list, or after an error: it is tried again later */
  const release = async (run: DueRun) => {
    try {
      const isReleased = await db.transaction().execute(trx => releaseOf(trx, tools, run))
      if (isReleased) worker?.wake()
      return isReleased
    } catch (error) {
      logger.warn(error, `events of replay run ${run.id} could not be released`)
      return false
    }
  }
  const releaser = repeat(
    timings.leaseRenewalMs,
    signal => releaseDue(db, release, signal),
    error => logger.warn(error, 'the due events of replay runs could not be loaded'),
  )
  app.addHook('onClose', async () => worker?.stop())
  app.addHook('onClose', () => releaser.stop())
  return tools
}

/**
 * Releases the items that are due, whichever process started their runs: one batch of each run in turn. It needs no
 * lease, because a process that dies leaves no batch half done.
 *
 * @returns in how many ms something is due, if that is known
 */
async function releaseDue(
  db: Kysely<Schema>,
  release: (run: DueRun) => Promise<boolean>,
  signal: AbortSignal,
): Promise<number | undefined> {
  for (let hasProgress = true; hasProgress; ) {
    hasProgress = false
    for (const run of await runsWithDueItems(db)) {
      if (signal.aborted) return
      hasProgress = (await release(run)) || hasProgress
    }
  }
  const ms = await nextDueMs(db)
  return ms === null ? undefined : Math.max(MIN_PAUSE_MS, ms)
}

async function releaseOf(
  trx: Transaction<Schema>,
  tools: ReleaseTools,
  run: DueRun,
): Promise<boolean> {
  if (!(await tryLockRelease(trx, run))) return false
  const current = run.isToRenew
    ? await lockForChange(trx, run.id, run)
    : await findStoredRun(trx, run.id)
  if (current === undefined) return false
  if (run.isToRenew) await renewReceivers(trx, current.id)
  return releaseItems(trx, tools, current)
}

/** For a pace of many events a second. */
const MIN_PAUSE_MS = 50

export type ReleaseTools = {
  queue: AttemptQueue
  timeZone: string
  /** How many items one transaction changes. */
  maxItems: number
  /** To be called after a transaction that queues items or makes some due. */
  wake(): void
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
  const delivered: number[] = []
  // Where one is skipped, many may be. Otherwise few are looked at, because a step is short.
  for (const isAhead of run.pace === null ? [false, true] : [false]) {
    const items = await dueItems(trx, run.id, maxItems, isAhead)
    if (items.some(({ stop_reason }) => stop_reason === null)) await lockLists(trx, run)
    const changes = await queueItems(trx, run, items, { isUrgent, timeZone })
    const { queued, changed, skipped } = changes
    await queue.add(trx, queued)
    // All transactions that settle items of the run wait for its row from here on.
    await closeItems(trx, run.id, skipped, queued.length)
    await setReleased(trx, run.id, changed)
    await queue.remove(trx, changes.jobIds)
    released += changed.length
    delivered.push(...changes.deliveredByOthers)
    if (skipped === 0) break
  }
  // All at once, so that no two transactions wait for each other's rows.
  await recordDeliveredByOthers(trx, run, delivered)
  return released > 0
}
