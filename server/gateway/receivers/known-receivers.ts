import { type Kysely, sql } from 'kysely'
import {
  type KnownReceiver,
  type ReceiverSetting,
  type ReceiverState,
  receiverName,
} from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'
import { lateReceivers } from './late-receivers.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** In the order of the list. */
const STATES: ReceiverState[] = ['down', 'recovered', 'works', 'unknown']

/**
 * All receivers that the account has replayed to, has set for a tracking number, or that currently
 * hold up its events.
 *
 * @param timeZone of the stamps in the result
 * @param settings the account's
 */
export async function knownReceivers(
  db: Kysely<Schema>,
  timeZone: string,
  owner: Owner,
  settings: ReceiverSetting[],
): Promise<KnownReceiver[]> {
  const recent = new Date(Date.now() - WEEK_MS)
  const [replayed, late] = await Promise.all([
    replayedReceivers(db, owner, recent),
    lateReceivers(db, owner),
  ])
  const byName = new Map(replayed.map(row => [row.receiver, row]))
  const lateness = new Map(late.map(({ receiver, late_s }) => [receiver, late_s]))
  const numbers = Map.groupBy(settings, ({ url }) => receiverName(url))
  const names = new Set([...byName.keys(), ...numbers.keys(), ...lateness.keys()])
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  return [...names]
    .map(receiver => {
      const row = byName.get(receiver) ?? neverReplayed(receiver)
      return { row, late_s: lateness.get(receiver) ?? null, state: stateOf(row, lateness, recent) }
    })
    .toSorted(byUrgency)
    .map(({ row, late_s, state }) => ({
      receiver: row.receiver,
      state,
      last_delivery: stamp(row.delivery),
      last_failure: stamp(row.failure),
      works_since: stamp(row.works_since),
      fails_since: stamp(row.fails_since),
      last_7_days: { delivered: row.delivered, failed: row.failed },
      late_s,
      tracking_numbers: numbers.get(row.receiver)?.length ?? 0,
    }))
}

type Replayed = {
  receiver: string
  delivery: Date | null
  failure: Date | null
  works_since: Date | null
  fails_since: Date | null
  /** Since `recent`. */
  delivered: number
  failed: number
}

/**
 * The names come from one index and the times from another, because reading all items with their
 * payloads takes seconds for 50,000 of them. An attempt contains its outcome; the joins only find
 * out whose it was.
 */
async function replayedReceivers(
  db: Kysely<Schema>,
  { service, account }: Owner,
  recent: Date,
): Promise<Replayed[]> {
  const attempts = sql`
    from replay_attempt attempt
    join replay_item item on item.id = attempt.item_id
    join replay_run run on run.id = item.run_id
    where attempt.service = ${service} and attempt.receiver_name = known.receiver
      and run.account = ${account}`
  const delivered = sql`attempt.error is null`
  const failed = sql`attempt.error is not null`
  const { rows } = await sql<Replayed>`
    with recursive names as (
      select run.id as run_id,
        (select min(receiver_name) from replay_item where run_id = run.id) as name
      from replay_run run
      where service = ${service} and account = ${account} and started_at is not null
        and retired is null
      union all
      select names.run_id, (
        select min(receiver_name) from replay_item
        where run_id = names.run_id and receiver_name > names.name
      )
      from names where names.name is not null
    ), known as (
      select distinct name as receiver from names where name is not null
    )
    select known.receiver, delivery.at as delivery, failure.at as failure,
      works.since as works_since, fails.since as fails_since, counts.delivered, counts.failed
    from known
    left join lateral (
      select attempt.at ${attempts} and ${delivered} order by attempt.at desc limit 1
    ) delivery on true
    left join lateral (
      select attempt.at ${attempts} and ${failed} order by attempt.at desc limit 1
    ) failure on true
    left join lateral (
      select attempt.at as since ${attempts} and ${delivered}
        and attempt.at > coalesce(failure.at, '-infinity')
      order by attempt.at limit 1
    ) works on true
    left join lateral (
      select attempt.at as since ${attempts} and ${failed}
        and attempt.at > coalesce(delivery.at, '-infinity')
      order by attempt.at limit 1
    ) fails on true
    cross join lateral (
      select count(*) filter (where ${delivered})::integer as delivered,
        count(*) filter (where ${failed})::integer as failed
      ${attempts} and attempt.at >= ${recent}
    ) counts
  `.execute(db)
  return rows
}

function neverReplayed(receiver: string): Replayed {
  const nothing = { delivery: null, failure: null, works_since: null, fails_since: null }
  return { receiver, ...nothing, delivered: 0, failed: 0 }
}

function stateOf(
  { receiver, failure, works_since, fails_since }: Replayed,
  lateness: ReadonlyMap<string, number>,
  recent: Date,
): ReceiverState {
  if (fails_since !== null || lateness.has(receiver)) return 'down'
  if (works_since === null) return 'unknown'
  return failure !== null && failure >= recent ? 'recovered' : 'works'
}

type Sortable = { row: Replayed; state: ReceiverState }

/** By state, then by the latest replay, newest first. */
function byUrgency(one: Sortable, other: Sortable): number {
  return (
    STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
    latestOf(other.row) - latestOf(one.row) ||
    (one.row.receiver < other.row.receiver ? -1 : 1)
  )
}

function latestOf({ delivery, failure }: Replayed): number {
  return Math.max(delivery?.getTime() ?? 0, failure?.getTime() ?? 0)
}
