import { type Kysely, sql, type Transaction } from 'kysely'
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
      await lockRunsOf(trx, itemIds)
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
          item.event_id, item.receiver_url, item.payload
      `.execute(trx)
      return rows
    })
  }

  /**
   * Keeps attempts and what came of their items, and finishes the runs of which nothing is left.
   * Of an item that is settled already nothing changes. To be called before jobs are removed in the
   * same transaction, as whoever pauses or cancels a run locks it first, too.
   */
  async settleAll(trx: Transaction<Schema>, settled: SettledItem[]): Promise<void> {
    if (settled.length === 0) return
    const runIds = await lockRunsOf(
      trx,
      settled.map(({ itemId }) => itemId),
    )
    const outcomes = settled.map(({ outcome }) => outcome)
    await sql`
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
        returning item.id
      )
      insert into replay_attempt (item_id, at, status, error, duration_ms, answer)
      select item_id, at, status, error, duration_ms, answer
      from made join settled on settled.id = made.item_id
    `.execute(trx)
    await finishRuns(trx, runIds)
  }
}

/** Of those of these runs of which nothing is left to send, "running" and "paused" ones are finished. */
export async function finishRuns(trx: Transaction<Schema>, runIds: string[]): Promise<void> {
  await sql`
    update replay_run set
      state = case when state = 'cancelled' then state else 'finished' end,
      finished_at = clock_timestamp()
    where id = any(${runIds}::uuid[])
      and state in ('running', 'paused', 'cancelled')
      and finished_at is null
      and not exists (
        select from replay_tally
        where run_id = replay_run.id and replay_tally.state in ('queued', 'sending') and count > 0
      )
  `.execute(trx)
}

/**
 * Whoever changes items locks their runs first, always in one order: so no two wait for each other,
 * and whoever settles the last item of a run sees that it is the last.
 */
async function lockRunsOf(trx: Transaction<Schema>, itemIds: number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from replay_run
    where id in (select run_id from replay_item where id = any(${itemIds}::bigint[]))
    order by id
    for no key update
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** So many characters of a receiver's answer are kept to be shown; a database's text holds no U+0000. */
function kept(text: string | null): string | null {
  return text?.slice(0, KEPT_TEXT).replaceAll('\0', '\u{fffd}').toWellFormed() ?? null
}

const KEPT_TEXT = 2_000
