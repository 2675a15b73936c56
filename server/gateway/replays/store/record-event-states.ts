import { type RawBuilder, sql, type Transaction } from 'kysely'
import { failureSummary, type Outcome } from '../../../../contract/event/failure-cause.ts'
import type { Schema } from '../../../database/schema.ts'
import { otherReplays } from './exclusions.ts'
import type { StoredRun } from './locks.ts'

/** A settled item; `failure` is null if it was delivered, or if nothing but its result is recorded. */
export type SettledState = { itemId: number; failure: Outcome | null }

/**
 * Records what became of the events of settled items (docs/decisions/0048). Every transaction writes the rows in
 * the order of their ids, so that two never wait for each other. To be called once in a transaction.
 */
export async function recordEventStates(
  trx: Transaction<Schema>,
  settled: SettledState[],
): Promise<void> {
  if (settled.length === 0) return
  await sql`
    insert into event_state as stored (service, account, list, event_id, delivered_at, delivered_by,
      failed_again_at, failed_again_by, failure, cause, status, failed_at, day)
    select item.service, run.account, item.list, item.event_id,
      max(item.settled_at) filter (where item.state = 'delivered'), ${lastOf('run.who', 'delivered')},
      max(item.settled_at) filter (where item.state = 'failed_again'), ${lastOf('run.who', 'failed_again')},
      ${lastOf('made.failure', 'failed_again')}, ${lastOf('made.cause', 'failed_again')},
      (${lastOf('made.failure', 'failed_again')} ->> 'status')::integer,
      max(item.failed_at), max(case when run.to_date - run.from_date = 1 then run.from_date end)
    from unnest(
      ${settled.map(({ itemId }) => itemId)}::bigint[],
      ${settled.map(({ failure }) => failure && JSON.stringify(failure))}::jsonb[],
      ${settled.map(({ failure }) => failure && failureSummary(failure))}::text[]
    ) as made (item_id, failure, cause)
    join replay_item item on item.id = made.item_id
    join replay_run run on run.id = item.run_id
    group by item.event_id, item.service, run.account, item.list
    order by item.event_id, item.service, run.account, item.list
    on conflict (service, account, list, event_id) do update set
      delivered_at = greatest(stored.delivered_at, excluded.delivered_at),
      delivered_by = ${newer('delivered_by', 'delivered_at')},
      failed_again_at = greatest(stored.failed_again_at, excluded.failed_again_at),
      failed_again_by = ${newer('failed_again_by', 'failed_again_at')},
      failure = ${newer('failure', 'failed_again_at')},
      cause = ${newer('cause', 'failed_again_at')},
      status = ${newer('status', 'failed_again_at')},
      failed_at = coalesce(excluded.failed_at, stored.failed_at),
      day = coalesce(excluded.day, stored.day)
  `.execute(trx)
}

/**
 * Records that events are delivered which a run skipped because a replay of another account has delivered them.
 * Otherwise they would be missing for ever, because every further replay skips them, too. Nobody is sending them, so no
 * other transaction is about to record their outcomes.
 */
export async function recordDeliveredByOthers(
  trx: Transaction<Schema>,
  { account }: StoredRun,
  itemIds: number[],
): Promise<void> {
  if (itemIds.length === 0) return
  const byOthers = sql`other.state = 'delivered' and other_run.account <> ${account}`
  await sql`
    insert into event_state as stored (service, account, list, event_id, delivered_at, failed_at, day)
    select item.service, ${account}, item.list, item.event_id, max(delivery.settled_at), max(item.failed_at),
      max(case when run.to_date - run.from_date = 1 then run.from_date end)
    from replay_item item
    join replay_run run on run.id = item.run_id
    cross join lateral (
      select other.settled_at from ${otherReplays(account, byOthers)}
    ) delivery
    where item.id = any(${itemIds}::bigint[])
    group by item.event_id, item.service, item.list
    order by item.event_id, item.service, item.list
    on conflict (service, account, list, event_id) do update set
      delivered_at = excluded.delivered_at where stored.delivered_at is null
  `.execute(trx)
}

/** The value of the newest item of an event that has this state. Most events have one item. */
function lastOf(column: string, state: 'delivered' | 'failed_again'): RawBuilder<unknown> {
  return sql`(array_agg(${sql.ref(column)} order by item.id desc) filter (where item.state = ${state}))[1]`
}

/** The new value of a column if its time is not older than the stored one. */
function newer(column: string, time: string): RawBuilder<unknown> {
  const of = (row: string, name: string) => sql.ref(`${row}.${name}`)
  return sql`case when ${of('excluded', time)} >= coalesce(${of('stored', time)}, '-infinity')
    then ${of('excluded', column)} else ${of('stored', column)} end`
}
