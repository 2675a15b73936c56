import { sql, type Transaction } from 'kysely'
import type { ReplayRunState } from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import type { Owner } from '../session/caller.ts'
import { addRun, copyFailedItems, finishReading } from './new-run.ts'
import type { ReplayQueue } from './replay-queue.ts'
import { closeItems, runLock } from './replay-repository.ts'
import type { StoredRun } from './start-run.ts'

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
  const run = await trx
    .selectFrom('replay_run')
    .selectAll()
    .where('id', '=', id)
    .where('account', '=', owner.account)
    .where('service', '=', owner.service)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (run === undefined) throw detailError(404, 'Not found.')
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
  queue: ReplayQueue,
  { id }: StoredRun,
): Promise<void> {
  await setState(trx, id, 'paused')
  const { rows } = await sql<{ job_id: string }>`
    select job_id from replay_item
    where run_id = ${id} and state = 'queued' and job_id is not null
  `.execute(trx)
  await queue.remove(
    trx,
    rows.map(({ job_id }) => job_id),
  )
}

/** What isn't in flight yet is skipped. */
export async function cancelRun(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  { id }: StoredRun,
  who: string | null,
): Promise<void> {
  await setState(trx, id, 'cancelled')
  const reason = who === null ? 'Cancelled before it was sent.' : `Cancelled by ${who}.`
  const { rows } = await sql<{ job_id: string | null }>`
    update replay_item set state = 'skipped', reason = ${reason}, settled_at = now()
    where run_id = ${id} and state in ('prepared', 'queued')
    returning job_id
  `.execute(trx)
  const jobIds = rows.flatMap(({ job_id }) => job_id ?? [])
  await queue.remove(trx, jobIds)
  await closeItems(trx, id, jobIds.length)
}

/**
 * A new run, ready, of what failed again in a run that is over. Nothing is read for it.
 *
 * @returns its id
 * @throws HttpError 409 when nothing failed again
 */
export async function runAgain(
  trx: Transaction<Schema>,
  run: StoredRun,
  owner: Owner,
): Promise<string> {
  const { list, from_date, to_date } = run
  const range = { list, from_date, to_date, asked_for: 'failed_again' as const, read_of: null }
  const id = await addRun(trx, owner, range)
  const count = await copyFailedItems(trx, run.id, id)
  if (count === 0) throw detailError(409, 'No event of this replay run failed again.')
  await trx
    .updateTable('replay_run')
    .set({ read_found: count, read_of: count })
    .where('id', '=', id)
    .execute()
  await finishReading(trx, id)
  return id
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
