import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import { DELIVERED, IN_FLIGHT, otherReplays } from '../sending/other-replays.ts'
import { lockList, reasonOf } from './queue-items.ts'
import { doPart, setTask, type TaskTools } from './run-task.ts'
import type { StoredRun } from './stored-run.ts'

export type StartOptions = {
  includeDelivered: boolean
  /**
   * Of a run of one event that a person asked for by itself: the contract's `seen_run_id`, and
   * whether the person waits for the answer. Else it is skipped where that is refused.
   */
  alone?: { seenRunId: string | null | undefined; isAwaited: boolean }
}

/**
 * Sends what a run froze, apart from what another run is sending to the same receiver, or has
 * delivered to it. Of a large run the first events are queued with this; the others follow.
 *
 * @param run is "ready", and locked
 * @throws HttpError 409 for one event that is being sent, or whose last replay the person hadn't seen
 */
export async function startRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
  options: StartOptions,
): Promise<void> {
  const { alone } = options
  // What is looked at for one event may not change before it is queued.
  if (alone !== undefined) await lockList(trx, run)
  const unseen = alone && (await unseenReplay(trx, run, alone.seenRunId, tools.timeZone))
  if (unseen && alone?.isAwaited) throw detailError(409, `${unseen} Nothing was sent.`)
  // A person who saw that it was delivered wants to send it once more.
  const includeDelivered = !unseen && (options.includeDelivered || alone?.seenRunId !== undefined)
  await sql`
    update replay_run set state = 'running', started_at = clock_timestamp(),
      include_delivered = ${includeDelivered}, open_items = (
        select count(*) from replay_item where run_id = replay_run.id and state = 'prepared'
      )
    where id = ${run.id}
  `.execute(trx)
  await doPart(trx, tools, await setTask(trx, run.id, 'queue'), alone !== undefined)
}

/**
 * Goes on with what a run has not sent yet, apart from what another run is sending to the same
 * receiver, or has delivered to it since this one was started. New jobs: a worker that had claimed
 * an old one can't send the event as well.
 *
 * @param run is "paused", and locked
 * @throws HttpError 409 as long as the jobs of a large run are still being taken back: an old one
 *   would have an event sent before anybody looked at it again
 */
export async function resumeRun(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<void> {
  if (!(await withdrawPart(trx, tools, run))) throw detailError(409, STILL_PAUSING)
  await trx.updateTable('replay_run').set({ state: 'running' }).where('id', '=', run.id).execute()
  await doPart(trx, tools, await setTask(trx, run.id, 'queue'))
}

const STILL_PAUSING =
  'Redial is still withdrawing the waiting events of this replay run. Try again in a few seconds.'

/**
 * Takes back the next part of what waits in a paused run.
 *
 * @param run is locked
 * @returns whether nothing of it can be sent any more
 */
export async function withdrawPart(
  trx: Transaction<Schema>,
  tools: TaskTools,
  run: StoredRun,
): Promise<boolean> {
  if (run.state !== 'paused' || run.task === 'withdrawn') return true
  // The version before pauses a run without such a task.
  const withdrawing = run.task === 'withdraw' ? run : await setTask(trx, run.id, 'withdraw')
  return doPart(trx, tools, withdrawing)
}

/** Describes a replay of the event that the person had not seen; null if there is none. */
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
        then ${reasonOf('Delivered already', run, timeZone)}
        else ${reasonOf('Being sent already', run, timeZone)} end as reason
      from ${otherReplays('item', run.account, isNews)}
    ) as news
    where item.run_id = ${run.id} and item.state = 'prepared'
    order by news.id desc
    limit 1
  `.execute(trx)
  return rows[0]?.reason ?? null
}
