import { type Kysely, sql, type Transaction } from 'kysely'
import type { ReplayRunState } from '../../../../contract/replay.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import type { Owner } from '../../session/caller.ts'
import { lockForChange, lockList, type StoredRun } from '../store/locks.ts'
import { closeItems } from '../store/replay-repository.ts'
import {
  beginReceivers,
  pausedReceivers,
  pauseReceivers,
  removeReceivers,
  stopReceivers,
} from '../store/run-receivers.ts'
import { addRun, changeRow, setPace, setStarted } from '../store/run-store.ts'
import { countFailedAgain } from '../store/run-tasks.ts'
import {
  endOrders,
  makeOrders,
  orderedReceivers,
  skipOrdered,
  whyNotOrdered,
} from '../store/standing-orders.ts'
import { checkStart, type StartOptions } from './start-checks.ts'
import { releaseItems, runBatch, type TaskTools } from './task-runner.ts'

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
  const run = await lockForChange(trx, id, owner)
  if (run === undefined || run.task === 'delete') throw detailError(404, 'Not found.')
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

/** Few, so that the request ends soon if there are many receivers. */
const MAX_FIRST_ITEMS = 200

/**
 * Starts a run. It skips events that another run is sending to the same receiver or has delivered to
 * it, and events that a person has marked as handled. This queues the first event of each receiver; the
 * others follow in the background.
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
  const started = await setStarted(trx, run.id, await checkStart(trx, tools, run, options))
  await beginReceivers(trx, run.id)
  const isUrgent = options.singleEvent !== undefined
  const first = { ...tools, maxItems: Math.min(tools.maxItems, MAX_FIRST_ITEMS) }
  await releaseItems(trx, first, started, isUrgent)
}

/**
 * Sends nothing more, because workers drop the jobs of a paused run. Its task removes the jobs, so that
 * other runs don't wait behind them. Attempts in flight are finished and recorded.
 *
 * @returns how many events are not sent yet or in flight
 */
export async function pauseRun(trx: Transaction<Schema>, run: StoredRun): Promise<number> {
  await changeRow(trx, run.id, { state: 'paused', task: 'unqueue' })
  await pauseReceivers(trx, run.id)
  return run.open_items
}

/**
 * Pauses the running runs that were made with one token, because the service refuses the token. Those with standing
 * orders continue, because a person relies on them and their payloads are stored.
 */
export async function pauseRuns(
  db: Kysely<Schema>,
  { service, tokenKey }: Pick<Owner, 'service' | 'tokenKey'>,
): Promise<void> {
  const running = await db
    .selectFrom('replay_run')
    .select(['id', 'account'])
    .where('service', '=', service)
    .where('made_by', '=', tokenKey)
    .where('state', '=', 'running')
    .where(
      sql<boolean>`not exists (
        select from standing_order where run_id = replay_run.id and ended is null
      )`,
    )
    .execute()
  for (const { id, account } of running) {
    await db.transaction().execute(async trx => {
      const run = await lockForChange(trx, id, { service, account })
      // It may have finished in the meantime.
      if (run?.state === 'running') await pauseRun(trx, run)
    })
  }
}

/**
 * Resumes a run. Its waiting items get new jobs, after the same checks as in `startRun`. The jobs that
 * they had before send nothing any more.
 *
 * @param run a paused run, locked
 * @returns how many items wait
 */
export async function resumeRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<number> {
  const resumed = await changeRow(trx, run.id, { state: 'running', task: null })
  await beginReceivers(trx, run.id)
  await releaseItems(trx, tools, resumed)
  return run.open_items
}

/**
 * Continues receivers that a run has paused, each with one event.
 *
 * @param run a running run, locked
 * @param receiver its name; all that are paused if it is missing
 * @returns how many events wait, if that is known
 * @throws HttpError 409 if it is not paused, or none is
 */
export async function continueReceivers(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  receiver: string | undefined,
): Promise<null> {
  await beginReceivers(trx, run.id, { receivers: await pausedNames(trx, run, receiver) })
  await releaseItems(trx, tools, run)
  return null
}

/** Skips the waiting events of receivers that a run has paused or that have orders, and ends these. Parameters as above. */
export async function stopPaused(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  receiver: string | undefined,
  who: string | null,
): Promise<null> {
  const paused = (await pausedReceivers(trx, [run])).map(({ receiver_name }) => receiver_name)
  const names = new Set([...paused, ...(await orderedReceivers(trx, run.id))])
  const receivers = [...names].filter(name => receiver === undefined || name === receiver)
  if (receivers.length === 0) throw detailError(409, NOT_PAUSED)
  await beginReceivers(trx, run.id, { receivers, keep: 'all' })
  const reason = who === null ? STOPPED : `Stopped by ${who}.`
  await endOrders(trx, run.id, receivers, reason)
  await stopReceivers(trx, run.id, receivers, reason)
  if (run.state === 'running') await releaseItems(trx, tools, run)
  return null
}

type OrderOptions = { receiver: string | undefined; who: string | null; days: number }

/**
 * Has the waiting events of receivers sent when these recover: all events of a ready run, or those at the paused
 * receivers of a running one. Existing orders get another end.
 *
 * @param run a ready or running run, locked
 * @returns how many events wait
 * @throws HttpError 409 if a running run has no such receiver, or one whose failure doesn't end by waiting; like
 *   `checkStart`
 */
export async function orderReplay(
  trx: Transaction<Schema>,
  tools: TaskTools & { fields: FieldRepository },
  run: StoredRun,
  { receiver, ...order }: OrderOptions,
  options: StartOptions,
): Promise<number> {
  if (run.state === 'ready') {
    if (receiver !== undefined) throw detailError(400, ALL_OR_NONE)
    const included = await checkStart(trx, tools, run, options)
    await lockList(trx, run)
    await skipOrdered(trx, run, 'all')
    const started = await setStarted(trx, run.id, included)
    await beginReceivers(trx, run.id)
    await makeOrders(trx, run.id, 'all', order)
    if (started.open_items === 0) await closeItems(trx, run.id, 0)
    return started.open_items
  }
  const paused = await pausedNames(trx, run, receiver)
  const whyNot = await whyNotOrdered(trx, run.id, paused)
  const receivers = paused.filter(name => !whyNot.has(name))
  if (receivers.length === 0) {
    throw detailError(409, `No standing order was made. ${[...whyNot.values()][0]}`)
  }
  await lockList(trx, run)
  const skipped = await skipOrdered(trx, run, receivers)
  await closeItems(trx, run.id, skipped)
  await beginReceivers(trx, run.id, { receivers, keep: 'all' })
  await makeOrders(trx, run.id, receivers, order)
  return run.open_items - skipped
}

const STOPPED = 'Stopped before it was sent.'
const NOT_PAUSED = 'This receiver is not paused in this replay run.'
const ALL_OR_NONE =
  'Leave out `receiver`: a run that is not started waits for all of its receivers.'

async function pausedNames(
  trx: Transaction<Schema>,
  run: StoredRun,
  receiver: string | undefined,
): Promise<string[]> {
  const paused = (await pausedReceivers(trx, [run])).map(({ receiver_name }) => receiver_name)
  const names = receiver === undefined ? paused : paused.filter(name => name === receiver)
  if (names.length === 0) throw detailError(409, NOT_PAUSED)
  return names
}

/** Limits how many events a run sends in a second. Events that it has released before wait again. */
export async function paceRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  { id }: StoredRun,
  pace: number | null,
): Promise<number> {
  const run = await setPace(trx, id, pace)
  if (run.state === 'running') {
    await beginReceivers(trx, id, { keep: 'all' })
    await releaseItems(trx, tools, run)
  }
  return run.open_items
}

/**
 * Skips all events that are not in flight yet.
 *
 * @returns how many events were not sent yet or are in flight; null for a run that was never started
 */
export async function cancelRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  who: string | null,
): Promise<number | null> {
  const task_reason = who === null ? 'Cancelled before it was sent.' : `Cancelled by ${who}.`
  const change = { state: 'cancelled', task: 'skip', task_reason } as const
  const cancelled = await changeRow(trx, run.id, change)
  await removeReceivers(trx, run.id)
  await runBatch(trx, tools, cancelled)
  return run.started_at === null ? null : run.open_items
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
  const { list, from_date, to_date, final_counts, name, reason, pace } = run
  const count =
    final_counts === null ? await countFailedAgain(trx, run.id) : (final_counts.failed_again ?? 0)
  if (count === 0) throw detailError(409, 'No event of this replay failed again.')
  const range = { list, from_date, to_date, asked_for: 'failed_again' as const, read_of: count }
  const note = { name, reason, pace }
  const id = await addRun(trx, owner, { ...range, ...note })
  await runBatch(trx, tools, await changeRow(trx, id, { task: 'copy', copy_of: run.id }))
  return id
}
