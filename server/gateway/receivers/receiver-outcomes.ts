import { type Kysely, sql } from 'kysely'
import type { OutcomeCounts, ReceiverOutcomes } from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../replays/replay-owner.ts'

const HOUR_MS = 60 * 60 * 1_000

/** So many of the last attempts are told. */
const RECENT = 20

/**
 * What came of the account's replays to one receiver.
 *
 * @param receiver its host, with the port where that isn't 443
 * @param timeZone in which the stamps are written
 */
export async function receiverOutcomes(
  db: Kysely<Schema>,
  timeZone: string,
  owner: Owner,
  receiver: string,
): Promise<ReceiverOutcomes> {
  const now = Date.now()
  const host = URL.parse(`https://${receiver}`)?.host ?? receiver.toLowerCase()
  const since = (hours: number) => new Date(now - hours * HOUR_MS)
  const [last_24_hours, last_7_days, recent] = await Promise.all([
    countOutcomes(db, owner, host, since(24)),
    countOutcomes(db, owner, host, since(7 * 24)),
    lastOutcomes(db, owner, host),
  ])
  return {
    receiver: host,
    last_24_hours,
    last_7_days,
    recent: recent.map(({ state, at, ...attempt }) => ({
      ...attempt,
      at: stampIn(at, timeZone),
      delivered: state === 'delivered',
    })),
  }
}

function settledItems(db: Kysely<Schema>, owner: Owner, receiver: string) {
  return (
    db
      .selectFrom('replay_item')
      .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
      .where('replay_item.service', '=', owner.service)
      .where('replay_item.receiver', '=', receiver)
      // Written out, as the index has it: a parameter could be anything to the planner.
      .where(sql<boolean>`replay_item.state in ('delivered', 'failed_again')`)
      .where('replay_run.account', '=', owner.account)
  )
}

function countOutcomes(
  db: Kysely<Schema>,
  owner: Owner,
  receiver: string,
  since: Date,
): Promise<OutcomeCounts> {
  return settledItems(db, owner, receiver)
    .where('replay_item.settled_at', '>=', since)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('replay_item.state', '=', 'delivered').as('delivered'),
      fn.countAll<number>().filterWhere('replay_item.state', '=', 'failed_again').as('failed'),
    ])
    .executeTakeFirstOrThrow()
}

function lastOutcomes(db: Kysely<Schema>, owner: Owner, receiver: string) {
  return settledItems(db, owner, receiver)
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('replay_attempt')
          .select(['at', 'status', 'error', 'duration_ms'])
          .whereRef('replay_attempt.item_id', '=', 'replay_item.id')
          .orderBy('replay_attempt.id', 'desc')
          .limit(1)
          .as('attempt'),
      join => join.onTrue(),
    )
    .select(['replay_item.run_id', 'replay_item.list', 'replay_item.event_id', 'replay_item.state'])
    .select(['attempt.at', 'attempt.status', 'attempt.error', 'attempt.duration_ms'])
    .orderBy('replay_item.settled_at', 'desc')
    .limit(RECENT)
    .execute()
}
