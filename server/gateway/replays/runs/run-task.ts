import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import { closeItems } from '../sending/replay-repository.ts'
import { BYTES_OF_ITEM } from './drafts.ts'
import { itemsAfter, type PlaceInRun } from './items-after.ts'
import { lockList, queueItems } from './queue-items.ts'
import { finishReading } from './run-store.ts'
import type { StoredRun } from './stored-run.ts'

/*
 * A run may have 500,000 items. Whoever changes it changes its row alone, at once; its items follow
 * part by part, each in a short transaction of its own (docs/decisions/0045).
 */

export type RunTask = NonNullable<StoredRun['task']>

/** What the parts of a task need. */
export type TaskTools = {
  queue: ReplayQueue
  timeZone: string
  /** How many items one transaction goes through. */
  mostItems: number
}

/** Has a task begin at the run's first item. The run is locked. */
export async function setTask(
  trx: Transaction<Schema>,
  runId: string,
  task: RunTask,
  reason: string | null = null,
): Promise<StoredRun> {
  return trx
    .updateTable('replay_run')
    .set({ task, task_pass: null, task_item: 0, task_reason: reason })
    .where('id', '=', runId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Does the next part of a run's task: all of it where the run has no more items than that.
 *
 * @param run has the task now; its `taskLock` is held
 * @param isUrgent whether somebody waits for what is queued
 * @returns whether the task is done
 */
export async function doPart(
  trx: Transaction<Schema>,
  { queue, timeZone, mostItems }: TaskTools,
  run: StoredRun,
  isUrgent = false,
): Promise<boolean> {
  const { task } = run
  const of = task === 'copy' ? (run.copy_of ?? run.id) : run.id
  const { ids, next } = await itemsAfter(trx, of, placeOf(run), mostItems)
  // Who settles what the run sends holds its row for a while. It is waited for first, so that nobody
  // waits as long for the list.
  await setPlace(trx, run, next)
  let skipped = 0
  switch (task) {
    case 'queue':
      await lockList(trx, run)
      skipped = await queueItems(trx, queue, run, ids, { isUrgent, timeZone })
      break
    case 'withdraw':
      await withdrawItems(trx, queue, ids)
      break
    case 'skip':
      skipped = await skipItems(trx, queue, ids, run.task_reason)
      break
    case 'copy':
      await copyFailedItems(trx, run.id, ids)
      break
    case 'delete':
      await sql`delete from replay_item where id = any(${ids}::bigint[])`.execute(trx)
  }
  // Of a run that was never started, none counts as open.
  const closed = run.started_at === null ? 0 : skipped
  const closes = task === 'queue' || task === 'skip'
  if (closes && (closed > 0 || next === null)) await closeItems(trx, run.id, closed)
  if (next === null && task === 'copy') await finishReading(trx, run.id)
  if (next === null && task === 'delete') {
    await trx.deleteFrom('replay_run').where('id', '=', run.id).execute()
  }
  return next === null
}

function placeOf({ task_pass, task_item }: StoredRun): PlaceInRun {
  return { pass: task_pass, item: task_item }
}

async function setPlace(
  trx: Transaction<Schema>,
  { id, task }: StoredRun,
  next: PlaceInRun | null,
): Promise<void> {
  const done = task === 'withdraw' ? ('withdrawn' as const) : null
  await trx
    .updateTable('replay_run')
    .set(next === null ? { task: done } : { task_pass: next.pass, task_item: next.item })
    .where('id', '=', id)
    .where('task', '=', task)
    .execute()
}

/**
 * Held by whoever changes a run or does a part of its task. Its row would do, but all who settle what
 * the run sends need that.
 */
export function taskLock(runId: string): RawBuilder<unknown> {
  return sql`hashtextextended(${`task of replay run ${runId}`}, 0)`
}

/** Takes the jobs of items that wait. A worker that has claimed one can't send the item with it any more. */
async function withdrawItems(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  ids: number[],
): Promise<void> {
  const { rows } = await sql<{ job_id: string | null }>`
    with waiting as (
      select id, job_id from replay_item where id = any(${ids}::bigint[]) and state = 'queued'
    )
    update replay_item item set job_id = gen_random_uuid()
    from waiting where item.id = waiting.id
    returning waiting.job_id
  `.execute(trx)
  await queue.remove(
    trx,
    rows.flatMap(({ job_id }) => job_id ?? []),
  )
}

/** @returns how many it skipped */
async function skipItems(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  ids: number[],
  reason: string | null,
): Promise<number> {
  const { rows } = await sql<{ job_id: string | null }>`
    update replay_item set state = 'skipped', reason = ${reason}, settled_at = now()
    where id = any(${ids}::bigint[]) and state in ('prepared', 'queued')
    returning job_id
  `.execute(trx)
  await queue.remove(
    trx,
    rows.flatMap(({ job_id }) => job_id ?? []),
  )
  return rows.length
}

/** Adds those that failed again to a run, as they were frozen in the other one. */
async function copyFailedItems(
  trx: Transaction<Schema>,
  runId: string,
  ids: number[],
): Promise<void> {
  await sql`
    with copied as (
      insert into replay_item (run_id, service, list, event_id, state, receiver_url, receiver,
        receiver_name, payload, reason, pass, settled_at)
      select ${runId}::uuid, service, list, event_id, 'prepared', receiver_url, receiver,
        receiver_name, payload, null, pass, null
      from replay_item
      where id = any(${ids}::bigint[]) and state = 'failed_again'
      order by pass desc, id
      returning octet_length(payload) + length(event_id) + ${BYTES_OF_ITEM} as bytes
    )
    update replay_run set
      read_found = read_found + (select count(*) from copied),
      stored_bytes = stored_bytes + (select coalesce(sum(bytes), 0) from copied)
    where id = ${runId}::uuid
  `.execute(trx)
}
