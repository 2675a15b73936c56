import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { StoredRun } from './locks.ts'

/*
 * A run may have 500,000 items. A change of a run changes only its row at once. Its task then changes
 * the items in batches, each in a short transaction (docs/decisions/0017).
 */

type RunChange = Pick<
  Updateable<Schema['replay_run']>,
  'state' | 'task' | 'task_reason' | 'copy_of' | 'who' | 'include_delivered' | 'include_handled'
>

/**
 * Changes a locked run. A task starts with the first item. A process that was loading the run loses
 * its lease.
 */
export async function changeRow(
  trx: Transaction<Schema>,
  id: string,
  change: RunChange,
): Promise<StoredRun> {
  return trx
    .updateTable('replay_run')
    .set({ lease_until: null, task_pass: null, task_item: 0, ...change })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The last item that a task has finished. */
type Position = { pass: number; id: number }

/**
 * The ids of the next items of a run's task, in any state: first those of the last pass over the list,
 * which are the newest events.
 *
 * @returns `last` is null if no items follow
 */
export async function nextItems(
  trx: Transaction<Schema>,
  { id: runId, task, copy_of, task_pass, task_item }: StoredRun,
  limit: number,
): Promise<{ ids: number[]; last: Position | null }> {
  const source = task === 'copy' ? copy_of : runId
  // Two ranges of an index. A single condition would read all items again for each batch.
  const { rows } = await sql<Position>`
    (
      select pass, id from replay_item
      where run_id = ${source} and pass = ${task_pass}::integer and id > ${task_item}
      order by pass desc, id limit ${limit + 1}
    ) union all (
      select pass, id from replay_item
      where run_id = ${source} and pass < coalesce(${task_pass}::integer, 2147483647)
      order by pass desc, id limit ${limit + 1}
    )
    order by pass desc, id limit ${limit + 1}
  `.execute(trx)
  const batch = rows.slice(0, limit)
  return {
    ids: batch.map(({ id }) => id),
    last: rows.length > limit ? (batch.at(-1) ?? null) : null,
  }
}

/** Records how far the task of a run is. */
export async function setProgress(
  trx: Transaction<Schema>,
  { id, task }: StoredRun,
  last: Position | null,
): Promise<void> {
  await trx
    .updateTable('replay_run')
    .set(last === null ? { task: null } : { task_pass: last.pass, task_item: last.id })
    .where('id', '=', id)
    .where('task', '=', task)
    .execute()
}

/**
 * Whether an `item` of a `run` may be sent by the job that it has. After a run is resumed, that is so
 * once the run's task has checked the item again and given it a new job.
 */
export const IS_CHECKED = sql<boolean>`(
  run.task is null or (item.pass, -item.id) >= (run.task_pass, -run.task_item)
)`

export function runsWithTask(db: Kysely<Schema>) {
  return db
    .selectFrom('replay_run')
    .select(['id', 'service', 'list', 'task'])
    .where('task', 'is not', null)
    .execute()
}
