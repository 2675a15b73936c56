import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { PlaceInRun } from './items-after.ts'
import type { StoredRun } from './locks.ts'
import { closeItems } from './replay-repository.ts'

/*
 * A run may have 500,000 items. A change of a run only changes its row at once. Its items follow part
 * by part, each in a short transaction (docs/decisions/0045).
 */

export type RunTask = NonNullable<StoredRun['task']>

/** Sets a task to start at the run's first item. The run is locked. */
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

/** @param next the place after which the next part starts; null once the task is done */
export async function setTaskPlace(
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

/** The runs whose task has parts left. A paused run waits until somebody resumes it. */
export function runsWithTask(db: Kysely<Schema>) {
  return db
    .selectFrom('replay_run')
    .select(['id', 'service', 'list', 'task'])
    .where('task', 'is not', null)
    .where(sql<boolean>`not (state = 'paused' and task in ('withdrawn', 'queue'))`)
    .execute()
}

/**
 * Corrects the task of a run that the previous version changed, because that version knows no tasks.
 * When it cancelled a run, it skipped the queued items at once, but kept counting the others as open.
 */
export async function leaveTask(trx: Transaction<Schema>, { id, state }: StoredRun): Promise<void> {
  // Queueing waits until somebody resumes the run.
  if (state === 'paused') return
  if (state !== 'cancelled') {
    await trx.updateTable('replay_run').set({ task: null }).where('id', '=', id).execute()
    return
  }
  await setTask(trx, id, 'skip')
  await sql`
    update replay_run set open_items = (
      select count(*) from replay_item
      where run_id = replay_run.id and state in ('prepared', 'queued', 'sending')
    )
    where id = ${id} and started_at is not null
  `.execute(trx)
  await closeItems(trx, id, 0)
}
