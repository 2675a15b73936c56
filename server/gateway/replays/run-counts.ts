import { type Kysely, type Selectable, sql } from 'kysely'
import type { ReplayItemState, ReplayRun, ReplayRunDetails } from '../../../contract/replay.ts'
import { stampIn } from '../../../contract/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { StoredRun } from './start-run.ts'

type Tally = Selectable<Schema['replay_tally']>
type OfReceiver = { receiver: string; state: ReplayItemState; count: number }
type Delivered = { run_id: string; receiver: string; count: number }

/**
 * How many items of runs that wait to be started a replay has delivered by now, by receiver. Looked
 * up each time, as others go on replaying meanwhile.
 */
export async function alreadyDelivered(
  db: Kysely<Schema>,
  runs: StoredRun[],
): Promise<Delivered[]> {
  const ready = runs.filter(({ state }) => state === 'ready').map(({ id }) => id)
  if (ready.length === 0) return []
  const { rows } = await sql<Delivered>`
    select run_id, coalesce(receiver, '') as receiver, count(*) as count
    from replay_item item
    where run_id = any(${ready}::uuid[]) and state = 'prepared' and exists (
      select from replay_item other
      where other.service = item.service and other.list = item.list
        and other.event_id = item.event_id and other.state = 'delivered'
    )
    group by 1, 2
  `.execute(db)
  return rows
}

/**
 * A run's items by receiver and state. Counted each time: a tally kept by receiver would change in
 * dozens of rows with each handful of items that are sent.
 */
export async function countByReceiver(db: Kysely<Schema>, runId: string): Promise<OfReceiver[]> {
  const { rows } = await sql<OfReceiver>`
    select coalesce(receiver, '') as receiver, state, count(*) as count
    from replay_item where run_id = ${runId}
    group by 1, 2
  `.execute(db)
  return rows
}

/** @param tallies and `delivered` are of this run alone */
export function toRun(
  run: StoredRun,
  tallies: Tally[],
  delivered: Delivered[],
  timeZone: string,
): ReplayRun {
  const stamp = (at: Date | null) => (at === null ? null : stampIn(at, timeZone))
  return {
    id: run.id,
    list: run.list,
    from_date: run.from_date,
    to_date: run.to_date,
    asked_for: run.asked_for,
    state: run.state,
    problem: run.problem,
    who: run.who,
    created_at: stampIn(run.created_at, timeZone),
    started_at: stamp(run.started_at),
    finished_at: stamp(run.finished_at),
    read: { found: run.read_found, of: run.read_of },
    counts: countsOf(tallies),
    already_delivered: sum(delivered),
  }
}

export function runDetails(
  run: StoredRun,
  tallies: Tally[],
  receivers: OfReceiver[],
  delivered: Delivered[],
  timeZone: string,
): ReplayRunDetails {
  const byReceiver = [...Map.groupBy(receivers, ({ receiver }) => receiver)].toSorted(
    ([oneName, one], [otherName, other]) =>
      sum(other) - sum(one) ||
      Number(oneName === '') - Number(otherName === '') ||
      oneName.localeCompare(otherName),
  )
  return {
    ...toRun(run, tallies, delivered, timeZone),
    receivers: byReceiver.map(([receiver, ofReceiver]) => ({
      receiver: receiver === '' ? null : receiver,
      counts: countsOf(ofReceiver),
      already_delivered: sum(delivered.filter(one => one.receiver === receiver)),
    })),
    causes: CAUSED.flatMap(state => {
      const caused = tallies.filter(tally => tally.state === state)
      return [...Map.groupBy(caused, ({ reason }) => reason)].map(([cause, rows]) => ({
        state,
        cause,
        count: sum(rows),
      }))
    }).toSorted((one, other) => other.count - one.count),
  }
}

const CAUSED = ['failed_again', 'skipped'] as const

function countsOf(
  tallies: { state: ReplayItemState; count: number }[],
): Record<ReplayItemState, number> {
  const counts = {
    prepared: 0,
    queued: 0,
    sending: 0,
    delivered: 0,
    failed_again: 0,
    skipped: 0,
  }
  for (const { state, count } of tallies) counts[state] += count
  return counts
}

function sum(rows: { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0)
}
