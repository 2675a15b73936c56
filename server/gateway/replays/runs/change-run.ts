import { sql, type Transaction } from 'kysely'
import type { ReplayRunState } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'
import { runLock } from '../sending/replay-repository.ts'
import { addRun } from './run-store.ts'
import { doPart, setTask, type TaskTools, taskLock } from './run-task.ts'
import type { StoredRun } from './stored-run.ts'

/**
 * A run of the owner's, locked: nobody else changes it or its items until the transaction ends.
 *
 * @throws HttpError 404; 409 when it is in none of `states`
 */
export async function lockRun(
  trx: Transaction<Schema>,
  id: string,
  owner: Owner,
  states: ReplayRunState[],
): Promise<StoredRun> {
  await sql`select pg_advisory_xact_lock(${taskLock(id)})`.execute(trx)
  const run = await trx
    .selectFrom('replay_run')
    .selectAll()
    .where('id', '=', id)
    .where('account', '=', owner.account)
    .where('service', '=', owner.service)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (run === undefined || run.task === 'delete') throw detailError(404, 'Not found.')
  await sql`select pg_advisory_xact_lock(${runLock(sql`${id}::uuid`)})`.execute(trx)
  if (!states.includes(run.state)) throw detailError(409, WHAT_IT_IS[run.state])
  return run
}

const WHAT_IT_IS: Record<ReplayRunState, string> = {
  reading: 'The events of this replay run are still being read.',
  ready: 'This replay run has not been started yet.',
  running: 'This replay run is under way.',
  paused: 'This replay run is paused.',
  finished: 'This replay run is finished.',
  cancelled: 'This replay run was cancelled.',
  broken: 'The events of this replay run could not be read. Make a new one.',
}

/** Nothing new is sent; what is in flight settles. */
export async function pauseRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  { id }: StoredRun,
): Promise<void> {
  await setState(trx, id, 'paused')
  await doPart(trx, tools, await setTask(trx, id, 'withdraw'))
}

/** What isn't in flight yet is skipped. */
export async function cancelRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  { id }: StoredRun,
  who: string | null,
): Promise<void> {
  await setState(trx, id, 'cancelled')
  const reason = who === null ? 'Cancelled before it was sent.' : `Cancelled by ${who}.`
  await doPart(trx, tools, await setTask(trx, id, 'skip', reason))
}

/**
 * A new run of what failed again in a run that is over: ready, or "reading" as long as it gets its
 * events. Nothing is read from the service for it.
 *
 * @returns its id
 * @throws HttpError 409 when nothing failed again
 */
export async function runAgain(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  owner: Owner,
): Promise<string> {
  const { list, from_date, to_date } = run
  const count = await failedAgain(trx, run)
  if (count === 0) throw detailError(409, 'No event of this replay run failed again.')
  const range = { list, from_date, to_date, asked_for: 'failed_again' as const, read_of: count }
  const id = await addRun(trx, owner, range)
  await trx.updateTable('replay_run').set({ copy_of: run.id }).where('id', '=', id).execute()
  await doPart(trx, tools, await setTask(trx, id, 'copy'))
  return id
}

async function failedAgain(
  trx: Transaction<Schema>,
  { id, final_counts }: StoredRun,
): Promise<number> {
  if (final_counts !== null) return final_counts.failed_again ?? 0
  const { count } = await trx
    .selectFrom('replay_item')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', id)
    .where('state', '=', 'failed_again')
    .executeTakeFirstOrThrow()
  return count
}

async function setState(
  trx: Transaction<Schema>,
  id: string,
  state: ReplayRunState,
): Promise<void> {
  await trx
    .updateTable('replay_run')
    .set({ state, lease_until: null })
    .where('id', '=', id)
    .execute()
}
