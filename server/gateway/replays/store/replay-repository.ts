import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import { eventsOfItems, rebuildEventStates } from '../../../database/rebuild-event-states.ts'
import type { Schema } from '../../../database/schema.ts'
import type { DueAttempt } from '../../../webhooks/engine/attempt-queue.ts'
import type { Detail } from '../../../webhooks/engine/outcome-writer.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import { judgeReceivers } from './judge-receivers.ts'
import { runLock } from './locks.ts'
import { recordEventStates } from './record-event-states.ts'
import { beginReceivers, IS_RELEASED, removeReceivers } from './run-receivers.ts'
import { keepWaiting } from './standing-orders.ts'

export type ItemToSend = Awaited<ReturnType<typeof beginSending>>[number]

type SettledItem = { id: number; outcome: Outcome }

/**
 * Marks items as being sent and returns what to send. It leaves out items that are settled, that
 * wait in a run that isn't running or for a receiver that gets no more events, or that have another job
 * by now. An item that was in flight when its process died is sent again in any state of its run.
 */
export async function beginSending(
  db: Kysely<Schema>,
  claimed: Pick<DueAttempt, 'id' | 'jobId'>[],
) {
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  return db.transaction().execute(async trx => {
    await sql`
      select pg_advisory_xact_lock_shared(${runLock(sql`run_id`)}) from (
        select distinct run_id from replay_item where id = any(${ids}::bigint[]) order by run_id
      ) as run
    `.execute(trx)
    type Row = Pick<Selectable<Schema['replay_item']>, 'event_id' | 'payload'> &
      Pick<DueAttempt, 'id' | 'jobId' | 'account'> & { url: string; latenessMs: number }
    const { rows } = await sql<Row>`
      update replay_item item set state = 'sending'
      from replay_run run, unnest(
        ${ids}::bigint[], ${claimed.map(({ jobId }) => jobId)}::uuid[]
      ) as claimed (item_id, job_id)
      where item.id = claimed.item_id
        and item.job_id = claimed.job_id
        and run.id = item.run_id
        and item.receiver_url is not null
        -- PostgreSQL would look up the receiver twice for each side of an "or".
        and case item.state
          when 'sending' then true
          when 'queued' then run.state = 'running' and ${IS_RELEASED}
        end
      returning item.id, claimed.job_id as "jobId", item.event_id, item.receiver_url as url, item.payload, run.account,
        -- How long ago its run was started.
        coalesce(extract(epoch from now() - run.started_at) * 1000, 0)::float8 as "latenessMs"
    `.execute(trx)
    return rows
  })
}

/**
 * Records attempts and the outcomes of their items, and finishes runs that have no open items left.
 * A settled item doesn't change, unless it failed or waits again and this attempt was answered 200: its claim
 * expired, and another process made the same attempt.
 *
 * @returns whether more items may be released
 */
export async function settleItems(
  trx: Transaction<Schema>,
  items: SettledItem[],
  detail: Detail = 'all',
): Promise<boolean> {
  // In one order, so that two transactions never wait for each other.
  let left = items.toSorted((one, other) => one.id - other.id)
  const settled: Settled[] = []
  for (const before of ['sending', 'failed', 'waiting'] as const) {
    settled.push(...(await settle(trx, left, detail, before)))
    const ids = new Set(settled.map(({ id }) => id))
    left = left.filter(({ id, outcome }) => outcome.delivered && !ids.has(id))
  }
  // Events that wait again have a state, too: messages and pages name the newest failure.
  await recordEventStates(
    trx,
    settled.map(({ id, outcome }) => ({ itemId: id, failure: storedFailure(outcome, detail) })),
  )
  const waiting = await keepWaiting(trx, settled)
  // A failure that was overridden may have been the newest one of its event.
  const overridden = settled.flatMap(({ id, before }) => (before === 'failed' ? id : []))
  await rebuildEventStates(trx, await eventsOfItems(trx, overridden))
  let mayReleaseMore = false
  for (const [runId, ofRun] of [...Map.groupBy(settled, ({ run_id }) => run_id)].toSorted()) {
    const was = (before: Settled['before']) => ofRun.filter(one => one.before === before)
    const [sent, arrived] = [was('sending'), was('waiting')]
    // Also locks the run, so that the count below includes what others settle at the same time.
    const open = sent.filter(({ id }) => !waiting.has(id)).length + arrived.length
    await closeItems(trx, runId, open)
    if (was('failed').length > 0) await countAgain(trx, runId)
    const outcomes = sent.map(({ id, receiver_name: receiver, outcome }) => ({
      ...{ receiver, outcome },
      waitsAgain: waiting.has(id),
    }))
    if (await judgeReceivers(trx, runId, outcomes)) mayReleaseMore = true
    const receivers = arrived.map(({ receiver_name }) => receiver_name)
    await beginReceivers(trx, runId, { receivers, keep: 'all' })
  }
  return mayReleaseMore
}

const BEFORE = {
  sending: sql`item.state = 'sending'`,
  /** Another process made the same attempt and failed. */
  failed: sql`item.state = 'failed_again'`,
  /** It failed, and a standing order has let the event wait again. */
  waiting: sql`item.state in ('prepared', 'queued')`,
}

type Settled = SettledItem & {
  run_id: string
  receiver_name: string
  before: keyof typeof BEFORE
}

/** Settles the items that had this state before. */
async function settle(
  trx: Transaction<Schema>,
  items: SettledItem[],
  detail: Detail,
  before: Settled['before'],
): Promise<Settled[]> {
  if (items.length === 0) return []
  const outcomes = items.map(({ outcome }) => outcome)
  const storedText = (text: string | null) => (detail === 'all' ? storableText(text) : null)
  const reasonOf = ({ delivered, ...outcome }: Outcome) =>
    delivered ? null : failureSummary({ ...outcome, error: storedText(outcome.error) })
  const { rows } = await sql<Omit<Settled, 'outcome' | 'before'>>`
    with made as (
      select * from unnest(
        ${items.map(({ id }) => id)}::bigint[],
        ${outcomes.map(({ at }) => at.toISOString())}::timestamptz[],
        ${outcomes.map(({ status }) => status)}::integer[],
        ${outcomes.map(({ error }) => storedText(error))}::text[],
        ${outcomes.map(({ cause }) => cause && JSON.stringify(cause))}::jsonb[],
        ${outcomes.map(({ duration_ms }) => duration_ms)}::integer[],
        ${outcomes.map(({ answer }) => storedText(answer))}::text[],
        ${outcomes.map(({ delivered }) => delivered)}::boolean[],
        ${outcomes.map(reasonOf)}::text[]
      ) as made (item_id, at, status, error, cause, duration_ms, answer, delivered, reason)
    ), settled as (
      update replay_item item set
        state = case when made.delivered then 'delivered' else 'failed_again' end,
        reason = made.reason,
        failure = case when not made.delivered
          then jsonb_build_object('status', made.status, 'cause', made.cause) end,
        settled_at = now()
      from made
      where item.id = made.item_id and ${BEFORE[before]}
      returning item.id, item.run_id, item.service, item.receiver_name
    ), attempts as (
      insert into replay_attempt
        (item_id, service, receiver_name, at, status, error, cause, duration_ms, answer)
      select item_id, service, receiver_name, at, status, error, cause, duration_ms, answer
      from made join settled on settled.id = made.item_id
      where ${keepsAttempt(detail) ? sql`true` : sql`false`}
    )
    select id, run_id, receiver_name from settled
  `.execute(trx)
  const byId = new Map(items.map(({ id, outcome }) => [id, outcome]))
  return rows.flatMap(row => {
    const outcome = byId.get(row.id)
    return outcome === undefined ? [] : { ...row, outcome, before }
  })
}

/** What is stored of how an attempt failed; null if it didn't. */
function storedFailure({ delivered, status, error, cause }: Outcome, detail: Detail) {
  if (delivered || !keepsAttempt(detail)) return null
  return { status, error: detail === 'all' ? storableText(error) : null, cause }
}

function keepsAttempt(detail: Detail): boolean {
  return detail === 'all' || detail === 'without error text'
}

/** Updates the final counts of a finished run. */
async function countAgain(trx: Transaction<Schema>, runId: string): Promise<void> {
  await sql`
    update replay_run set final_counts = ${countsOfItems} where id = ${runId} and final_counts is not null
  `.execute(trx)
}

const countsOfItems = sql`(
  select jsonb_object_agg(state, count) from (
    select state, count(*) from replay_item where run_id = replay_run.id group by state
  ) as counted
)`

/**
 * Subtracts `count` from the open items of a run, and finishes the run if none are left. The run's row
 * is locked from here on, so this comes last in a transaction.
 *
 * @param released how many items were released, which counts for a run with a pace
 */
export async function closeItems(
  trx: Transaction<Schema>,
  runId: string,
  count: number,
  released = 0,
): Promise<void> {
  const paced_until = sql<Date | null>`
    greatest(paced_until, clock_timestamp() - interval '1 second') + ${released}::float8 / pace * interval '1 second'
  `
  const { open_items } = await trx
    .updateTable('replay_run')
    .set(eb => ({
      open_items: eb('open_items', '-', count),
      ...(released > 0 && { paced_until }),
    }))
    .where('id', '=', runId)
    .returning('open_items')
    .executeTakeFirstOrThrow()
  if (open_items > 0) return
  await sql`
    update replay_run set
      state = case when state in ('cancelled', 'broken') then state else 'finished' end,
      finished_at = clock_timestamp(),
      final_counts = ${countsOfItems}
    where id = ${runId} and state in ('running', 'paused', 'cancelled', 'broken') and finished_at is null
  `.execute(trx)
  await removeReceivers(trx, runId)
}

/** Shortens a text of a receiver for display. PostgreSQL can't store U+0000. */
function storableText(text: string | null): string | null {
  return text?.slice(0, KEPT_TEXT).replaceAll('\0', '\u{fffd}').toWellFormed() ?? null
}

const KEPT_TEXT = 2_000
