import type { Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import { lockList, type StoredRun } from '../store/locks.ts'
import { setStarted, setState } from '../store/run-store.ts'
import { setTask } from '../store/task-store.ts'
import { unseenReplay } from '../store/unseen-replay.ts'
import { doPart, type TaskTools } from './run-task.ts'

export type StartOptions = {
  includeDelivered: boolean
  /**
   * Set for the replay of a single event: the contract's `seen_run_id`, and whether the person waits
   * for the answer. If nobody waits, the event is skipped where this would throw.
   */
  alone?: { seenRunId: string | null | undefined; isAwaited: boolean }
}

/**
 * Starts a run. It skips events that another run is sending to the same receiver or has delivered to
 * it. This queues the first events of a large run; the others follow in the background.
 *
 * @param run a ready run, locked
 * @throws HttpError 409 for a single event that is being sent, or with a replay that the person hadn't seen
 */
export async function startRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  options: StartOptions,
): Promise<void> {
  const { alone } = options
  // Nobody else may queue the event between this check and its queueing.
  if (alone !== undefined) await lockList(trx, run)
  const unseen = alone && (await unseenReplay(trx, run, alone.seenRunId, tools.timeZone))
  if (unseen && alone?.isAwaited) throw detailError(409, `${unseen} Nothing was sent.`)
  // A person who saw that the event was delivered wants to send it again.
  const includeDelivered = !unseen && (options.includeDelivered || alone?.seenRunId !== undefined)
  await setStarted(trx, run.id, { includeDelivered })
  await doPart(trx, tools, await setTask(trx, run.id, 'queue'), alone !== undefined)
}

/**
 * Resumes a run. It skips events that another run is sending to the same receiver, or has delivered
 * to it since this one started. The items get new jobs, so that a worker that claimed an old job
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
  if (!(await withdrawPart(trx, tools, run))) throw detailError(409, STILL_PAUSING)
  await setState(trx, run.id, 'running')
  await doPart(trx, tools, await setTask(trx, run.id, 'queue'))
}

const STILL_PAUSING =
  'Redial is still withdrawing the waiting events of this replay run. Try again in a few seconds.'

/**
 * Withdraws the next part of the waiting items of a paused run.
 *
 * @param run locked
 * @returns whether none of its items can be sent any more
 */
export async function withdrawPart(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<boolean> {
  if (run.state !== 'paused' || run.task === 'withdrawn') return true
  // The version before pauses runs without setting this task.
  const withdrawing = run.task === 'withdraw' ? run : await setTask(trx, run.id, 'withdraw')
  return doPart(trx, tools, withdrawing)
}
