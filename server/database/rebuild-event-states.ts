import { type RawBuilder, sql, type Transaction } from 'kysely'
import { failureSummary, type Outcome } from '../../contract/event/failure-cause.ts'
import type { FailedEventList } from '../../contract/failed-event.ts'
import type { Schema } from './schema.ts'

/** The key of a row of event_state. */
export type EventKey = {
  service: string
  account: string
  list: FailedEventList
  event_id: string
}

/** The events of replay items. */
export async function eventsOfItems(
  trx: Transaction<Schema>,
  itemIds: number[],
): Promise<EventKey[]> {
  if (itemIds.length === 0) return []
  const { rows } = await sql<EventKey>`
    select distinct item.service, run.account, item.list, item.event_id
    from replay_item item join replay_run run on run.id = item.run_id
    where item.id = any(${itemIds}::bigint[])
  `.execute(trx)
  return rows
}

/**
 * Writes again what the remaining replay items say about events, after items were deleted or the outcome of one
 * was replaced. A row that says nothing any more is deleted.
 *
 * @param keepsMarks whether the events stay marked as handled
 */
export async function rebuildEventStates(
  trx: Transaction<Schema>,
  events: EventKey[],
  { keepsMarks = true } = {},
): Promise<void> {
  if (events.length === 0) return
  const key = keysOf(events)
  // Whoever settles another item of these events now waits, and others have committed: the next statement
  // sees their items.
  await sql`
    select from event_state stored join ${key} on ${IS_KEY}
    order by stored.event_id, stored.service, stored.account, stored.list for update of stored
  `.execute(trx)
  const { rows } = await sql<EventKey & { failure: Outcome | null }>`
    with settled as (
      select distinct on (item.service, run.account, item.list, item.event_id, item.state)
        item.id, item.service, run.account, item.list, item.event_id, item.state, item.settled_at, run.who
      from ${key}
      join replay_item item
        on (item.service, item.list, item.event_id) = (key.service, key.list, key.event_id)
      join replay_run run on run.id = item.run_id and run.account = key.account
      where item.state in ('delivered', 'failed_again')
      order by item.service, run.account, item.list, item.event_id, item.state,
        item.settled_at desc, item.id desc
    )
    update event_state stored set
      delivered_at = coalesce(delivered.settled_at, case when ${IS_DELIVERED_BY_OTHERS} then delivered_at end),
      delivered_by = delivered.who,
      handled_at = case when ${keepsMarks} then handled_at end,
      handled_by = case when ${keepsMarks} then handled_by end,
      failed_again_at = failed.settled_at, failed_again_by = failed.who,
      failure = attempt.failure, cause = null, status = (attempt.failure ->> 'status')::integer
    from ${key}
    left join settled delivered on delivered.state = 'delivered' and ${isKeyOf('delivered')}
    left join settled failed on failed.state = 'failed_again' and ${isKeyOf('failed')}
    left join lateral (
      select jsonb_build_object('status', status, 'error', error, 'cause', cause) as failure
      from replay_attempt where item_id = failed.id order by id desc limit 1
    ) attempt on true
    where ${IS_KEY}
    returning stored.service, stored.account, stored.list, stored.event_id, stored.failure
  `.execute(trx)
  const failed = rows.filter(({ failure }) => failure !== null)
  const causes = failed.map(({ failure }) => failureSummary(failure))
  await sql`
    update event_state stored set cause = key.cause from ${keysOf(failed, causes)} where ${IS_KEY}
  `.execute(trx)
  await sql`
    delete from event_state stored using ${key}
    where ${IS_KEY} and delivered_at is null and handled_at is null and failed_again_at is null
  `.execute(trx)
}

/** A table `key` of the keys of events, and of a cause for each of them. */
function keysOf(events: EventKey[], causes: string[] = []): RawBuilder<unknown> {
  return sql`unnest(
    ${events.map(({ service }) => service)}::text[], ${events.map(({ account }) => account)}::text[],
    ${events.map(({ list }) => list)}::text[], ${events.map(({ event_id }) => event_id)}::text[],
    ${causes}::text[]
  ) as key (service, account, list, event_id, cause)`
}

function isKeyOf(table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(${column('service')}, ${column('account')}, ${column('list')}, ${column('event_id')})
    = (key.service, key.account, key.list, key.event_id)`
}

const IS_KEY = isKeyOf('stored')

/** The account has no item of that delivery: its replay skipped the event (`recordDeliveredByOthers`). */
const IS_DELIVERED_BY_OTHERS = sql`exists (
  select from replay_item other join replay_run other_run on other_run.id = other.run_id
  where (other.service, other.list, other.event_id) = (stored.service, stored.list, stored.event_id)
    and other.state = 'delivered' and other.settled_at = stored.delivered_at
    and other_run.account <> stored.account
)`
