import { type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
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
 * Sends what a run froze, apart from what another run is sending, or has delivered.
 *
 * All that brings events into flight waits for one lock of their list. So nobody else can send one
 * of them between the look at it and its being queued, and what anybody has delivered is seen.
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
  await sql`select pg_advisory_xact_lock(hashtextextended(${`replays of ${run.service} ${run.list}`}, 0))`.execute(
    trx,
  )
  const unseen = alone && (await unseenReplay(trx, run, alone.seenRunId, timeZone))
  if (unseen && alone?.isAwaited) throw detailError(409, `${unseen} Nothing was sent.`)
  // Whoever has seen that it was delivered means to send it once more.
  const includeDelivered = !unseen && (options.includeDelivered || alone?.seenRunId !== undefined)
  const { rows } = await sql<{ itemId: number; jobId: string | null; receiverUrl: string }>`
    with prepared as (
      select id, (
        select ${reason('Being sent already', run, timeZone)}
        from replay_item other join replay_run on replay_run.id = other.run_id
        where other.service = item.service and other.list = item.list
          and other.event_id = item.event_id and other.state in ('queued', 'sending')
        limit 1
      ) as in_flight, case when ${includeDelivered} then null else (
        select ${reason('Delivered already', run, timeZone)}
        from replay_item other join replay_run on replay_run.id = other.run_id
        where other.service = item.service and other.list = item.list
          and other.event_id = item.event_id and other.state = 'delivered'
        order by other.id desc
        limit 1
      ) end as delivered
      from replay_item item
      where run_id = ${run.id} and state = 'prepared'
    )
    update replay_item item set
      state = case when coalesce(in_flight, delivered) is null then 'queued' else 'skipped' end,
      reason = coalesce(in_flight, delivered),
      settled_at = case when coalesce(in_flight, delivered) is null then null else now() end,
      job_id = case when coalesce(in_flight, delivered) is null then gen_random_uuid() end
    from prepared
    where item.id = prepared.id
    returning item.id as "itemId", item.job_id as "jobId", item.receiver_url as "receiverUrl"
  `.execute(trx)
  const isUrgent = alone !== undefined
  const queued = rows.flatMap(({ jobId, ...item }) =>
    jobId === null ? [] : [{ ...item, jobId, isUrgent }],
  )
  await queue.add(
    trx,
    queued.toSorted((one, other) => one.itemId - other.itemId),
  )
  await trx
    .updateTable('replay_run')
    .set({ state: 'running', started_at: sql`clock_timestamp()`, open_items: queued.length })
    .where('id', '=', run.id)
    .execute()
  await closeItems(trx, run.id, 0)
}

/** Who and when is told of the same account's runs alone. `replay_run` is the other run. */
function reason(what: string, { account }: StoredRun, timeZone: string) {
  return sql<string>`
    ${what}::text || ' by a replay'
      || case when replay_run.account <> ${account} then ' of another account'
        when replay_run.who is null then ''
        else ' of ' || replay_run.who end
      || ', started on '
      || to_char(replay_run.started_at at time zone ${timeZone}, 'FMDD FMMonth YYYY "at" HH24:MI')
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
  const { rows } = await sql<{ reason: string }>`
    select case when other.state = 'delivered'
      then ${reason('Delivered already', run, timeZone)}
      else ${reason('Being sent already', run, timeZone)} end as reason
    from replay_item item
    join replay_item other on other.service = item.service and other.list = item.list
      and other.event_id = item.event_id and other.run_id <> item.run_id
    join replay_run on replay_run.id = other.run_id
    where item.run_id = ${run.id} and item.state = 'prepared'
      and (
        other.state in ('queued', 'sending')
        or (${seenRunId !== undefined} and other.state = 'delivered'
          and replay_run.started_at > coalesce(
            (select started_at from replay_run seen where seen.id = ${seenRunId ?? null}::uuid),
            '-infinity'))
      )
    order by other.id desc
    limit 1
  `.execute(trx)
  return rows[0]?.reason ?? null
}
