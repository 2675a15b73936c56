import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { canHeal, mayHaveArrived, refusesAll } from '../../../../contract/event/can-heal.ts'
import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import { MAX_ORDERS_LISTED, type StandingOrder } from '../../../../contract/standing-order.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Outcome } from '../../../webhooks/http/sender.ts'
import type { Owner } from '../../session/caller.ts'
import { stamped } from '../../stamped.ts'
import type { Judged, Pause } from './ramp.ts'

/*
 * A standing order has the waiting events of a run's receiver sent when the receiver recovers (docs/decisions/0063).
 * It tries one event now and then. The replay continues as any other once that one is delivered.
 */

/** The trials come after so many minutes. The last number is for all that follow. */
const TRIAL_MINUTES = [5, 10, 20, 40, 60]
/** At most ten trials a day if the receiver may have the events. */
const UNCERTAIN_MINUTES = [5, 10, 20, 40, 240]

/**
 * An event that the receiver may have, or that is refused, is tried so often. Then the next oldest is tried: the cause may
 * be this event.
 */
const MAX_TRIALS = 3

/** The state of an active order, while outcomes of its receiver are judged. */
export type ActiveOrder = {
  trials: number
  isFirstDay: boolean
  last_trial: Selectable<Schema['standing_order']>['last_trial']
  /** Why it ends, for people. */
  ended: string | null
}

/** A receiver that takes so many events at once has recovered, so its next failure is a new one. */
const WHOLE_STEP = 20

/**
 * The order after an outcome of its receiver: after a pause it waits for the next trial or ends.
 *
 * @param judged what the outcome means for the run; `step` is the step that the event belonged to
 * @returns in how many seconds the next trial comes; null if the receiver isn't paused or waits for a person
 */
export function afterOutcome(
  order: ActiveOrder,
  outcome: Outcome,
  judged: Judged & { at: string; step: number },
): { order: ActiveOrder; waitS: number | null } {
  const { delivered, status, error, cause } = outcome
  const after = { ...order }
  if (judged.step === 1) {
    after.last_trial = { at: judged.at, failure: delivered ? null : { status, error, cause } }
  }
  if (judged.ramp.step > WHOLE_STEP) after.trials = 0
  if (judged.pause === null) return { order: after, waitS: null }
  if (!mayHeal(judged.pause.why, outcome, order)) {
    after.ended =
      judged.pause.why === 'events_rejected'
        ? 'The receiver rejected three different events in a row.'
        : `${failureSummary(outcome)}: waiting doesn’t change that.`
    return { order: after, waitS: null }
  }
  const minutes = mayHaveArrived(outcome) ? UNCERTAIN_MINUTES : TRIAL_MINUTES
  const delayS = 60 * (minutes[after.trials] ?? minutes.at(-1) ?? 0)
  after.trials += 1
  return { order: after, waitS: Math.max(delayS, judged.waitS) }
}

/** Whether waiting may help a receiver that was paused after an outcome, so that it can get or keep an order. */
export function mayHeal(
  why: Pause['why'],
  outcome: Outcome,
  order: Pick<ActiveOrder, 'isFirstDay'> | null,
): boolean {
  const heals = canHeal(outcome)
  return why !== 'events_rejected' && (heals === 'at-first' ? (order?.isFirstDay ?? true) : heals)
}

/**
 * Lets events that failed because of their receiver wait again, if a standing order has them. If the receiver refuses
 * events, only the trial waits again: a receiver that accepts others refuses this event.
 *
 * @param settled items that have just been recorded. If one of them may wait, their runs are locked, all in the order
 *   in which `closeItems` locks them
 * @returns the ids of the waiting events
 */
export async function keepWaiting(
  trx: Transaction<Schema>,
  settled: { id: number; outcome: Outcome }[],
): Promise<Set<number>> {
  const failed = settled.filter(
    ({ outcome }) => !outcome.delivered && (canHeal(outcome) !== false || refusesAll(outcome)),
  )
  if (failed.length === 0) return new Set()
  const { rows: ordered } = await sql`
    select from replay_item item join standing_order using (run_id, receiver_name)
    where item.id = any(${failed.map(({ id }) => id)}::bigint[]) and ended is null limit 1
  `.execute(trx)
  if (ordered.length === 0) return new Set()
  await sql`
    select from replay_run run where id in (
      select run_id from replay_item where id = any(${settled.map(({ id }) => id)}::bigint[])
    ) order by id for no key update
  `.execute(trx)
  const made = failed.map(({ id, outcome }) => ({
    id,
    counted: mayHaveArrived(outcome) || canHeal(outcome) === false ? 1 : 0,
    heals_at_first: canHeal(outcome) === 'at-first',
    is_refused: refusesAll(outcome),
  }))
  // A person may have stopped it or its run before the lock was taken.
  const { rows } = await sql<{ id: number }>`
    update replay_item item set state = 'prepared', reason = null, failure = null, settled_at = null, job_id = null,
      trials = item.trials + made.counted
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (
      id bigint, counted integer, heals_at_first boolean, is_refused boolean
    ), standing_order, replay_run run
    where item.id = made.id and item.state = 'failed_again'
      and item.trials + made.counted < ${MAX_TRIALS}
      and standing_order.run_id = item.run_id and standing_order.receiver_name = item.receiver_name
      and standing_order.ended is null
      and (
        not made.is_refused or made.heals_at_first and standing_order.made_at > now() - ${FIRST_DAY}
        or exists (
          select from replay_receiver receiver
          where receiver.run_id = item.run_id and receiver.receiver_name = item.receiver_name
            and (ramp ->> 'step')::integer = 1
        )
      )
      and run.id = item.run_id and run.state in ('running', 'paused')
    returning item.id
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

const FIRST_DAY = sql`interval '1 day'`

/** An `ActiveOrder`, of a `standing_order`. */
export const ACTIVE_ORDER = sql<ActiveOrder>`jsonb_build_object('trials', trials, 'last_trial', last_trial,
  'isFirstDay', made_at > now() - ${FIRST_DAY}, 'ended', null)`

/** Makes standing orders for receivers of a locked run, or gives theirs another end. They are paused. */
export async function makeOrders(
  trx: Transaction<Schema>,
  runId: string,
  receivers: string[] | 'all',
  { who, days, tryNow }: { who: string | null; days: number; tryNow: boolean },
): Promise<void> {
  await sql`
    insert into standing_order as stored (run_id, receiver_name, who, ends_at)
    select run_id, receiver_name, ${who}, clock_timestamp() + ${days} * interval '1 day'
    from replay_receiver where run_id = ${runId} and ${isAmong('receiver_name', receivers)}
    on conflict (run_id, receiver_name) do update set
      ends_at = excluded.ends_at, ended = null, problem = null,
      sealed = case when stored.ended is null then stored.sealed end,
      who = case when stored.ended is null then stored.who else excluded.who end,
      made_at = case when stored.ended is null then stored.made_at else excluded.made_at end,
      trials = case when stored.ended is null then stored.trials else 0 end
  `.execute(trx)
  const isFirst = sql`receiver.wait_until is null`
  await waitForNextTrial(trx, runId, receivers, isFirst, tryNow)
}

/**
 * Pauses receivers of a locked run that have active orders, until the next trial.
 *
 * @param tryNow whether their first trials are due now
 */
export async function waitForNextTrial(
  trx: Transaction<Schema>,
  runId: string,
  receivers: string[] | 'all',
  which: RawBuilder<unknown> = sql`true`,
  tryNow = false,
): Promise<void> {
  await sql`
    with counted as (
      update standing_order set trials = trials + ${tryNow ? 0 : 1}
      from replay_receiver receiver
      where receiver.run_id = ${runId} and ${isAmong('receiver.receiver_name', receivers)} and ${which}
        and standing_order.run_id = receiver.run_id and standing_order.receiver_name = receiver.receiver_name
        and ended is null
      returning receiver.receiver_name as name, trials
    )
    update replay_receiver receiver set
      pause = coalesce(pause, ${JSON.stringify(NOT_TRIED)}::jsonb || jsonb_build_object('at', clock_timestamp())),
      -- Arrays begin with 1.
      wait_until = clock_timestamp() + interval '1 minute' *
        coalesce((${TRIAL_MINUTES}::integer[])[least(trials, ${TRIAL_MINUTES.length})], 0)
    from counted where run_id = ${runId} and receiver_name = name
  `.execute(trx)
}

const NOT_TRIED = { why: 'not_tried', failed: 0, of: 0, may_heal: true }

export function isAmong(column: string, receivers: string[] | 'all'): RawBuilder<boolean> {
  return receivers === 'all' ? sql`true` : sql`${sql.ref(column)} = any(${receivers}::text[])`
}

/**
 * Before a person tries receivers in between. Their trials then come as planned, because this one doesn't count. Orders
 * that their receivers ended by refusing events start again: who continues the receivers says that they work.
 */
export async function resumeOrders(
  trx: Transaction<Schema>,
  runId: string,
  receivers: string[],
): Promise<void> {
  await sql`
    update standing_order set ended = null, trials = case when ended is not null then 0
      when wait_until > clock_timestamp() then greatest(trials - 1, 0) else trials end
    from replay_receiver receiver
    where standing_order.run_id = ${runId} and standing_order.receiver_name = any(${receivers}::text[])
      and receiver.run_id = ${runId} and receiver.receiver_name = standing_order.receiver_name
      and (ended is null or ends_at > clock_timestamp())
  `.execute(trx)
}

/** Receivers of a run whose orders are active or have a problem that a person has to see. */
export async function orderedReceivers(trx: Transaction<Schema>, runId: string): Promise<string[]> {
  const { rows } = await sql<Ordered>`
    select receiver_name from standing_order where run_id = ${runId} and ${IS_LISTED}
  `.execute(trx)
  return rows.map(({ receiver_name }) => receiver_name)
}

type Ordered = { receiver_name: string }

const IS_LISTED = sql<boolean>`(ended is null or problem is not null)`

/**
 * Ends orders of a run.
 *
 * @param problem what a person has to see
 * @returns their receivers
 */
export async function endOrders(
  db: Kysely<Schema>,
  runId: string,
  which: string[] | 'expired',
  ended: string,
  problem: string | null = null,
): Promise<string[]> {
  const isMeant =
    which === 'expired' ? sql`ended is null and ${IS_EXPIRED}` : isAmong('receiver_name', which)
  const { rows } = await sql<Ordered>`
    update standing_order set ended = ${ended}, problem = ${problem}, sealed = null
    where run_id = ${runId} and ${IS_LISTED} and ${isMeant} returning receiver_name
  `.execute(db)
  return rows.map(({ receiver_name }) => receiver_name)
}

const IS_EXPIRED = sql<boolean>`ends_at <= clock_timestamp()`

/** Whether an order of a `run` has expired. */
export const HAS_EXPIRED_ORDER = sql<boolean>`exists (
  select from standing_order where run_id = run.id and ended is null and ${IS_EXPIRED}
)`

export const TOKEN_REFUSED =
  'The service refuses the token that Redial kept for this order. Later failures are not added.'

type Row = Omit<StandingOrder, 'made_at' | 'ends_at' | 'next_trial_at'> &
  Record<'made_at' | 'ends_at', Date> & { next_trial_at: Date | null }

/** The standing orders of the account whose events still wait, the next trial first. Times are in `timeZone`. */
export async function listOrders(
  db: Kysely<Schema>,
  { service, account, tokenKey }: Owner,
  timeZone: string,
): Promise<StandingOrder[]> {
  const { rows } = await sql<Row>`
    select run.id as run_id, run.name, run.list, receiver_name as receiver, made.who, made_at, ends_at,
      case when run.state = 'paused' then 'paused' when ended is not null then 'ended'
        when receiver.run_id is null then 'reading'
        when receiver.pause is null then 'sending' else 'waiting' end as state,
      coalesce(made.problem, ended) as problem, last_trial, sealed is not null as keeps_token,
      sealed is not null and made.made_by = ${tokenKey} as is_own_token,
      case when ended is null then receiver.wait_until end as next_trial_at,
      coalesce(receiver.open_items, (
        select count(*) from replay_item item
        where item.run_id = run.id and item.receiver_name = made.receiver_name
          and item.state in ('prepared', 'queued', 'sending')
      ))::integer as events
    from standing_order made join replay_run run on run.id = made.run_id
    left join replay_receiver receiver using (run_id, receiver_name)
    where run.service = ${service} and run.account = ${account} and (
      run.state = 'paused' and run.open_items > 0 and ended is null
      or run.state = 'running' and receiver.stop_reason is null and (receiver.pause is not null
        or receiver.open_items > 0 and ended is null)
      or sealed is not null and ended is null and run.state <> 'cancelled'
      or made.problem is not null
    )
    order by ended is not null, receiver.wait_until nulls last, run.started_at, receiver_name
    limit ${MAX_ORDERS_LISTED}
  `.execute(db)
  // All events of an order may have arrived before a person paused its run.
  const listed = rows.filter(({ state, events }) => state !== 'paused' || events > 0)
  return listed.map(({ last_trial: trial, ...order }) => ({
    ...stamped(order, timeZone),
    last_trial: trial && stamped({ ...trial, at: new Date(trial.at) }, timeZone),
  }))
}
