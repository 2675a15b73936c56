import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Outcome } from '../../delivery/sender.ts'

/** An item whose job a worker has claimed. */
export type ClaimedItem = { itemId: number; jobId: string }

export type ItemToSend = {
  itemId: number
  jobId: string
  event_id: string
  receiver_url: string
  payload: string
  /** Whose run it is in. */
  account: string
}

export type SettledItem = { itemId: number; outcome: Outcome }

/** What the worker tells of items while it sends them. Runs and items are made and read elsewhere. */
export class ReplayRepository {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  /**
   * Marks items as being sent, and tells what to send. Left out are those that are settled, that
   * wait in a run that isn't running, or that have another job by now: their jobs are of no use any
   * more. An item that was in flight when its process died is sent again, whatever its run is at.
   */
  async beginSendingAll(claimed: ClaimedItem[]): Promise<ItemToSend[]> {
    if (claimed.length === 0) return []
    const itemIds = claimed.map(({ itemId }) => itemId)
    return this.#db.transaction().execute(async trx => {
      // Where a power cut takes this back, they are sent again, as they would be with it.
      await sql`set local synchronous_commit = off`.execute(trx)
      await sql`
        select pg_advisory_xact_lock_shared(${runLock(sql`run_id`)}) from (
          select distinct run_id from replay_item where id = any(${itemIds}::bigint[]) order by run_id
        ) as run
      `.execute(trx)
      const { rows } = await sql<ItemToSend>`
        update replay_item item set state = 'sending'
        from replay_run run, unnest(
          ${itemIds}::bigint[], ${claimed.map(({ jobId }) => jobId)}::uuid[]
        ) as claimed (item_id, job_id)
        where item.id = claimed.item_id
          and coalesce(item.job_id, claimed.job_id) = claimed.job_id
          and run.id = item.run_id
          and item.receiver_url is not null
          and (item.state = 'sending' or (item.state = 'queued' and run.state = 'running'))
        returning item.id as "itemId", claimed.job_id as "jobId",
          item.event_id, item.receiver_url, item.payload, run.account
      `.execute(trx)
      return rows
    })
  }

  /**
   * Keeps attempts and what came of their items, and finishes the runs of which nothing is left.
   * Of an item that is settled already nothing changes.
   */
  async settleAll(trx: Transaction<Schema>, items: SettledItem[]): Promise<void> {
    if (items.length === 0) return
    // In one order, so that no two transactions wait for each other's.
    const settled = items.toSorted((one, other) => one.itemId - other.itemId)
    const outcomes = settled.map(({ outcome }) => outcome)
    const { rows } = await sql<{ run_id: string; count: number }>`
      with made as (
        select * from unnest(
          ${settled.map(({ itemId }) => itemId)}::bigint[],
          ${outcomes.map(({ at }) => at.toISOString())}::timestamptz[],
          ${outcomes.map(({ status }) => status)}::integer[],
          ${outcomes.map(({ error }) => kept(error))}::text[],
          ${outcomes.map(({ duration_ms }) => duration_ms)}::integer[],
          ${outcomes.map(({ answer }) => kept(answer))}::text[],
          ${outcomes.map(({ delivered }) => delivered)}::boolean[]
        ) as made (item_id, at, status, error, duration_ms, answer, delivered)
      ), settled as (
        update replay_item item set
          state = case when made.delivered then 'delivered' else 'failed_again' end,
          reason = case when made.delivered then null
            else coalesce(made.error, 'answered ' || made.status, 'no answer') end,
          settled_at = now()
        from made
        where item.id = made.item_id and item.state = 'sending'
        returning item.id, item.run_id, item.service, item.receiver, item.receiver_name
      ), attempts as (
        insert into replay_attempt
          (item_id, service, receiver, receiver_name, at, status, error, duration_ms, answer)
        select item_id, service, receiver, receiver_name, at, status, error, duration_ms, answer
        from made join settled on settled.id = made.item_id
      )
      select run_id, count(*) as count from settled group by run_id order by run_id
    `.execute(trx)
    for (const { run_id, count } of rows) await closeItems(trx, run_id, count)
  }
}

/**
 * Says that so many items of a run are neither queued nor being sent any more, and finishes it when
 * they were the last. The run's row is locked from here on, so this comes last in a transaction.
 */
export async function closeItems(
  trx: Transaction<Schema>,
  runId: string,
  count: number,
): Promise<void> {
  const { open_items } = await trx
    .updateTable('replay_run')
    .set(eb => ({ open_items: eb('open_items', '-', count) }))
    .where('id', '=', runId)
    .returning('open_items')
    .executeTakeFirstOrThrow()
  if (open_items > 0) return
  await sql`
    update replay_run set
      state = case when state = 'cancelled' then state else 'finished' end,
      finished_at = clock_timestamp(),
      final_counts = (
        select jsonb_object_agg(state, count) from (
          select state, count(*) from replay_item where run_id = replay_run.id group by state
        ) as counted
      )
    where id = ${runId} and state in ('running', 'paused', 'cancelled') and finished_at is null
  `.execute(trx)
}

/**
 * Held by whoever changes a run, and shared by those who begin to send its items: nothing of a run
 * begins once it is paused or cancelled. Those who settle items need none.
 */
export function runLock(runId: RawBuilder<unknown>) {
  return sql`hashtextextended('replay run ' || ${runId}, 0)`
}

/** So many characters of a receiver's answer are kept to be shown; a database's text holds no U+0000. */
function kept(text: string | null): string | null {
  return text?.slice(0, KEPT_TEXT).replaceAll('\0', '\u{fffd}').toWellFormed() ?? null
}

const KEPT_TEXT = 2_000
