import type { Kysely } from 'kysely'
import type { OutcomeCounts } from '../../../../contract/receiver.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

function attemptsAt(db: Kysely<Schema>, owner: Owner, receiver: string) {
  return db
    .selectFrom('replay_attempt')
    .innerJoin('replay_item', 'replay_item.id', 'replay_attempt.item_id')
    .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
    .where('replay_attempt.service', '=', owner.service)
    .where('replay_attempt.receiver_name', '=', receiver)
    .where('replay_run.account', '=', owner.account)
}

/** How many replays to a receiver were delivered and failed since a moment. */
export function countAttempts(
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

/** The latest attempts at a receiver, newest first. */
export function latestAttempts(db: Kysely<Schema>, owner: Owner, receiver: string, count: number) {
  return attemptsAt(db, owner, receiver)
    .select(['replay_item.run_id', 'replay_item.list', 'replay_item.event_id', 'replay_item.state'])
    .select(['replay_item.payload', 'replay_attempt.at', 'replay_attempt.status'])
    .select(['replay_attempt.error', 'replay_attempt.cause', 'replay_attempt.duration_ms'])
    .orderBy('replay_attempt.at', 'desc')
    .limit(count)
    .execute()
}
