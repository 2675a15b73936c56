import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { StoredRun } from './locks.ts'
import { BYTES_OF_ITEM } from './run-store.ts'

/*
 * A run may have 500,000 items. A change of a run changes only its row at once. Its task then changes
 * the items in batches, each in a short transaction (docs/decisions/0017).
 */

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

/** A process of the version before ramps queues items by the task "queue" (`renewReceivers`). */
export function runsWithTask(db: Kysely<Schema>) {
  return db
    .selectFrom('replay_run')
    .select(['id', 'service', 'list', 'task'])
    .where('task', '<>', 'queue')
    .execute()
}

/** What a batch did: how many items it skipped, and which jobs nobody needs any more. */
export type ItemChanges = { skipped: number; jobIds: string[] }

/** Takes the jobs of items that are not in flight yet. Resuming the run gives them new ones. */
export async function unqueueItems(trx: Transaction<Schema>, ids: number[]): Promise<ItemChanges> {
  const { rows } = await sql<{ job_id: string }>`
    with waiting as (
      select id, job_id from replay_item
      where id = any(${ids}::bigint[]) and state = 'queued' and job_id is not null
    )
    update replay_item item set job_id = null
    from waiting where item.id = waiting.id
    returning waiting.job_id
  `.execute(trx)
  return { skipped: 0, jobIds: rows.map(({ job_id }) => job_id) }
}

/** Skips items that are not in flight yet. */
export async function skipItems(
  trx: Transaction<Schema>,
  ids: number[],
  reason: string | null,
): Promise<ItemChanges> {
  const { rows } = await sql<{ job_id: string | null }>`
    update replay_item set state = 'skipped', reason = ${reason}, settled_at = now()
    where id = any(${ids}::bigint[]) and state in ('prepared', 'queued')
    returning job_id
  `.execute(trx)
  return { skipped: rows.length, jobIds: rows.flatMap(({ job_id }) => job_id ?? []) }
}

/** Adds the items that failed again to another run, with the payloads that were frozen for them. */
export async function copyFailedItems(
  trx: Transaction<Schema>,
  runId: string,
  ids: number[],
): Promise<void> {
  await sql`
    with copied as (
      insert into replay_item (run_id, service, list, event_id, state, receiver_url, receiver_name,
        payload, failed_at, company, pass)
      select ${runId}::uuid, service, list, event_id, 'prepared', receiver_url, receiver_name,
        payload, failed_at, company, pass
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

/** How many items of a run failed again. */
export async function countFailedAgain(trx: Transaction<Schema>, runId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('replay_item')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('state', '=', 'failed_again')
    .executeTakeFirstOrThrow()
  return count
}
