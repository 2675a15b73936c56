import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { eventsOfItems, rebuildEventStates } from '../../../database/rebuild-event-states.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Detail } from '../../../webhooks/engine/outcome-writer.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import { runLock } from './locks.ts'
import { recordEventStates } from './record-event-states.ts'
import {
  beginReceivers,
  IS_RELEASED,
  judgeReceivers,
  type ReceiverOutcome,
  removeReceivers,
} from './run-receivers.ts'
import { keepWaiting } from './standing-orders.ts'

/** An item with a job that a worker has claimed. */
export type ClaimedItem = { itemId: number; jobId: string }

export type ItemToSend = {
  itemId: number
  jobId: string
  event_id: string
  receiver_url: string
  payload: string
  /** The account of its run. */
  account: string
  /** How long ago its run was started, by the database's clock. */
  latenessMs: number
}

export type SettledItem = { itemId: number; outcome: Outcome }

/**
 * Marks items as being sent and returns what to send. It leaves out items that are settled, that
 * wait in a run that isn't running or for a receiver that gets no more events, or that have another job
 * by now. An item that was in flight when its process died is sent again in any state of its run.
 */
export async function beginSending(
  db: Kysely<Schema>,
  claimed: ClaimedItem[],
): Promise<ItemToSend[]> {
  if (claimed.length === 0) return []
  const itemIds = claimed.map(({ itemId }) => itemId)
  return db.transaction().execute(async trx => {
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
        and item.job_id = claimed.job_id
        and run.id = item.run_id
        and item.receiver_url is not null
        -- PostgreSQL would look up the receiver twice for each side of an "or".
        and case item.state
          when 'sending' then true
          when 'queued' then run.state = 'running' and ${IS_RELEASED}
        end
      returning item.id as "itemId", claimed.job_id as "jobId",
        item.event_id, item.receiver_url, item.payload, run.account,
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
  if (items.length === 0) return false
  // In one order, so that two transactions never wait for each other.
  const ordered = items.toSorted((one, other) => one.itemId - other.itemId)
  const settled = await settle(trx, ordered, detail, sql`item.state = 'sending'`)
  const ids = new Set(settled.map(({ id }) => id))
  const missed = ordered.filter(({ itemId, outcome }) => outcome.delivered && !ids.has(itemId))
  const overridden =
    missed.length === 0 ? [] : await settle(trx, missed, detail, sql`item.state = 'failed_again'`)
  const overriddenIds = overridden.map(({ id }) => id)
  // Another process failed meanwhile, and a standing order has let the event wait again.
  const late = missed.filter(({ itemId }) => !overriddenIds.includes(itemId))
  const arrived =
    late.length === 0
      ? []
      : await settle(trx, late, detail, sql`item.state in ('prepared', 'queued')`)
  const changed = new Set([...ids, ...overriddenIds, ...arrived.map(({ id }) => id)])
  const outcomes = new Map(ordered.map(({ itemId, outcome }) => [itemId, outcome]))
  const states = ordered.flatMap(({ itemId, outcome }) =>
    changed.has(itemId) ? { itemId, failure: storedFailure(outcome, detail) } : [],
  )
  // Also of events that wait again: messages and pages name the newest failure.
  await recordEventStates(trx, states)
  const waiting = await keepWaiting(
    trx,
    ordered.flatMap(({ itemId: id, outcome }) => (changed.has(id) ? { id, outcome } : [])),
  )
  // A failure that was overridden may have been the newest one of its event.
  await rebuildEventStates(trx, await eventsOfItems(trx, overriddenIds))
  const byRun = Map.groupBy([...settled, ...overridden, ...arrived], ({ run_id }) => run_id)
  const recounted = new Set(overridden.map(({ run_id }) => run_id))
  let mayReleaseMore = false
  for (const [runId, ofRun] of [...byRun].toSorted()) {
    const closed = ofRun.filter(({ id }) => ids.has(id))
    // Also locks the run, so that the count below includes what others settle at the same time.
    const arrivedOfRun = arrived.filter(({ run_id }) => run_id === runId)
    const settledOpen = closed.filter(({ id }) => !waiting.has(id)).length + arrivedOfRun.length
    await closeItems(trx, runId, settledOpen)
    if (recounted.has(runId)) await countAgain(trx, runId)
    const outcomesOfRun = closed.flatMap(({ id, receiver_name: receiver }): ReceiverOutcome[] => {
      const outcome = outcomes.get(id)
      return outcome === undefined ? [] : [{ receiver, outcome, waitsAgain: waiting.has(id) }]
    })
    if (await judgeReceivers(trx, runId, outcomesOfRun)) mayReleaseMore = true
    const receivers = arrivedOfRun.map(({ receiver_name }) => receiver_name)
    await beginReceivers(trx, runId, { receivers, keep: 'all' })
  }
  return mayReleaseMore
}

type Settled = { id: number; run_id: string; receiver_name: string }

/** Settles the items that match `are`. */
async function settle(
  trx: Transaction<Schema>,
  items: SettledItem[],
  detail: Detail,
  are: RawBuilder<unknown>,
): Promise<Settled[]> {
  const outcomes = items.map(({ outcome }) => outcome)
  const storedText = (text: string | null) => (detail === 'all' ? kept(text) : null)
  const { rows } = await sql<Settled>`
    with made as (
      select * from unnest(
        ${items.map(({ itemId }) => itemId)}::bigint[],
        ${outcomes.map(({ at }) => at.toISOString())}::timestamptz[],
        ${outcomes.map(({ status }) => status)}::integer[],
        ${outcomes.map(({ error }) => storedText(error))}::text[],
        ${outcomes.map(({ cause }) => cause && JSON.stringify(cause))}::jsonb[],
        ${outcomes.map(({ duration_ms }) => duration_ms)}::integer[],
        ${outcomes.map(({ answer }) => storedText(answer))}::text[],
        ${outcomes.map(({ delivered }) => delivered)}::boolean[]
      ) as made (item_id, at, status, error, cause, duration_ms, answer, delivered)
    ), settled as (
      update replay_item item set
        state = case when made.delivered then 'delivered' else 'failed_again' end,
        reason = case when made.delivered then null
          else coalesce(made.error, 'answered ' || made.status, 'no answer') end,
        failure = case when not made.delivered
          then jsonb_build_object('status', made.status, 'cause', made.cause) end,
        settled_at = now()
      from made
      where item.id = made.item_id and ${are}
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
  return rows
}

/** What is stored of how an attempt failed; null if it didn't. */
function storedFailure({ delivered, status, error, cause }: Outcome, detail: Detail) {
  if (delivered || !keepsAttempt(detail)) return null
  return { status, error: detail === 'all' ? kept(error) : null, cause }
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
function kept(text: string | null): string | null {
  return text?.slice(0, KEPT_TEXT).replaceAll('\0', '\u{fffd}').toWellFormed() ?? null
}

const KEPT_TEXT = 2_000
