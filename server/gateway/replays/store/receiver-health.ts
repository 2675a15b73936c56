import { type Kysely, sql } from 'kysely'
import type { OutcomeCounts, ReceiverHealth } from '../../../../contract/receiver.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

/**
 * Whether the account's replays to these receivers arrive. Receivers without replays are left out.
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
  const { rows } = await sql<Health>`
    with made as (
      select attempt.receiver_name as receiver, attempt.at, item.state
      from replay_attempt attempt
      join replay_item item on item.id = attempt.item_id
      join replay_run run on run.id = item.run_id
      where attempt.service = ${owner.service} and attempt.receiver_name = any(${names}::text[])
        and run.account = ${owner.account} and item.state in ('delivered', 'failed_again')
    ), last as (
      select receiver, max(at) filter (where state = 'delivered') as delivery,
        max(at) filter (where state = 'failed_again') as failure
      from made group by receiver
    )
    select last.receiver, last.delivery, last.failure, min(made.at) as "worksSince"
    from last left join made on made.receiver = last.receiver and made.state = 'delivered'
      and made.at > coalesce(last.failure, '-infinity')
    group by 1, 2, 3
  `.execute(db)
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  return rows.map(({ receiver, delivery, failure, worksSince }) => ({
    receiver,
    last_delivery: stamp(delivery),
    last_failure: stamp(failure),
    works_since: stamp(worksSince),
  }))
}

type Health = {
  receiver: string
  delivery: Date | null
  failure: Date | null
  worksSince: Date | null
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
