import { randomUUIDv7 } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { NewAttempt } from '../../../webhooks/engine/attempt-queue.ts'
import { otherReplays, skipReasonOf } from './exclusions.ts'
import { lockLists, type StoredRun } from './locks.ts'
import { recordDeliveredByOthers } from './record-event-states.ts'
import type { DueItem } from './run-receivers.ts'
import { isAmong } from './standing-orders.ts'

type Queueing = {
  /** Urgent items don't wait behind a large run to the same receiver. */
  isUrgent: boolean
  /** The zone of times in reasons. */
  timeZone: string
}

type Changed = {
  id: number
  url: string
  /** null if it is skipped. */
  jobId: string | null
  formerJobId: string | null
  /** Its id if it is skipped because a replay of another account has delivered its event. */
  deliveredByOthers: number | null
}

/**
 * Gives waiting items a new job, as many of each receiver as it has room for, and skips those of stopped receivers and
 * the items between them that the run doesn't send (`skipReasonOf`).
 *
 * @param run its lists are locked, unless all items are of stopped receivers
 * @param items in the order in which they are to be sent
 * @returns also the jobs that nobody needs any more
 */
export async function queueItems(
  trx: Transaction<Schema>,
  run: StoredRun,
  items: DueItem[],
  { isUrgent, timeZone }: Queueing,
) {
  const ids = items.map(({ id }) => id)
  const { rows } = await sql<Changed>`
    with looked_at as (
      select item.id, item.job_id as former_job_id, wanted.*,
        coalesce(wanted.stop_reason, skipped.reason) as why, skipped.is_delivered_by_others
      from unnest(
        ${ids}::bigint[], ${ids.map(() => randomUUIDv7())}::uuid[],
        ${items.map(({ receiver }) => receiver)}::text[], ${items.map(({ room }) => room)}::integer[],
        ${items.map(({ stop_reason }) => stop_reason)}::text[]
      ) with ordinality as wanted (item_id, job_id, receiver, room, stop_reason, place)
      join replay_item item on item.id = item_id and item.state in ('prepared', 'queued')
      left join lateral ${skipReasonOf(run, timeZone)} on wanted.stop_reason is null
    ), fitting as (
      select *, count(*) filter (where why is null) over (partition by receiver order by place) as taken
      from looked_at
    )
    update replay_item item set
      state = case when why is null then 'queued' else 'skipped' end,
      reason = why,
      settled_at = case when why is null then null else now() end,
      job_id = case when why is null then fitting.job_id end
    from fitting
    where item.id = fitting.id and taken <= room
    returning item.id, item.job_id as "jobId", item.receiver_url as url,
      fitting.former_job_id as "formerJobId", case when is_delivered_by_others then item.id end as "deliveredByOthers"
  `.execute(trx)
  const { account } = run
  const queued = rows.flatMap(({ id, jobId, url }) =>
    jobId === null ? [] : { id, jobId, url, account, isUrgent, number: 1, delayMs: 0 },
  )
  const order = new Map(ids.map((id, at) => [id, at]))
  const placeOf = ({ id }: NewAttempt) => order.get(id) ?? 0
  return {
    queued: queued.toSorted((one, other) => placeOf(one) - placeOf(other)),
    changed: rows.map(({ id }) => id),
    skipped: rows.length - queued.length,
    deliveredByOthers: rows.flatMap(row => row.deliveredByOthers ?? []),
    jobIds: rows.flatMap(({ formerJobId }) => formerJobId ?? []),
  }
}

/**
 * Skips what need not wait for receivers of a run: what it doesn't send in any case (`skipReasonOf`), and what waits for
 * another order, because one order tries an event. What another run is sending still waits, because it may fail.
 *
 * @returns how many it skipped
 */
export async function skipNeedless(
  trx: Transaction<Schema>,
  run: StoredRun,
  receivers: string[] | 'all',
  timeZone: string,
): Promise<number> {
  const { id, account, service } = run
  await lockLists(trx, run)
  const isOrdered = sql`other.state in ('prepared', 'queued') and other_run.account = ${account} and exists (
    select from standing_order
    where run_id = other.run_id and receiver_name = other.receiver_name and ended is null
  )`
  const { rows } = await sql<Pick<Changed, 'deliveredByOthers'>>`
    with needless as (
      select item.id, skipped.is_delivered_by_others, coalesce(
        skipped.reason,
        case when others.have_orders and exists (select from ${otherReplays(account, isOrdered)})
          then 'It is already waiting in another replay for its receiver to recover.' end
      ) as reason
      from replay_item item cross join (
        select count(*) > 0 as have_orders
        from standing_order made join replay_run run on run.id = made.run_id
        where made.ended is null and made.run_id <> ${id} and run.account = ${account} and run.service = ${service}
      ) others
      left join lateral ${skipReasonOf(run, timeZone)} on skipped.why <> 'being_sent'
      where item.run_id = ${id} and item.state in ('prepared', 'queued')
        and ${isAmong('item.receiver_name', receivers)}
    )
    update replay_item item set state = 'skipped', reason = needless.reason, settled_at = now()
    from needless where item.id = needless.id and needless.reason is not null
    returning case when is_delivered_by_others then item.id end as "deliveredByOthers"
  `.execute(trx)
  await recordDeliveredByOthers(
    trx,
    run,
    rows.flatMap(row => row.deliveredByOthers ?? []),
  )
  return rows.length
}

/** Takes the jobs of a run's items that are not in flight yet. Resuming the run gives them new ones. @returns the jobs */
export async function takeJobs(trx: Transaction<Schema>, runId: string): Promise<string[]> {
  const { rows } = await sql<{ job_id: string }>`
    with waiting as (
      select id, job_id from replay_item
      where run_id = ${runId} and state = 'queued' and job_id is not null
    )
    update replay_item item set job_id = null
    from waiting where item.id = waiting.id
    returning waiting.job_id
  `.execute(trx)
  return rows.map(({ job_id }) => job_id)
}
