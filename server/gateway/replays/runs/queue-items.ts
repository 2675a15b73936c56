import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { DELIVERED, IN_FLIGHT, otherReplays } from '../sending/other-replays.ts'
import type { ReplayQueue } from '../sending/replay-queue.ts'
import type { StoredRun } from './stored-run.ts'

/**
 * Whatever brings events of a list into flight waits for this lock. So nobody else can send one of
 * them between the look at it and its being queued, and what anybody has delivered is seen.
 */
export async function lockList(
  trx: Transaction<Schema>,
  { service, list }: StoredRun,
): Promise<void> {
  const key = `replays of ${service} ${list}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

type Queueing = {
  isUrgent: boolean
  /** What is said in reasons is said in this zone. */
  timeZone: string
}

/**
 * Gives items that wait a new job each, or skips them: those that another run is sending to the same
 * receiver, or has delivered to it. A run that sends what was delivered before skips only what was
 * delivered since it was started.
 *
 * @param run is "running", and its list locked
 * @returns how many it skipped
 */
export async function queueItems(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  run: StoredRun,
  ids: number[],
  { isUrgent, timeZone }: Queueing,
): Promise<number> {
  if (ids.length === 0) return 0
  const startedAt = sql`(select started_at from replay_run where id = ${run.id})`
  const isExcluded =
    run.include_delivered === false
      ? DELIVERED
      : sql`(${DELIVERED} and other.settled_at > ${startedAt})`
  const { rows } = await sql<{ itemId: number; jobId: string | null; receiverUrl: string }>`
    with looked_at as (
      select id, (
        select ${reasonOf('Being sent already', run, timeZone)}
        from ${otherReplays('item', run.account, IN_FLIGHT)}
        limit 1
      ) as in_flight, (
        select ${reasonOf('Delivered already', run, timeZone)}
        from ${otherReplays('item', run.account, isExcluded)}
        order by other.id desc
        limit 1
      ) as delivered
      from replay_item item
      where id = any(${ids}::bigint[]) and state in ('prepared', 'queued')
    )
    update replay_item item set
      state = case when coalesce(in_flight, delivered) is null then 'queued' else 'skipped' end,
      reason = coalesce(in_flight, delivered),
      settled_at = case when coalesce(in_flight, delivered) is null then null else now() end,
      job_id = case when coalesce(in_flight, delivered) is null then gen_random_uuid() end
    from looked_at
    where item.id = looked_at.id
    returning item.id as "itemId", item.job_id as "jobId", item.receiver_url as "receiverUrl"
  `.execute(trx)
  const queued = rows.flatMap(({ jobId, ...item }) =>
    jobId === null ? [] : [{ ...item, jobId, account: run.account, isUrgent }],
  )
  const order = new Map(ids.map((id, at) => [id, at]))
  const placeOf = (id: number) => order.get(id) ?? 0
  await queue.add(
    trx,
    queued.toSorted((one, other) => placeOf(one.itemId) - placeOf(other.itemId)),
  )
  return rows.length - queued.length
}

/** Who started it is said of the same account's runs alone. `other_run` is the other run. */
export function reasonOf(
  what: string,
  { account }: StoredRun,
  timeZone: string,
): RawBuilder<string> {
  return sql<string>`
    ${what}::text || ' by a replay'
      || case when other_run.account <> ${account} then ' of another account'
        when other_run.who is null then ''
        else ' of ' || other_run.who end
      || ', started on '
      || to_char(other_run.started_at at time zone ${timeZone}, 'FMDD FMMonth YYYY "at" HH24:MI')
      || '.'
  `
}
