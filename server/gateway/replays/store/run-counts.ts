import { type Kysely, type RawBuilder, sql } from 'kysely'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import {
  type Exclusion,
  isLoading,
  MAX_RECEIVERS_LISTED,
  OFTEN,
  type ReceiverPause,
  ReplayItemState,
  type ReplayRun,
  type ReplayRunDetails,
} from '../../../../contract/replay.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import { stamped } from '../../stamped.ts'
import {
  exclusionOf,
  IN_FLIGHT,
  otherReplays,
  replaysOf,
  whyExcluded,
  whyLeftOut,
} from './exclusions.ts'
import type { StoredRun } from './locks.ts'
import { NO_COMPANIES, type SomeCompanies } from './run-companies.ts'
import type { PausedReceiver } from './run-receivers.ts'
import { LISTED_FOR } from './run-store.ts'

/** The receiver of a `replay_item` by name; empty where none is known. */
export const RECEIVER = sql<string>`coalesce(receiver_name, '')`

/** Why a `replay_item` failed again or was skipped; empty where that is unknown. */
export const CAUSE = sql<string>`coalesce(left(reason, 500), '')`

/** Items in a state. `why` is set for items that a draft run would not send, and otherwise null. */
type Counted = { state: ReplayItemState; why: Exclusion['why'] | null; count: number }
type OfRun = Counted & { run_id: string }

/**
 * Counts the items of an account's runs by state. A finished run has its final counts, and a run that is being
 * loaded is skipped because `read` has its progress. All others are counted on each request: every
 * process that sends an item would wait for the row of a stored count.
 *
 * @param company whose items are counted; undefined for all
 */
export async function countItems(
  db: Kysely<Schema>,
  runs: StoredRun[],
  company?: string,
): Promise<OfRun[]> {
  const isOver = ({ final_counts }: StoredRun) => final_counts !== null && company === undefined
  const over = runs.filter(isOver).flatMap(({ id, final_counts }) =>
    ReplayItemState.options.map(state => ({
      run_id: id,
      state,
      why: null,
      count: final_counts?.[state] ?? 0,
    })),
  )
  const open = runs.filter(run => !isOver(run) && !isLoading(run))
  if (open.length === 0) return over
  const { rows } = await sql<OfRun>`
    select run_id, state, ${whyLeftOut(open)} as why, count(*) as count
    from replay_item item
    where run_id = any(${open.map(({ id }) => id)}::uuid[])
      and ${company === undefined ? sql`true` : sql`company = ${company}`}
    group by 1, 2, 3
  `.execute(db)
  return [...over, ...rows]
}

/** How many replays are named that have events of a draft run. */
const MAX_ELSEWHERE = 20

/** Counts the events of a draft that other replays are sending, that wait in them, or that a colleague's draft also has. */
export async function countElsewhere(
  db: Kysely<Schema>,
  { id, account, who }: StoredRun,
  timeZone: string,
): Promise<ReplayRunDetails['elsewhere']> {
  const isOpen = sql`other_run.account = ${account} and other.state in ('prepared', 'queued', 'sending')
    and (other_run.state in ('running', 'paused') or other_run.state = 'ready'
      and other_run.who is distinct from ${who}::text and other_run.looked_at > now() - ${LISTED_FOR})`
  const isOrdered = sql`exists (
    select from standing_order
    where run_id = other.run_id and receiver_name = other.receiver_name and ended is null
  )`
  type Row = ReplayRunDetails['elsewhere'][number] & {
    prepared_at: Date
    prepared_by: string | null
  }
  const { rows } = await sql<Row>`
    select elsewhere.*, count(*)::integer as count
    from replay_item item cross join lateral (
      select other_run.id as run_id, other_run.name, other_run.who as prepared_by, other_run.created_at as prepared_at,
        case when ${IN_FLIGHT} then 'sending' when ${isOrdered} then 'ordered'
          when other_run.state = 'ready' then 'draft' else 'paused' end as state
      from ${otherReplays(account, isOpen)}
      order by ${IN_FLIGHT} desc, ${isOrdered} desc, other_run.state = 'ready', other.id desc limit 1
    ) elsewhere
    where item.run_id = ${id} and item.state = 'prepared'
      and coalesce(${whyExcluded(account)}, 'being_sent') = 'being_sent'
    group by elsewhere.run_id, elsewhere.name, elsewhere.prepared_by, elsewhere.prepared_at, elsewhere.state
    order by count desc, elsewhere.run_id limit ${MAX_ELSEWHERE}
  `.execute(db)
  return rows.map(({ prepared_by: who, prepared_at, ...other }) =>
    other.state === 'draft' ? { ...other, who, created_at: stampIn(prepared_at, timeZone) } : other,
  )
}

/** How many people are named who have delivered events of a draft. */
const MAX_PEOPLE = 4

/** Who has delivered events of a draft run, those with the most first. */
export async function deliveredBy(
  db: Kysely<Schema>,
  { id, account }: StoredRun,
): Promise<ReplayRunDetails['delivered_by']> {
  const { rows } = await sql<{ who: string | null }>`
    select exclusion.who from replay_item item cross join lateral ${exclusionOf(account)}
    where item.run_id = ${id} and item.state = 'prepared' and why = 'already_delivered'
    group by exclusion.who order by count(*) desc, exclusion.who limit ${MAX_PEOPLE}
  `.execute(db)
  return rows.map(({ who }) => who)
}

/** How many events of a draft run were sent by `OFTEN` started runs of the account, or more. */
export async function countReplayedOften(
  db: Kysely<Schema>,
  { id, account }: StoredRun,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from replay_item item
    where run_id = ${id} and state = 'prepared' and ${OFTEN} <= (${replaysOf(account)})
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** A run's items by state, and by the most frequent receivers and causes. */
export type RunTally = {
  states: (Counted & { list: FailedEventList })[]
  /** Those with the most items first. Empty where none is known. */
  receivers: (Counted & { receiver: string })[]
  further_receivers: number
  /** The most frequent first. Receivers and networks choose the text, so there may be many. */
  causes: ReplayRunDetails['causes']
}

/** The tally of a run that is still being loaded. */
export const NOTHING_YET: RunTally = { states: [], receivers: [], further_receivers: 0, causes: [] }

export async function countByReceiverAndCause(
  db: Kysely<Schema>,
  run: StoredRun,
): Promise<RunTally> {
  const rowsOf = (query: RawBuilder<unknown>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(part)), '[]') from (${query}) part)`
  const { rows } = await sql<RunTally>`
    with counted as materialized (
      select ${RECEIVER} as receiver, state, ${CAUSE} as cause, list,
        ${whyLeftOut([run])} as why, count(*) as items,
        -- Failures with the same summary have the same status and code.
        min(failure::text) as failure
      from replay_item item where run_id = ${run.id}
      group by 1, 2, 3, 4, 5
    ), by_receiver as (
      select receiver, row_number() over (order by sum(items) desc, receiver = '', receiver) as place
      from counted group by receiver
    )
    select
      ${rowsOf(sql`
        select list, state, why, sum(items) as count from counted group by list, state, why
      `)} as states,
      ${rowsOf(sql`
        select receiver, state, why, sum(items) as count from counted join by_receiver using (receiver)
        where place <= ${MAX_RECEIVERS_LISTED} group by receiver, place, state, why order by place
      `)} as receivers,
      (select count(*) from by_receiver where place > ${MAX_RECEIVERS_LISTED}) as further_receivers,
      ${rowsOf(sql`
        select state, cause, sum(items) as count, min(failure)::jsonb as failure from counted
        where state in ('failed_again', 'skipped') group by state, cause
        order by count desc, state, cause limit ${MAX_RECEIVERS_LISTED}
      `)} as causes
  `.execute(db)
  return rows[0] ?? NOTHING_YET
}

/** Counts by list, in the order of the lists. */
export function listsOfRun({ states }: RunTally): ReplayRunDetails['lists'] {
  return FailedEventList.options.flatMap(list => {
    const ofList = states.filter(row => row.list === list)
    return ofList.length === 0 ? [] : [{ list, ...countsOf(ofList) }]
  })
}

/** @param counted of this run alone */
export function toRun(
  run: StoredRun,
  counted: Counted[],
  timeZone: string,
  paused: PausedReceiver[],
  companies: SomeCompanies = NO_COMPANIES,
): ReplayRun {
  const waiting = paused.filter(({ order_until }) => order_until !== null)
  const trials = waiting.flatMap(({ wait_until }) => wait_until?.getTime() ?? [])
  const next_trial_at = trials.length === 0 ? null : new Date(Math.min(...trials))
  const { id, list, from_date, to_date, asked_for, state, problem, who, name, reason, pace } = run
  const { created_at, started_at, finished_at, some_receivers, receiver_count } = run
  return {
    ...{ id, list, from_date, to_date, asked_for, state, problem, who, name, reason, pace },
    ...stamped({ created_at, started_at, finished_at, next_trial_at }, timeZone),
    read: { found: run.read_found, of: run.read_of },
    ...countsOf(counted),
    paused_receivers: paused.length,
    waiting_receivers: waiting.length,
    ...{ some_receivers, receiver_count, ...companies },
  }
}

export function toPause(
  { pause, wait_until, order_until }: PausedReceiver,
  timeZone: string,
): ReceiverPause {
  const at = new Date(pause.at)
  return stamped({ ...pause, at, until: wait_until, order_until }, timeZone)
}

/** The receivers of a run, those with the most events first. */
export function receiversOf(
  { receivers }: RunTally,
  companies: ReadonlyMap<string, SomeCompanies>,
  pauses: ReadonlyMap<string, ReceiverPause>,
): ReplayRunDetails['receivers'] {
  const byReceiver = Map.groupBy(receivers, ({ receiver }) => receiver)
  return Array.from(byReceiver, ([receiver, ofReceiver]) => ({
    receiver: receiver === '' ? null : receiver,
    ...countsOf(ofReceiver),
    ...(companies.get(receiver) ?? NO_COMPANIES),
    pause: pauses.get(receiver) ?? null,
  }))
}

function countsOf(counted: Counted[]) {
  const counts = { prepared: 0, queued: 0, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }
  const excluded = { being_sent: 0, already_delivered: 0, handled: 0, failed_often: 0 }
  for (const { state, why, count } of counted) {
    counts[state] += count
    if (why !== null) excluded[why] += count
  }
  return { counts, ...excluded }
}
