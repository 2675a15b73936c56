import type { Transaction } from 'kysely'
import type { ReplayRunState } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'
import { countFailedAgain } from '../store/item-changes.ts'
import { lockSending, lockTask, type StoredRun } from '../store/locks.ts'
import { addRun, lockRow, setSource, setState } from '../store/run-store.ts'
import { setTask } from '../store/task-store.ts'
import { runBatch, type TaskTools } from './task-batch.ts'

/**
 * Locks a run of the owner's. Nobody else changes it or its items until the transaction ends.
 *
 * @throws HttpError 404; 409 if its state is not one of `states`
 */
export async function lockRun(
  trx: Transaction<Schema>,
  id: string,
  owner: Owner,
  states: ReplayRunState[],
): Promise<StoredRun> {
  await lockTask(trx, id)
  const run = await lockRow(trx, id, owner)
  if (run === undefined || run.task === 'delete') throw detailError(404, 'Not found.')
  await lockSending(trx, id)
  if (!states.includes(run.state)) throw detailError(409, CONFLICTS[run.state])
  return run
}

const CONFLICTS: Record<ReplayRunState, string> = {
  reading: 'The events of this replay run are still being loaded.',
  ready: 'This replay run has not been started yet.',
  running: 'This replay run is running.',
  paused: 'This replay run is paused.',
  finished: 'This replay run is finished.',
  cancelled: 'This replay run was cancelled.',
  broken: 'The events of this replay run could not be loaded. Start a new one.',
}

/** Sends nothing more. Attempts in flight are finished and recorded. */
export async function pauseRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  { id }: StoredRun,
): Promise<void> {
  await setState(trx, id, 'paused')
  await runBatch(trx, tools, await setTask(trx, id, 'withdraw'))
}

/** Skips all events that are not in flight yet. */
export async function cancelRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  { id }: StoredRun,
  who: string | null,
): Promise<void> {
  await setState(trx, id, 'cancelled')
  const reason = who === null ? 'Cancelled before it was sent.' : `Cancelled by ${who}.`
  await runBatch(trx, tools, await setTask(trx, id, 'skip', reason))
}

/**
 * Makes a new run of the events that failed again in a run that has ended. It copies the frozen
 * payloads and loads nothing from the service.
 *
 * @returns its id
 * @throws HttpError 409 if nothing failed again
 */
export async function runAgain(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  owner: Owner,
): Promise<string> {
  const { list, from_date, to_date, final_counts } = run
  const count =
    final_counts === null ? await countFailedAgain(trx, run.id) : (final_counts.failed_again ?? 0)
  if (count === 0) throw detailError(409, 'No event of this replay failed again.')
  const range = { list, from_date, to_date, asked_for: 'failed_again' as const, read_of: count }
  const id = await addRun(trx, owner, range)
  await setSource(trx, id, run.id)
  await runBatch(trx, tools, await setTask(trx, id, 'copy'))
  return id
}
