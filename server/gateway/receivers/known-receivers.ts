import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import {
  type KnownReceiver,
  type LateReceiver,
  type ReceiverHealth,
  type ReceiverOutcomes,
  type ReceiverSetting,
  type ReceiverState,
  receiverName,
} from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { callOfPayload } from '../replays/reading/call-of-payload.ts'
import {
  latestAttempts,
  type ReplayedReceiver,
  replayedReceivers,
} from '../replays/store/replayed-receivers.ts'
import type { Owner } from '../session/caller.ts'

const MOST = 50

const DAY_MS = 24 * 60 * 60 * 1_000

/** How many of the latest attempts an answer lists. */
const RECENT = 20

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
  const recent = daysAgo(7)
  const [replayed, late] = await Promise.all([
    replayedReceivers(db, owner, recent),
    lateReceivers(db, owner),
  ])
  const byName = new Map(replayed.map(row => [row.receiver, row]))
  const lateness = new Map(late.map(({ receiver, late_s }) => [receiver, late_s]))
  const numbers = Map.groupBy(settings, ({ url }) => receiverName(url))
  const names = new Set([...byName.keys(), ...numbers.keys(), ...lateness.keys()])
  return [...names]
    .map(receiver => {
      const row = byName.get(receiver) ?? neverReplayed(receiver)
      return { row, late_s: lateness.get(receiver) ?? null, state: stateOf(row, lateness, recent) }
    })
    .toSorted(byUrgency)
    .map(({ row, late_s, state }) => ({
      ...toHealth(row, timeZone),
      companies: row.companies,
      state,
      fails_since: row.fails_since && stampIn(row.fails_since, timeZone),
      last_7_days: { delivered: row.delivered, failed: row.failed },
      late_s,
      tracking_numbers: numbers.get(row.receiver)?.length ?? 0,
    }))
}

/**
 * Whether the account's replays to these receivers arrive. Receivers without replays are omitted.
 *
 * @param names as `receiverName` returns them
 * @param timeZone of the stamps in the result
 */
export async function receiversHealth(
  db: Kysely<Schema>,
  timeZone: string,
  owner: Owner,
  names: string[],
): Promise<ReceiverHealth[]> {
  const rows = await replayedReceivers(db, owner, new Date(), names)
  return rows
    .filter(({ delivery, failure }) => delivery !== null || failure !== null)
    .map(row => toHealth(row, timeZone))
}

/**
 * The outcomes of the account's replays to one receiver.
 *
 * @param named its name, as `receiverName` returns it
 * @param timeZone of the stamps in the result
 */
export async function receiverOutcomes(
  db: Kysely<Schema>,
  timeZone: string,
  owner: Owner,
  named: string,
): Promise<ReceiverOutcomes> {
  const receiver = URL.canParse(`https://${named}`) ? receiverName(`https://${named}`) : named
  const [[day], [week], recent] = await Promise.all([
    replayedReceivers(db, owner, daysAgo(1), [receiver]),
    replayedReceivers(db, owner, daysAgo(7), [receiver]),
    latestAttempts(db, owner, receiver, RECENT),
  ])
  return {
    ...toHealth(week ?? neverReplayed(receiver), timeZone),
    last_24_hours: { delivered: day?.delivered ?? 0, failed: day?.failed ?? 0 },
    last_7_days: { delivered: week?.delivered ?? 0, failed: week?.failed ?? 0 },
    recent: recent.map(({ state, at, payload, ...attempt }) => ({
      ...attempt,
      call: callOfPayload(payload, timeZone),
      at: stampIn(at, timeZone),
      delivered: state === 'delivered',
    })),
  }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS)
}

function toHealth(row: ReplayedReceiver, timeZone: string): ReceiverHealth {
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  return {
    receiver: row.receiver,
    last_delivery: stamp(row.delivery),
    last_failure: stamp(row.failure),
    works_since: stamp(row.works_since),
  }
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

/** Compares the states, then the latest replays, newest first. */
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
