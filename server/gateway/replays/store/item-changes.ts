import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { BYTES_OF_ITEM } from './drafts.ts'

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
