import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import {
  type KnownReceiver,
  type LateReceiver,
  type ReceiverSetting,
  type ReceiverState,
  receiverName,
} from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { type ReplayedReceiver, replayedReceivers } from '../replays/store/replayed-receivers.ts'
import type { Owner } from '../session/caller.ts'

const MOST = 50

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
      companies: row.companies,
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

function neverReplayed(receiver: string): ReplayedReceiver {
  const nothing = { delivery: null, failure: null, works_since: null, fails_since: null }
  return { receiver, ...nothing, delivered: 0, failed: 0, companies: [] }
}

function stateOf(
  { receiver, failure, works_since, fails_since }: ReplayedReceiver,
  lateness: ReadonlyMap<string, number>,
  recent: Date,
): ReceiverState {
  if (fails_since !== null || lateness.has(receiver)) return 'down'
  if (works_since === null) return 'unknown'
  return failure !== null && failure >= recent ? 'recovered' : 'works'
}

type Sortable = { row: ReplayedReceiver; state: ReceiverState }

/** By state, then by the latest replay, newest first. */
function byUrgency(one: Sortable, other: Sortable): number {
  return (
    STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
    latestOf(other.row) - latestOf(one.row) ||
    (one.row.receiver < other.row.receiver ? -1 : 1)
  )
}

function latestOf({ delivery, failure }: ReplayedReceiver): number {
  return Math.max(delivery?.getTime() ?? 0, failure?.getTime() ?? 0)
}

/**
 * The account's receivers that don't answer and have such a backlog that attempts of deliveries or
 * replays start late. The longest delay of all processes counts.
 */
export async function lateReceivers(
  db: Kysely<Schema>,
  { account }: Pick<Owner, 'account'>,
): Promise<LateReceiver[]> {
  const { rows } = await sql<LateReceiver>`
    select entry->>'receiver' as receiver,
      max(round((entry->>'latenessMs')::float8 / 1000))::integer as late_s
    from worker_process, jsonb_array_elements(worker_process.late) as entry
    where alive_until > clock_timestamp() and entry->>'account' = ${account}
    group by 1
    order by 2 desc, 1
    limit ${MOST}
  `.execute(db)
  return rows
}
