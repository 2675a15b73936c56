import { type Kysely, sql } from 'kysely'
import {
  type OutcomeCounts,
  type ReceiverOutcomes,
  receiverName,
} from '../../../contract/receiver.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { callOfPayload } from '../replays/reading/call-of-payload.ts'
import type { Owner } from '../session/caller.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** How many of the latest attempts an answer lists. */
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
  const receiver = URL.canParse(`https://${named}`) ? receiverName(`https://${named}`) : named
  const attempts = db
    .selectFrom('replay_attempt')
    .innerJoin('replay_item', 'replay_item.id', 'replay_attempt.item_id')
    .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
    .where('replay_attempt.service', '=', owner.service)
    .where('replay_attempt.receiver_name', '=', receiver)
    .where('replay_run.account', '=', owner.account)
  const countSince = (days: number): Promise<OutcomeCounts> =>
    attempts
      .where('replay_attempt.at', '>=', new Date(Date.now() - days * DAY_MS))
      .select([
        sql<number>`(count(*) filter (where error is null))::integer`.as('delivered'),
        sql<number>`(count(*) filter (where error is not null))::integer`.as('failed'),
      ])
      .executeTakeFirstOrThrow()
  const [last_24_hours, last_7_days, recent] = await Promise.all([
    countSince(1),
    countSince(7),
    attempts
      .select(['replay_item.run_id', 'replay_item.list', 'replay_item.event_id'])
      .select(['replay_item.state', 'replay_item.payload', 'replay_attempt.at'])
      .select(['replay_attempt.status', 'replay_attempt.error', 'replay_attempt.cause'])
      .select('replay_attempt.duration_ms')
      .orderBy('replay_attempt.at', 'desc')
      .limit(RECENT)
      .execute(),
  ])
  return {
    receiver,
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
