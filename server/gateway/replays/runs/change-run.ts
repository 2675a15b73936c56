import { type Kysely, sql, type Transaction } from 'kysely'
import { isLoading, type ReplayRunState } from '../../../../contract/replay.ts'
import type { Included } from '../../../../contract/replay-request.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import type { Owner } from '../../session/caller.ts'
import { lockForChange, type StoredRun } from '../store/locks.ts'
import { skipNeedless, takeJobs } from '../store/queue-items.ts'
import { closeItems } from '../store/replay-repository.ts'
import {
  beginReceivers,
  type PausedReceiver,
  pausedReceivers,
  removeReceivers,
} from '../store/run-receivers.ts'
import { addRun, changeRow, NAMED_RECEIVERS, requireRoomToRead } from '../store/run-store.ts'
import { endOrders, makeOrders, orderedReceivers, resumeOrders } from '../store/standing-orders.ts'
import { type ReleaseTools, releaseItems } from './item-releaser.ts'
import { checkStart, type StartOptions } from './start-checks.ts'

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
  if (run === undefined) throw detailError(404, 'Not found.')
  if (!states.includes(run.state)) throw detailError(409, CONFLICTS[run.state])
  return run
}

const CONFLICTS: Record<ReplayRunState, string> = {
  reading: 'The events of this replay run are still being loaded.',
  interrupted: 'The events of this replay run are not all loaded. Try again to load the rest.',
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
  tools: ReleaseTools & { fields: FieldRepository },
  run: StoredRun,
  options: StartOptions,
): Promise<void> {
  const started = await setStarted(trx, run.id, await checkStart(trx, tools, run, options))
  const isUrgent = options.singleEvent !== undefined
  const first = { ...tools, maxItems: Math.min(tools.maxItems, MAX_FIRST_ITEMS) }
  await releaseItems(trx, first, started, isUrgent)
}

/** All prepared items of a ready run are open from now on. */
async function setStarted(
  trx: Transaction<Schema>,
  id: string,
  included: Included,
): Promise<StoredRun> {
  const open_items = await beginReceivers(trx, id)
  const started_at = sql<Date>`clock_timestamp()`
  return changeRow(trx, id, { ...included, state: 'running', started_at, open_items })
}

/**
 * Sends nothing more. Removes the waiting jobs, so that other runs don't wait behind them: a step has few. Attempts
 * in flight are finished and recorded.
 *
 * @returns how many events are not sent yet or in flight
 */
export async function pauseRun(
  trx: Transaction<Schema>,
  { queue }: ReleaseTools,
  run: StoredRun,
): Promise<number> {
  await changeRow(trx, run.id, { state: 'paused' })
  // What a person has stopped stays stopped.
  await removeReceivers(trx, run.id, sql`stop_reason is null`)
  await queue.remove(trx, await takeJobs(trx, run.id))
  return run.open_items
}

/**
 * Pauses the running runs that were made with one token, because the service refuses the token. Those with standing
 * orders continue, because a person relies on them and their payloads are stored.
 */
export async function pauseRuns(
  db: Kysely<Schema>,
  tools: ReleaseTools,
  { service, tokenKey }: Pick<Owner, 'service' | 'tokenKey'>,
): Promise<void> {
  const { rows: running } = await sql<Pick<StoredRun, 'id' | 'account'>>`
    select id, account from replay_run
    where service = ${service} and made_by = ${tokenKey} and state = 'running' and not exists (
      select from standing_order where run_id = replay_run.id and ended is null
    )
  `.execute(db)
  for (const { id, account } of running) {
    await db.transaction().execute(async trx => {
      const run = await lockForChange(trx, id, { service, account })
      // It may have finished in the meantime.
      if (run?.state === 'running') await pauseRun(trx, tools, run)
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
  tools: ReleaseTools,
  run: StoredRun,
): Promise<number> {
  const resumed = await changeRow(trx, run.id, { state: 'running' })
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
  tools: ReleaseTools,
  run: StoredRun,
  receiver: string | undefined,
): Promise<null> {
  const receivers = namesOf(await findPaused(trx, run, receiver))
  await resumeOrders(trx, run.id, receivers)
  await beginReceivers(trx, run.id, { receivers })
  await releaseItems(trx, tools, run)
  return null
}

/** Skips the waiting events of receivers that a run has paused or that have orders, and ends these. Parameters as above. */
export async function stopPaused(
  trx: Transaction<Schema>,
  tools: ReleaseTools,
  run: StoredRun,
  receiver: string | undefined,
  who: string | null,
): Promise<null> {
  const paused = await pausedReceivers(trx, [run])
  const names = new Set([...namesOf(paused), ...(await orderedReceivers(trx, run.id))])
  const receivers = [...names].filter(name => receiver === undefined || name === receiver)
  if (receivers.length === 0) throw detailError(409, NOT_PAUSED)
  const reason = who === null ? STOPPED : `Stopped by ${who}.`
  await endOrders(trx, run.id, receivers, reason)
  await beginReceivers(trx, run.id, { receivers, keep: 'all', stopReason: reason })
  if (run.state === 'running') await releaseItems(trx, tools, run)
  return null
}

type OrderOptions = {
  receiver: string | undefined
  who: string | null
  days: number
  tryNow: boolean
}

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
  tools: ReleaseTools & { fields: FieldRepository },
  run: StoredRun,
  { receiver, ...order }: OrderOptions,
  options: StartOptions,
): Promise<number> {
  if (run.state === 'ready') {
    if (receiver !== undefined) throw detailError(400, ALL_OR_NONE)
    const included = await checkStart(trx, tools, run, options)
    await skipNeedless(trx, { ...run, ...included }, 'all', tools.timeZone)
    const started = await setStarted(trx, run.id, included)
    await makeOrders(trx, run.id, 'all', order)
    if (started.open_items === 0) await closeItems(trx, run.id, 0)
    return started.open_items
  }
  const paused = await findPaused(trx, run, receiver)
  const receivers = namesOf(paused.filter(({ pause }) => pause.may_heal))
  if (receivers.length === 0) {
    const cause = paused[0]?.pause.cause
    throw detailError(422, `The replay can’t wait for it. ${cause}: waiting doesn’t change that.`)
  }
  const skipped = await skipNeedless(trx, run, receivers, tools.timeZone)
  await closeItems(trx, run.id, skipped)
  await beginReceivers(trx, run.id, { receivers, keep: 'all' })
  await makeOrders(trx, run.id, receivers, order)
  return run.open_items - skipped
}

const STOPPED = 'Stopped before it was sent.'
const NOT_PAUSED = 'This receiver is not paused in this replay run.'
const ALL_OR_NONE =
  'Leave out `receiver`: a run that is not started waits for all of its receivers.'

async function findPaused(
  trx: Transaction<Schema>,
  run: StoredRun,
  receiver: string | undefined,
): Promise<PausedReceiver[]> {
  const all = await pausedReceivers(trx, [run])
  const paused = all.filter(one => receiver === undefined || one.receiver_name === receiver)
  if (paused.length === 0) throw detailError(409, NOT_PAUSED)
  return paused
}

function namesOf(paused: PausedReceiver[]): string[] {
  return paused.map(({ receiver_name }) => receiver_name)
}

/** Limits how many events a run sends in a second. Events that it has released before wait again. */
export async function paceRun(
  trx: Transaction<Schema>,
  tools: ReleaseTools,
  { id }: StoredRun,
  pace: number | null,
): Promise<number> {
  const run = await changeRow(trx, id, { pace, paced_until: null })
  if (run.state === 'running') {
    await beginReceivers(trx, id, { keep: 'all' })
    await releaseItems(trx, tools, run)
  }
  return run.open_items
}

/**
 * Skips all events that are not in flight yet.
 *
 * @returns how many events were not sent yet or are in flight; null if not all events were loaded
 */
export async function cancelRun(
  trx: Transaction<Schema>,
  tools: ReleaseTools,
  run: StoredRun,
  who: string | null,
): Promise<number | null> {
  const isDraft = run.state === 'ready'
  const cause = isDraft ? 'Discarded' : 'Cancelled'
  const reason = who === null ? `${cause} before it was sent.` : `${cause} by ${who}.`
  const cancelled = await changeRow(trx, run.id, { state: 'cancelled' })
  const unsent = await skipRest(trx, run.id, reason, !isLoading(run))
  await releaseItems(trx, tools, cancelled)
  if (isDraft) return unsent
  return run.started_at === null ? null : run.open_items
}

/**
 * Skips the items of a locked run that are not in flight. The releaser continues with what a batch leaves.
 *
 * @returns how many events were not sent yet or are in flight
 */
async function skipRest(
  trx: Transaction<Schema>,
  id: string,
  reason: string,
  isLoaded: boolean,
): Promise<number> {
  const open_items = await beginReceivers(trx, id, { keep: 'all', stopReason: reason })
  await changeRow(trx, id, { open_items, ...(!isLoaded && NAMED_RECEIVERS) })
  if (open_items === 0) await closeItems(trx, id, 0)
  return open_items
}

const NOT_ALL_LOADED = 'Not sent: not all of the events could be loaded.'

/**
 * Breaks runs that are being loaded: the given one, or those whose process has not renewed its lease for so long,
 * because it died. Skips the events that were loaded until then.
 */
export async function breakRuns(
  db: Kysely<Schema>,
  which: { id: string } | { silentForMs: number },
  problem: string,
): Promise<void> {
  const isMeant =
    'id' in which
      ? sql`state in ('reading', 'interrupted') and id = ${which.id}`
      : sql`state = 'reading'
          and renewed_at < clock_timestamp() - ${which.silentForMs} * interval '1 millisecond'`
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: string }>`
      update replay_run set state = 'broken', problem = ${problem}
      where ${isMeant} returning id
    `.execute(trx)
    for (const { id } of rows) await skipRest(trx, id, NOT_ALL_LOADED, false)
  })
}

/** The process that was loading an interrupted run, which is locked, continues where it stopped. */
export async function continueLoading(trx: Transaction<Schema>, { id }: StoredRun): Promise<void> {
  const renewed_at = sql<Date>`clock_timestamp()`
  await changeRow(trx, id, { state: 'reading', problem: null, renewed_at })
}

/**
 * Makes a new run of the events that failed again in a run that has ended. The reader copies them into it.
 *
 * @returns its id
 * @throws HttpError 409 if nothing failed again; 429 if too many runs are being loaded
 */
export async function runAgain(
  trx: Transaction<Schema>,
  { id, list, from_date, to_date, name, reason, pace }: StoredRun,
  owner: Owner,
): Promise<string> {
  const { count } = await trx
    .selectFrom('replay_item')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', id)
    .where('state', '=', 'failed_again')
    .executeTakeFirstOrThrow()
  if (count === 0) throw detailError(409, 'No event of this replay failed again.')
  await requireRoomToRead(trx, owner, 0)
  const selection = { asked_for: 'failed_again' as const, read_of: count }
  const range = { list, from_date, to_date }
  return addRun(trx, owner, { ...range, ...selection, name, reason, pace })
}
