import type { Kysely } from 'kysely'
import {
  type OutcomeCounts,
  type ReceiverOutcomes,
  receiverName,
} from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { callOfPayload } from '../replays/reading/call-of-payload.ts'
import type { Owner } from '../session/caller.ts'
import { receiversHealth } from './receiver-health.ts'

const HOUR_MS = 60 * 60 * 1_000

/** How many of the last attempts an answer lists. */
const RECENT = 20

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
  const now = Date.now()
  const receiver = URL.canParse(`https://${named}`) ? receiverName(`https://${named}`) : named
  const since = (hours: number) => new Date(now - hours * HOUR_MS)
  const [[health], last_24_hours, last_7_days, recent] = await Promise.all([
    receiversHealth(db, timeZone, owner, [receiver]),
    countOutcomes(db, owner, receiver, since(24)),
    countOutcomes(db, owner, receiver, since(7 * 24)),
    lastOutcomes(db, owner, receiver),
  ])
  return {
    receiver,
    last_delivery: health?.last_delivery ?? null,
    last_failure: health?.last_failure ?? null,
    works_since: health?.works_since ?? null,
    last_24_hours,
    last_7_days,
    recent: recent.map(({ state, at, payload, ...attempt }) => ({
      ...attempt,
      call: callOfPayload(payload, timeZone),
      at: stampIn(at, timeZone),
      delivered: state === 'delivered',
    })),
  }
}

function attemptsAt(db: Kysely<Schema>, owner: Owner, receiver: string) {
  return db
    .selectFrom('replay_attempt')
    .innerJoin('replay_item', 'replay_item.id', 'replay_attempt.item_id')
    .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
    .where('replay_attempt.service', '=', owner.service)
    .where('replay_attempt.receiver_name', '=', receiver)
    .where('replay_run.account', '=', owner.account)
}

function countOutcomes(
  db: Kysely<Schema>,
  owner: Owner,
  receiver: string,
  since: Date,
): Promise<OutcomeCounts> {
  return attemptsAt(db, owner, receiver)
    .where('replay_attempt.at', '>=', since)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('replay_item.state', '=', 'delivered').as('delivered'),
      fn.countAll<number>().filterWhere('replay_item.state', '=', 'failed_again').as('failed'),
    ])
    .executeTakeFirstOrThrow()
}

function lastOutcomes(db: Kysely<Schema>, owner: Owner, receiver: string) {
  return attemptsAt(db, owner, receiver)
    .select(['replay_item.run_id', 'replay_item.list', 'replay_item.event_id', 'replay_item.state'])
    .select(['replay_item.payload', 'replay_attempt.at', 'replay_attempt.status'])
    .select(['replay_attempt.error', 'replay_attempt.duration_ms'])
    .orderBy('replay_attempt.at', 'desc')
    .limit(RECENT)
    .execute()
}
