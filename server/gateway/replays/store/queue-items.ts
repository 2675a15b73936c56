import { randomUUIDv7 } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import {
  DELIVERED,
  FAILED_OFTEN,
  handledReason,
  hasEventOf,
  hasFailedOften,
  IN_FLIGHT,
  markOf,
  otherReplays,
  replayReason,
} from './exclusions.ts'
import type { StoredRun } from './locks.ts'

/** How many items a statement skipped, and which jobs nobody needs any more. */
type ItemChanges = { skipped: number; jobIds: string[] }

/** An item that may be queued, and how many of its receiver. */
export type QueueableItem = { id: number; receiver: string; room: number }

type Queueing = {
  isUrgent: boolean
  /** The zone of times in reasons. */
  timeZone: string
}

type Changed = Pick<QueuedItem, 'itemId' | 'receiverUrl'> & {
  /** null if it is skipped. */
  jobId: string | null
  formerJobId: string | null
}

/** An item with a new job, which is to be added to the queue in the same transaction. */
export type QueuedItem = {
  itemId: number
  jobId: string
  receiverUrl: string
  account: string
  /** Urgent items don't wait behind a large run to the same receiver. */
  isUrgent: boolean
}

/**
 * Gives waiting items a new job, as many of each receiver as it has room for. Skips items between them that another run is sending to the same receiver or
 * has delivered to it, those that a person has marked as handled, and those that failed too often. A run that includes delivered or
 * handled events only skips what was delivered or marked since its start.
 *
 * @param run a running run; its list is locked
 * @param items in the order in which they are to be sent
 * @returns also the jobs that the items had before
 */
export async function queueItems(
  trx: Transaction<Schema>,
  run: StoredRun,
  items: QueueableItem[],
  { isUrgent, timeZone }: Queueing,
): Promise<ItemChanges & { queued: QueuedItem[]; changed: number[] }> {
  const ids = items.map(({ id }) => id)
  const startedAt = sql`(select started_at from replay_run where id = ${run.id})`
  const isExcluded =
    run.include_delivered === false
      ? DELIVERED
      : sql`(${DELIVERED} and other.settled_at > ${startedAt})`
  // Only a run that was asked to includes them, because scripts may not know handled events.
  const isMarked = run.include_handled === true ? sql`handled.handled_at > ${startedAt}` : sql`true`
  const { rows } = await sql<Changed>`
    with looked_at as (
      select item.id, item.job_id as former_job_id, wanted.job_id, wanted.receiver, wanted.room, wanted.place, case when is_in_others then (
        select ${replayReason(run, timeZone)}
        from ${otherReplays('item', run.account, sql`(${IN_FLIGHT} or ${isExcluded})`)}
        order by ${IN_FLIGHT} desc, other.id desc
        limit 1
      ) end as replayed, (
        select ${handledReason(timeZone)} from ${markOf('item', run.account)} and ${isMarked}
          -- A delivery counts more than a mark (docs/decisions/0048).
          and not case when is_in_others then exists (
            select from ${otherReplays('item', run.account, DELIVERED)}
          ) else false end
      ) as handled, case
        when is_in_others is true and ${run.include_failed_often !== true} and ${hasFailedOften('item', run.account)}
        then ${FAILED_OFTEN}
      end as failed
      from unnest(
        ${ids}::bigint[], ${ids.map(() => randomUUIDv7())}::uuid[],
        ${items.map(({ receiver }) => receiver)}::text[], ${items.map(({ room }) => room)}::integer[]
      ) with ordinality as wanted (id, job_id, receiver, room, place)
      join replay_item item on item.id = wanted.id and item.state in ('prepared', 'queued')
      -- Most events are in no other run.
      left join lateral (
        select true as is_in_others from replay_item same
        where ${hasEventOf('same', 'item')} and same.run_id <> item.run_id
        limit 1
      ) others on true
    ), fitting as (
      select *, count(*) filter (where coalesce(replayed, handled, failed) is null)
        over (partition by receiver order by place) as taken
      from looked_at
    )
    update replay_item item set
      state = case when why is null then 'queued' else 'skipped' end,
      reason = why,
      settled_at = case when why is null then null else now() end,
      job_id = case when why is null then fitting.job_id end
    from fitting cross join lateral coalesce(replayed, handled, failed) as why
    where item.id = fitting.id and taken <= room
    returning item.id as "itemId", item.job_id as "jobId", item.receiver_url as "receiverUrl",
      fitting.former_job_id as "formerJobId"
  `.execute(trx)
  const queued = rows.flatMap(({ itemId, jobId, receiverUrl }) =>
    jobId === null ? [] : [{ itemId, jobId, receiverUrl, account: run.account, isUrgent }],
  )
  const order = new Map(ids.map((id, at) => [id, at]))
  const placeOf = (id: number) => order.get(id) ?? 0
  return {
    queued: queued.toSorted((one, other) => placeOf(one.itemId) - placeOf(other.itemId)),
    changed: rows.map(({ itemId }) => itemId),
    skipped: rows.length - queued.length,
    jobIds: rows.flatMap(({ formerJobId }) => formerJobId ?? []),
  }
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
