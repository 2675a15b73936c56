import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { MAX_ORDERS_LISTED, type PausedReplay } from '../../../../contract/standing-order.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Account } from '../../session/caller.ts'
import type { StoredRun } from './locks.ts'
import { FIRST_STEP, ROOM } from './ramp.ts'
import { endOrders, HAS_EXPIRED_ORDER, isAmong, waitForNextTrial } from './standing-orders.ts'

/*
 * The receivers of running runs, and which of their items may be sent (docs/decisions/0017). Whoever changes a row
 * of `replay_receiver` has locked the row of its run.
 */

export type Receiver = Selectable<Schema['replay_receiver']>

/** The order in which a receiver's items are sent: events without a time first, then the oldest. */
const PLACE = sql`coalesce(item.failed_at, '-infinity'), item.pass, -item.id`
const REACHED = sql`receiver.reached_at, receiver.reached_pass, -receiver.reached_id`

/** Whether an `item` may be sent by the job that it has. Jobs of a receiver that is paused or starts again may not. */
export const IS_RELEASED = sql<boolean>`exists (
  select from replay_receiver receiver
  where receiver.run_id = item.run_id and receiver.receiver_name = item.receiver_name
    and receiver.pause is null and receiver.stop_reason is null and (${PLACE}) <= (${REACHED})
)`

/** The counts of a receiver without a change for this long are wrong, or it is slow. Counting again does no harm. */
const STALE = sql`interval '1 minute'`

/** The number of events that may be released or skipped now, of a `receiver` of a `run`. */
export const DUE = sql<number>`(case
  when receiver.stop_reason is not null then receiver.open_items - receiver.released_items
  when receiver.pause is not null or run.state <> 'running' or run.paced_until > clock_timestamp() then 0
  else least(receiver.open_items - receiver.released_items, ${ROOM})
end)`

/** How many events a `run` with a pace may send now: at most as many as in a second. */
const QUOTA = sql<number>`least(run.pace,
  1 + floor(extract(epoch from clock_timestamp() - run.paced_until) * run.pace)
)::integer`

const WAIT_IS_OVER = sql<boolean>`(
  receiver.pause is not null and receiver.wait_until <= clock_timestamp()
)`
const IS_STALE = sql<boolean>`(
  receiver.released_items > 0 and receiver.changed_at < clock_timestamp() - ${STALE}
)`

/** Only events that failed again are left in a standing order, so they have to wait for the next trial. */
const IS_SENT_ONCE = sql<boolean>`(
  receiver.returned_items > 0 and receiver.pause is null and receiver.stop_reason is null
  and receiver.released_items = 0 and receiver.open_items <= receiver.returned_items
)`

/** Which receivers begin again, and what is kept of their ramps. */
type Beginning = {
  receivers?: string[] | 'all'
  /** Skips their waiting events for this reason, which people read. */
  stopReason?: string | null
  /** "plan": a receiver with a standing order keeps the time of its next trial. "waits": only how often it asked to wait. */
  keep?: 'plan' | 'waits' | 'all'
}

/**
 * Counts the open items of a run's receivers again, and releases their waiting items again from the oldest. Jobs
 * that these had before send nothing any more.
 *
 * @returns how many items are open
 */
export async function beginReceivers(
  trx: Transaction<Schema>,
  runId: string,
  { receivers = 'all', keep = 'plan', stopReason = null }: Beginning = {},
): Promise<number> {
  if (receivers.length === 0) return 0
  // The outcomes of what is still being sent say nothing about the receiver from now on.
  const first = sql`${JSON.stringify(FIRST_STEP)}::jsonb || jsonb_build_object('settled', -sending)`
  const waits = sql`jsonb_build_object('waits', receiver.ramp -> 'waits')`
  const ramp = {
    plan: sql`excluded.ramp`,
    waits: sql`excluded.ramp || ${waits}`,
    all: sql`receiver.ramp`,
  }[keep]
  const isMeant = isAmong('receiver_name', receivers)
  const { rows } = await sql<{ open_items: number }>`
    with counted as (
      select receiver_name, count(*) as open, count(*) filter (where state = 'sending') as sending
      from replay_item
      where run_id = ${runId} and state in ('prepared', 'queued', 'sending') and receiver_name is not null
        and ${isMeant}
      group by receiver_name
    ), finished as (
      delete from replay_receiver
      where run_id = ${runId} and ${isMeant} and receiver_name not in (select receiver_name from counted)
    )
    insert into replay_receiver as receiver
      (run_id, receiver_name, open_items, released_items, ramp, stop_reason)
    select ${runId}::uuid, receiver_name, open, sending, ${first}, ${stopReason}::text from counted
    on conflict (run_id, receiver_name) do update set
      open_items = excluded.open_items, released_items = excluded.released_items, returned_items = 0, ramp = ${ramp},
      stop_reason = coalesce(excluded.stop_reason, receiver.stop_reason),
      pause = case when ${keep === 'all'} then receiver.pause end,
      wait_until = case when ${keep === 'all'} or ${keep === 'plan'} and exists (
        select from standing_order made
        where made.run_id = ${runId} and made.receiver_name = receiver.receiver_name and ended is null
      ) then receiver.wait_until end,
      reached_at = '-infinity', reached_pass = 0, reached_id = 0, changed_at = now()
    returning open_items
  `.execute(trx)
  return rows.reduce((sum, { open_items }) => sum + open_items, 0)
}

/** A paused receiver of a run. */
export type PausedReceiver = Pick<Receiver, 'run_id' | 'receiver_name' | 'wait_until'> & {
  pause: NonNullable<Receiver['pause']>
  order_until: Date | null
}

/** What follows "from": the receivers to which running runs send nothing for now, each with its standing order's end. */
export const PAUSED_RECEIVERS = sql`(
  select receiver.*, run.service, run.account, made.ends_at as order_until
  from replay_run run join replay_receiver receiver on receiver.run_id = run.id
  left join standing_order made on made.run_id = receiver.run_id
    and made.receiver_name = receiver.receiver_name and ended is null
  where run.state = 'running' and pause is not null and stop_reason is null
) paused`

/** The paused receivers of runs, or only the receivers of a company's events. */
export async function pausedReceivers(
  db: Kysely<Schema>,
  runs: Pick<StoredRun, 'id'>[],
  company?: string,
): Promise<PausedReceiver[]> {
  const hasCompany = sql`exists (
    select from replay_item item where item.run_id = paused.run_id
      and item.receiver_name = paused.receiver_name and item.company = ${company}
  )`
  const { rows } = await sql<PausedReceiver>`
    select run_id, receiver_name, pause, wait_until, order_until from ${PAUSED_RECEIVERS}
    where run_id = any(${runs.map(({ id }) => id)}::uuid[]) and ${company === undefined ? sql`true` : hasCompany}
  `.execute(db)
  return rows
}

/** Receivers of the account's runs that are paused until a person continues or stops them. */
export async function listPaused(
  db: Kysely<Schema>,
  { service, account }: Account,
): Promise<PausedReplay[]> {
  const { rows } = await sql<PausedReplay>`
    select run_id, receiver_name as receiver, open_items as events from ${PAUSED_RECEIVERS}
    where service = ${service} and account = ${account} and wait_until is null
    order by changed_at desc limit ${MAX_ORDERS_LISTED}
  `.execute(db)
  return rows
}

/** A run with due items, and whether its receivers have to begin again before (`renewReceivers`). */
export type DueRun = Pick<StoredRun, 'id' | 'service' | 'account' | 'list'> & { isToRenew: boolean }

/** Running runs with due events, and stopped runs that still have to skip what they have not sent. */
export async function runsWithDueItems(db: Kysely<Schema>): Promise<DueRun[]> {
  const receiversWhere = (condition: RawBuilder<unknown>) => sql`exists (
    select from replay_receiver receiver where receiver.run_id = run.id and ${condition}
  )`
  const { rows } = await sql<DueRun>`
    select * from (
      select id, service, account, list, ${receiversWhere(sql`${DUE} > 0`)} as has_due,
        state = 'running' and ${receiversWhere(sql`(${WAIT_IS_OVER} or ${IS_STALE} or ${IS_SENT_ONCE})`)}
          or ${HAS_EXPIRED_ORDER} as "isToRenew"
      from replay_run run
      where state in ('running', 'cancelled', 'broken') and open_items > 0
    ) as open
    where has_due or "isToRenew"
  `.execute(db)
  return rows
}

/** In how many ms something becomes due without an outcome; null if nothing does. */
export async function nextDueMs(db: Kysely<Schema>): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(at) - clock_timestamp()) * 1000)::float8 as ms
    from replay_run run join replay_receiver receiver on receiver.run_id = run.id
    cross join lateral (
      values (receiver.wait_until), (case when receiver.pause is null then run.paced_until end)
    ) due (at)
    where run.state = 'running' and at > clock_timestamp()
  `.execute(db)
  return rows[0]?.ms ?? null
}

/**
 * Begins the receivers of a locked run again whose wait is over or whose counts are wrong. Also ends expired standing
 * orders.
 */
export async function renewReceivers(trx: Transaction<Schema>, runId: string): Promise<void> {
  const receivers = trx
    .selectFrom('replay_receiver as receiver')
    .select('receiver_name')
    .where('run_id', '=', runId)
  const namesWhere = async (condition: typeof IS_STALE) =>
    (await receivers.where(condition).execute()).map(({ receiver_name }) => receiver_name)
  const expired = await endOrders(trx, runId, 'expired', EXPIRED)
  await waitForNextTrial(trx, runId, await namesWhere(IS_SENT_ONCE))
  // What is being sent continues without its order, and then nothing tries the others.
  const isLeft = sql<boolean>`(${IS_SENT_ONCE} or pause is not null and ${isAmong('receiver_name', expired)})`
  const left = await namesWhere(isLeft)
  await beginReceivers(trx, runId, { receivers: left, keep: 'all', stopReason: EXPIRED })
  await beginReceivers(trx, runId, { receivers: await namesWhere(WAIT_IS_OVER), keep: 'waits' })
  await beginReceivers(trx, runId, { receivers: await namesWhere(IS_STALE), keep: 'all' })
}

const EXPIRED = 'The receiver did not recover before the replay stopped waiting.'

/** An item that may be released now, or skipped for the reason that a person gave. */
export type DueItem = {
  id: number
  receiver: string
  /** How many items of its receiver may be released. */
  room: number
  stop_reason: string | null
}

/**
 * The items of a run that are due, at most `limit`, in the order in which they are to be sent: the receivers take
 * turns, so that all of them are busy.
 *
 * @param isAhead whether to return more items of each receiver than it has room for, in case that some are
 *   skipped; not for a run with a pace
 */
export async function dueItems(
  trx: Transaction<Schema>,
  runId: string,
  limit: number,
  isAhead = false,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    with due as (
      select receiver.*, ${DUE} as due, coalesce(${QUOTA}, ${limit}) as quota,
        ceil(${limit}::float8 / count(*) over ())::integer as share
      from replay_receiver receiver join replay_run run on run.id = receiver.run_id
      where receiver.run_id = ${runId} and ${DUE} > 0
      order by receiver.reached_at, receiver.receiver_name
      limit ${limit}
    )
    select item.id, receiver.receiver_name as receiver, receiver.due as room, receiver.stop_reason
    from due receiver cross join lateral (
      select item.id, row_number() over (order by ${PLACE}) as turn from replay_item item
      where item.run_id = receiver.run_id and item.receiver_name = receiver.receiver_name
        and (${PLACE}) > (${REACHED}) and item.state in ('prepared', 'queued')
      order by ${PLACE} limit ${isAhead ? sql`receiver.share` : sql`least(receiver.due, receiver.share)`}
    ) item
    order by item.turn, receiver.reached_at, receiver.receiver_name
    limit least(${limit}, (select min(quota) from due where stop_reason is null))
  `.execute(trx)
  return rows
}

/** Records that items were queued or skipped. To be called after the run's row is locked. */
export async function setReleased(
  trx: Transaction<Schema>,
  runId: string,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ open_items: number }>`
    with made as (
      select item.receiver_name, count(*) filter (where item.state = 'queued') as queued,
        count(*) filter (where item.state = 'skipped') as skipped,
        (array_agg(item.id order by ${PLACE}))[count(*)] as last_id
      from replay_item item where item.id = any(${ids}::bigint[])
      group by item.receiver_name
    )
    update replay_receiver receiver set
      released_items = receiver.released_items + made.queued,
      open_items = receiver.open_items - made.skipped,
      reached_at = coalesce(last.failed_at, '-infinity'), reached_pass = last.pass, reached_id = last.id,
      changed_at = now()
    from made join replay_item last on last.id = made.last_id
    where receiver.run_id = ${runId} and receiver.receiver_name = made.receiver_name
    returning receiver.open_items
  `.execute(trx)
  await removeFinished(trx, runId, rows)
}

/** Removes all receivers of a run that sends nothing more, or `which` of them. */
export async function removeReceivers(
  trx: Transaction<Schema>,
  runId: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`delete from replay_receiver where run_id = ${runId} and ${which}`.execute(trx)
}

/** Removes receivers of a run that have no open items left, if one of those that have just changed has none. */
export async function removeFinished(
  trx: Transaction<Schema>,
  runId: string,
  changed: Pick<Receiver, 'open_items'>[],
): Promise<void> {
  if (changed.some(one => one.open_items <= 0)) {
    await removeReceivers(trx, runId, sql`open_items <= 0`)
  }
}
