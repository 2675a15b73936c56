import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { BYTES_OF_ITEM } from './drafts.ts'

/**
 * Gives queued items new job ids, so that a worker that claimed an old job can't send them.
 *
 * @returns the ids of the old jobs, which are to be removed in the same transaction
 */
export async function withdrawItems(trx: Transaction<Schema>, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ job_id: string | null }>`
    with waiting as (
      select id, job_id from replay_item where id = any(${ids}::bigint[]) and state = 'queued'
    )
    update replay_item item set job_id = gen_random_uuid()
    from waiting where item.id = waiting.id
    returning waiting.job_id
  `.execute(trx)
  return rows.flatMap(({ job_id }) => job_id ?? [])
}

/**
 * Skips items that are not in flight yet.
 *
 * @returns how many it skipped, and the ids of their jobs, which are to be removed in the same transaction
 */
export async function skipItems(
  trx: Transaction<Schema>,
  ids: number[],
  reason: string | null,
): Promise<{ skipped: number; jobIds: string[] }> {
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
        payload, reason, company, pass, settled_at)
      select ${runId}::uuid, service, list, event_id, 'prepared', receiver_url, receiver_name,
        payload, null, company, pass, null
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

export async function deleteItems(trx: Transaction<Schema>, ids: number[]): Promise<void> {
  await sql`delete from replay_item where id = any(${ids}::bigint[])`.execute(trx)
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
