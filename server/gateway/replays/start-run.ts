import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import { DELIVERED, IN_FLIGHT, otherReplays } from './other-replays.ts'
import type { ReplayQueue } from './replay-queue.ts'
import { closeItems } from './replay-repository.ts'

export type StoredRun = Selectable<Schema['replay_run']>

export type StartOptions = {
  includeDelivered: boolean
  /**
   * Of a run of one event that a person asked for by itself: the contract's `seen_run_id`, and
   * whether the person waits for the answer. Else it is skipped where that is refused.
   */
  alone?: { seenRunId: string | null | undefined; isAwaited: boolean }
  /** What is said in reasons is said in this zone. */
  timeZone: string
}

/**
 * Sends what a run froze, apart from what another run is sending to the same receiver, or has
 * delivered to it.
 *
 * @param run is "ready", and locked
 * @throws HttpError 409 for one event that is being sent, or whose last replay the person hadn't seen
 */
export async function startRun(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  run: StoredRun,
  options: StartOptions,
): Promise<void> {
  const { alone, timeZone } = options
  await lockList(trx, run)
  const unseen = alone && (await unseenReplay(trx, run, alone.seenRunId, timeZone))
  if (unseen && alone?.isAwaited) throw detailError(409, `${unseen} Nothing was sent.`)
  // Whoever has seen that it was delivered means to send it once more.
  const includeDelivered = !unseen && (options.includeDelivered || alone?.seenRunId !== undefined)
  const { queued } = await queueItems(trx, queue, run, {
    state: 'prepared',
    leftOutIf: includeDelivered ? sql`false` : DELIVERED,
    isUrgent: alone !== undefined,
    timeZone,
  })
  await trx
    .updateTable('replay_run')
    .set({ state: 'running', started_at: sql`clock_timestamp()`, open_items: queued })
    .where('id', '=', run.id)
    .execute()
  await closeItems(trx, run.id, 0)
}

/**
 * Goes on with what a run has not sent yet, apart from what another run is sending to the same
 * receiver, or has delivered to it since this one was started. New jobs: a worker that had claimed
 * an old one can't send the event as well.
 *
 * @param run is "paused", and locked
 */
export async function resumeRun(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  run: StoredRun,
  timeZone: string,
): Promise<void> {
  await lockList(trx, run)
  await trx.updateTable('replay_run').set({ state: 'running' }).where('id', '=', run.id).execute()
  const { skipped } = await queueItems(trx, queue, run, {
    state: 'queued',
    leftOutIf: sql`(${DELIVERED} and other.settled_at > ${run.started_at})`,
    isUrgent: false,
    timeZone,
  })
  await closeItems(trx, run.id, skipped)
}

/**
 * Whatever brings events of a list into flight waits for this lock. So nobody else can send one of
 * them between the look at it and its being queued, and what anybody has delivered is seen.
 */
async function lockList(trx: Transaction<Schema>, { service, list }: StoredRun): Promise<void> {
  const key = `replays of ${service} ${list}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

type Queueing = {
  /** Of the items that are meant. */
  state: 'prepared' | 'queued'
  /** Which delivered items of other runs are a reason to skip one. */
  leftOutIf: RawBuilder<unknown>
  isUrgent: boolean
  timeZone: string
}

/** Gives items a job each, or skips them; says how many. The list is locked. */
async function queueItems(
  trx: Transaction<Schema>,
  queue: ReplayQueue,
  run: StoredRun,
  { state, leftOutIf, isUrgent, timeZone }: Queueing,
): Promise<{ queued: number; skipped: number }> {
  const { rows } = await sql<{ itemId: number; jobId: string | null; receiverUrl: string }>`
    with looked_at as (
      select id, (
        select ${reason('Being sent already', run, timeZone)}
        from ${otherReplays('item', run.account, IN_FLIGHT)}
        limit 1
      ) as in_flight, (
        select ${reason('Delivered already', run, timeZone)}
        from ${otherReplays('item', run.account, leftOutIf)}
        order by other.id desc
        limit 1
      ) as delivered
      from replay_item item
      where run_id = ${run.id} and state = ${state}
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
  await queue.add(
    trx,
    queued.toSorted((one, other) => one.itemId - other.itemId),
  )
  return { queued: queued.length, skipped: rows.length - queued.length }
}

/** Who started it is said of the same account's runs alone. `other_run` is the other run. */
function reason(what: string, { account }: StoredRun, timeZone: string) {
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

/** What has become of a run of one event meanwhile that the person hadn't seen; null for nothing. */
async function unseenReplay(
  trx: Transaction<Schema>,
  run: StoredRun,
  seenRunId: string | null | undefined,
  timeZone: string,
): Promise<string | null> {
  const seenAt = sql`(select started_at from replay_run seen where seen.id = ${seenRunId ?? null}::uuid)`
  const isNews = sql`(${IN_FLIGHT} or (
    ${seenRunId !== undefined} and ${DELIVERED}
      and other_run.started_at > coalesce(${seenAt}, '-infinity')
  ))`
  const { rows } = await sql<{ reason: string }>`
    select news.reason from replay_item item cross join lateral (
      select other.id, case when ${DELIVERED}
        then ${reason('Delivered already', run, timeZone)}
        else ${reason('Being sent already', run, timeZone)} end as reason
      from ${otherReplays('item', run.account, isNews)}
    ) as news
    where item.run_id = ${run.id} and item.state = 'prepared'
    order by news.id desc
    limit 1
  `.execute(trx)
  return rows[0]?.reason ?? null
}
