import { type Kysely, sql } from 'kysely'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import {
  type Exclusion,
  isLoading,
  MAX_RECEIVERS_LISTED,
  OFTEN,
  type ReceiverPause,
  type ReplayFailure,
  ReplayItemState,
  type ReplayRun,
  type ReplayRunDetails,
} from '../../../../contract/replay.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import { IN_FLIGHT, otherReplays, replaysOf, whyExcluded } from './exclusions.ts'
import type { StoredRun } from './locks.ts'
import {
  NO_COMPANIES,
  NO_RECEIVERS,
  type SomeCompanies,
  type SomeReceivers,
} from './run-companies.ts'
import type { PausedReceiver } from './run-receivers.ts'

/** The receiver of a `replay_item` by name; empty where none is known. */
export const RECEIVER = sql<string>`coalesce(receiver_name, '')`

/** Why a `replay_item` failed again or was skipped; empty where that is unknown. */
export const CAUSE = sql<string>`coalesce(left(reason, 500), '')`

type OfState = { state: ReplayItemState; count: number }
type OfRun = OfState & { run_id: string }
type ExcludedCount = {
  run_id: string
  list: FailedEventList
  receiver: string | null
  why: Exclusion['why']
  count: number
}

/**
 * Counts the items of draft runs that `startRun` would not send.
 *
 * @param runs runs of one account
 * @param receivers the receivers to count by; items of all others are counted under null
 */
export async function countExcluded(
  db: Kysely<Schema>,
  runs: StoredRun[],
  receivers: string[] = [],
): Promise<ExcludedCount[]> {
  const ready = runs.filter(({ state }) => state === 'ready')
  const [first] = ready
  if (first === undefined) return []
  const { rows } = await sql<ExcludedCount>`
    select run_id, list, receiver, why, count(*) as count
    from (
      select item.run_id, item.list, case when ${RECEIVER} = any(${receivers}::text[]) then ${RECEIVER} end as receiver,
        ${whyExcluded('item', first.account)} as why
      from replay_item item
      where item.run_id = any(${ready.map(({ id }) => id)}::uuid[]) and item.state = 'prepared'
    ) as prepared
    where why is not null
    group by 1, 2, 3, 4
  `.execute(db)
  return rows
}

/**
 * Counts the items of runs by state. A finished run has its final counts, and a run that is being
 * loaded is skipped because `read` has its progress. All others are counted on each request: every
 * process that sends an item would wait for the row of a stored count.
 */
export async function countItems(db: Kysely<Schema>, runs: StoredRun[]): Promise<OfRun[]> {
  const isOver = ({ final_counts }: StoredRun) => final_counts !== null
  const over = runs.filter(isOver).flatMap(({ id, final_counts }) =>
    ReplayItemState.options.map(state => ({
      run_id: id,
      state,
      count: final_counts?.[state] ?? 0,
    })),
  )
  const isOpen = (run: StoredRun) => !isOver(run) && !isLoading(run)
  const open = runs.filter(isOpen).map(({ id }) => id)
  if (open.length === 0) return over
  const { rows } = await sql<OfRun>`
    select run_id, state, count(*) as count from replay_item
    where run_id = any(${open}::uuid[])
    group by 1, 2
  `.execute(db)
  return [...over, ...rows]
}

/** How many replays are named that have events of a draft run. */
const MAX_ELSEWHERE = 20

/** Other replays of the account that are sending events of a draft run, or in which they wait. */
export async function countElsewhere(
  db: Kysely<Schema>,
  { id, account, state }: StoredRun,
): Promise<ReplayRunDetails['elsewhere']> {
  if (state !== 'ready') return []
  const isOpen = sql`other_run.account = ${account} and other_run.state in ('running', 'paused')
    and other.state in ('prepared', 'queued', 'sending')`
  const isOrdered = sql`exists (
    select from standing_order
    where run_id = other.run_id and receiver_name = other.receiver_name and ended is null
  )`
  const { rows } = await sql<ReplayRunDetails['elsewhere'][number]>`
    select elsewhere.*, count(*)::integer as count
    from replay_item item cross join lateral (
      select other_run.id as run_id, other_run.name,
        case when ${IN_FLIGHT} then 'sending' when ${isOrdered} then 'ordered' else 'paused' end as state
      from ${otherReplays('item', account, isOpen)}
      order by ${IN_FLIGHT} desc, ${isOrdered} desc, other.id desc limit 1
    ) elsewhere
    where item.run_id = ${id} and item.state = 'prepared'
      and coalesce(${whyExcluded('item', account)}, 'being_sent') = 'being_sent'
    group by elsewhere.run_id, elsewhere.name, elsewhere.state
    order by count desc, elsewhere.run_id limit ${MAX_ELSEWHERE}
  `.execute(db)
  return rows
}

/** How many events of a draft run were sent by `OFTEN` started runs of the account, or more. */
export async function countReplayedOften(
  db: Kysely<Schema>,
  { id, account, state }: StoredRun,
): Promise<number> {
  if (state !== 'ready') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from replay_item item
    where run_id = ${id} and state = 'prepared' and ${OFTEN} <= (${replaysOf('item', account)})
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** A run's items by state, and by the most frequent receivers and causes. */
export type RunTally = {
  states: (OfState & { list: FailedEventList })[]
  /** Empty where none is known. */
  receivers: (OfState & { receiver: string })[]
  furtherReceivers: number
  causes: ReplayRunDetails['causes']
}

/** The tally of a run that is still being loaded. */
export const NOTHING_YET: RunTally = { states: [], receivers: [], furtherReceivers: 0, causes: [] }

export async function countByReceiverAndCause(
  db: Kysely<Schema>,
  runId: string,
): Promise<RunTally> {
  const { rows } = await sql<
    OfState & { kind: string; list: FailedEventList; name: string; failure: ReplayFailure | null }
  >`
    with counted as materialized (
      select ${RECEIVER} as receiver, state, ${CAUSE} as reason, list, count(*) as count,
        -- Failures with the same text have the same status and cause.
        min(failure::text) as failure
      from replay_item item where run_id = ${runId}
      group by 1, 2, 3, 4
    ), listed as (
      select receiver from counted group by receiver
      order by sum(count) desc, receiver = '', receiver
      limit ${MAX_RECEIVERS_LISTED}
    ), cause as (
      select state, reason, sum(count) as count, min(failure) as failure from counted
      where state = any(${CAUSED}::text[]) group by state, reason
      order by sum(count) desc, state, reason
      limit ${MAX_RECEIVERS_LISTED}
    )
    select 'state' as kind, list, '' as name, state, sum(count)::bigint as count,
      null::jsonb as failure from counted group by list, state
    union all select 'receiver', null, receiver, state, sum(count)::bigint, null
      from counted join listed using (receiver) group by receiver, state
    union all select 'further', null, '', '', count(distinct receiver), null from counted
      where receiver not in (select receiver from listed)
    union all select 'cause', null, reason, state, count::bigint, failure::jsonb from cause
  `.execute(db)
  const of = (kind: string) => rows.filter(row => row.kind === kind)
  return {
    states: of('state'),
    receivers: of('receiver').map(({ name, ...row }) => ({ ...row, receiver: name })),
    furtherReceivers: sum(of('further')),
    causes: of('cause').flatMap(({ name: cause, state, count, failure }) =>
      state === 'failed_again' || state === 'skipped'
        ? [{ state, cause, ...(failure && { failure }), count }]
        : [],
    ),
  }
}

/** Counts by list, in the order of the lists. */
export function listsOfRun({ states }: RunTally, out: ExcludedCount[]): ReplayRunDetails['lists'] {
  return FailedEventList.options.flatMap(list => {
    const ofList = <Row extends { list: FailedEventList }>(rows: Row[]) =>
      rows.filter(row => row.list === list)
    const counts = ofList(states)
    return counts.length === 0
      ? []
      : [{ list, counts: countsOf(counts), ...sumExcluded(ofList(out)) }]
  })
}

/** @param counts counts of this run alone, like `out` */
export function toRun(
  run: StoredRun,
  counts: OfState[],
  out: ExcludedCount[],
  timeZone: string,
  paused: PausedReceiver[],
  receivers: SomeReceivers = NO_RECEIVERS,
): ReplayRun {
  const stamp = (at: Date | null) => (at === null ? null : stampIn(at, timeZone))
  const waiting = paused.filter(({ order_until }) => order_until !== null)
  const trials = waiting.flatMap(({ wait_until }) => wait_until?.getTime() ?? [])
  return {
    id: run.id,
    list: run.list,
    from_date: run.from_date,
    to_date: run.to_date,
    asked_for: run.asked_for,
    state: run.state,
    problem: run.problem,
    who: run.who,
    name: run.name,
    reason: run.reason,
    pace: run.pace,
    created_at: stampIn(run.created_at, timeZone),
    started_at: stamp(run.started_at),
    finished_at: stamp(run.finished_at),
    read: { found: run.read_found, of: run.read_of },
    counts: countsOf(counts),
    ...sumExcluded(out),
    paused_receivers: paused.length,
    waiting_receivers: waiting.length,
    next_trial_at: trials.length === 0 ? null : stamp(new Date(Math.min(...trials))),
    ...receivers,
  }
}

export function toPause(
  { pause, wait_until, order_until }: PausedReceiver,
  timeZone: string,
): ReceiverPause {
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  const at = stampIn(new Date(pause.at), timeZone)
  return { ...pause, at, until: stamp(wait_until), order_until: stamp(order_until) }
}

/** The receivers of a run, those with the most events first. */
export function receiversOf(
  { receivers }: RunTally,
  out: ExcludedCount[],
  companies: ReadonlyMap<string, SomeCompanies>,
  pauses: ReadonlyMap<string, ReceiverPause>,
): ReplayRunDetails['receivers'] {
  const byReceiver = [...Map.groupBy(receivers, ({ receiver }) => receiver)].toSorted(
    ([oneName, one], [otherName, other]) =>
      sum(other) - sum(one) ||
      Number(oneName === '') - Number(otherName === '') ||
      oneName.localeCompare(otherName),
  )
  return byReceiver.map(([receiver, ofReceiver]) => ({
    receiver: receiver === '' ? null : receiver,
    counts: countsOf(ofReceiver),
    ...sumExcluded(out.filter(one => one.receiver === receiver)),
    ...(companies.get(receiver) ?? NO_COMPANIES),
    pause: pauses.get(receiver) ?? null,
  }))
}

/** Receivers and networks choose the text of these causes, so there may be many. */
const CAUSED = ['failed_again', 'skipped'] as const

function countsOf(counted: OfState[]): Record<ReplayItemState, number> {
  const counts = {
    prepared: 0,
    queued: 0,
    sending: 0,
    delivered: 0,
    failed_again: 0,
    skipped: 0,
  }
  for (const { state, count } of counted) counts[state] += count
  return counts
}

function sumExcluded(out: ExcludedCount[]) {
  const counts = { being_sent: 0, already_delivered: 0, handled: 0, failed_often: 0 }
  for (const { why, count } of out) counts[why] += count
  return counts
}

function sum(rows: { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0)
}
