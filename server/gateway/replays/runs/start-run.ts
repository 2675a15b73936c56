import type { Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import type { StoredRun } from '../store/locks.ts'
import { setStarted, setState } from '../store/run-store.ts'
import { setTask } from '../store/task-store.ts'
import { checkStart, type StartOptions } from './start-checks.ts'
import { runBatch, type TaskTools } from './task-batch.ts'

/** Few, so that sending begins while the others are queued. */
const MAX_FIRST_ITEMS = 200

/**
 * Starts a run. It skips events that another run is sending to the same receiver or has delivered to
 * it, and those that a person has marked as handled. This queues the first events of a large run; the others follow in the background.
 *
 * @param run a ready run, locked
 * @throws HttpError 409 like `checkStart`
 */
export async function startRun(
  trx: Transaction<Schema>,
  tools: TaskTools & { fields: FieldRepository },
  run: StoredRun,
  options: StartOptions,
): Promise<void> {
  await setStarted(trx, run.id, await checkStart(trx, tools, run, options))
  const isUrgent = options.singleEvent !== undefined
  const first = { ...tools, maxItems: Math.min(tools.maxItems, MAX_FIRST_ITEMS) }
  await runBatch(trx, first, await setTask(trx, run.id, 'queue'), isUrgent)
}

/**
 * Resumes a run. It skips events that another run is sending to the same receiver, or has delivered
 * to it since this one started, and those that were marked as handled. The items get new jobs, so that a worker that claimed an old job
 * can't send them as well.
 *
 * @param run a paused run, locked
 * @throws HttpError 409 while the jobs of a large run are still being withdrawn, because an old job
 *   would send its event without this check
 */
export async function resumeRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<void> {
  if (!(await withdrawBatch(trx, tools, run))) throw detailError(409, STILL_PAUSING)
  await setState(trx, run.id, 'running')
  await runBatch(trx, tools, await setTask(trx, run.id, 'queue'))
}

const STILL_PAUSING =
  'Redial is still withdrawing the waiting events of this replay run. Try again in a few seconds.'

/**
 * Withdraws the next part of the waiting items of a paused run.
 *
 * @param run locked
 * @returns whether none of its items can be sent any more
 */
export async function withdrawBatch(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<boolean> {
  if (run.state !== 'paused' || run.task === 'withdrawn') return true
  // The previous version pauses runs without setting this task.
  const withdrawing = run.task === 'withdraw' ? run : await setTask(trx, run.id, 'withdraw')
  return runBatch(trx, tools, withdrawing)
}
